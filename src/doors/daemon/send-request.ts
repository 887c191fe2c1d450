import { connect } from 'node:net';
import { HandrailError } from '../../core/errors.js';
import { describeFileError } from '../../journal/file-error.js';
import { clientFaults, replyTimeoutSeconds } from './client-spec.js';
import type { Pointer } from './pointer.js';
import { createMessageReader, encodeFrame, encodeRequest, type Request, toFrame } from './wire.js';

/** The exit code, or why the command was not run. `dropped`: the process is about to end. */
export type RequestResult = number | 'local' | 'dropped' | 'unreachable';

export interface RequestOptions {
  onText(kind: 'out' | 'err', text: Buffer): void;
  /** Returns the standard input of the caller. */
  readInput(): Promise<string>;
  /** Closes the connection, which cancels the command. */
  signal?: AbortSignal;
}

/** Sends a command to a background process and passes on its output. */
export async function sendRequest(
  pointer: Pointer,
  request: Omit<Request, 'token'>,
  { onText, readInput, signal }: RequestOptions,
): Promise<RequestResult> {
  const socket = connect(pointer.socket);
  const abort = (): void => void socket.destroy();
  signal?.addEventListener('abort', abort);
  try {
    return await new Promise<RequestResult>((resolve, reject) => {
      const readMessages = createMessageReader();
      let isConnected = false;
      let isStarted = false;
      const onClose = (): void => (isStarted ? reject(clientFault('ended', pointer)) : resolve('dropped'));
      socket.setTimeout(replyTimeoutSeconds * 1_000, () => reject(clientFault('silent', pointer)));
      socket.once('connect', () => {
        isConnected = true;
        socket.write(encodeRequest({ ...request, token: pointer.token }));
      });
      socket.on('data', (chunk) => {
        try {
          for (const { kind, body } of readMessages(chunk).map(toFrame)) {
            isStarted = true;
            if (kind === 'input') readInput().then((input) => socket.write(encodeFrame('input', input)), reject);
            else if (kind === 'out' || kind === 'err') onText(kind, body);
            else if (kind === 'exit') resolve(Number(body));
            else if (kind === 'local') resolve(kind);
          }
        } catch (error) {
          reject(error);
        }
      });
      socket.once('error', (error) => {
        if (isConnected) onClose();
        else if (isUnreachable(error)) resolve('unreachable');
        else reject(connectionError(error));
      });
      socket.once('close', onClose);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    socket.destroy();
  }
}

/** The error of a client, with the id of the process. */
export function clientFault(name: keyof typeof clientFaults, { pid }: Pointer): HandrailError {
  const { code, message, hint } = clientFaults[name];
  const fill = (text: string): string => text.replaceAll('{pid}', String(pid));
  return new HandrailError(code, fill(message), fill(hint));
}

function isUnreachable(error: Error): boolean {
  return 'code' in error && /^(?:ENOENT|ECONNREFUSED|ENOTSOCK|ENOTDIR)$/.test(String(error.code));
}

function connectionError(error: Error): HandrailError {
  const message = `The background process cannot be reached: ${describeFileError(error)}.`;
  return new HandrailError('daemon_failed', message, 'Try again.', { cause: error });
}
