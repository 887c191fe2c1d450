import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { type ConnectionEnd, createConnectionEnd } from '../../processes/connection-end.js';
import { demultiplex } from '../engine/demultiplex.js';
import {
  type Command,
  defaultMaxBytes,
  defaultTimeoutMs,
  type ExecResult,
  type ExecTarget,
  outputTooLarge,
  type RunningExec,
  startExec,
  timeoutError,
} from './exec.js';
import { checkArguments, type Interpreter, type Runner, unknownApp } from './runner.js';
import { perlRunner, pythonRunner } from './runner-programs.js';
import { createReplyParser, encodeRequest, type RequestKind } from './runner-protocol.js';

interface PendingRequest {
  resolve(result: ExecResult): void;
  reject(error: Error): void;
  maxBytes: number;
}

interface RunnerConnection {
  readonly process: RunningExec;
  readonly end: ConnectionEnd;
  readonly pending: Map<number, PendingRequest>;
  lastId: number;
}

const maxCloseMs = 2_000;
const maxErrorCharacters = 500;

/** Starts the runner program in the container. */
export async function openInterpreterRunner(target: ExecTarget, interpreter: Interpreter): Promise<Runner> {
  const connection = await connect(target, interpreter);
  const { process, end } = connection;
  return {
    lost: end.lost,
    run: (command, stop) => send(connection, 'run', command, stop),
    async startDetached(args, stop) {
      const { code, stdout: pid, stderr } = await send(connection, 'startDetached', { args }, stop);
      if (code !== 0) throw unknownApp(args[0] ?? '', stderr);
      return {
        async exitCode(stopReading) {
          const { stdout } = await send(connection, 'exitCode', { args: [pid.toString('utf8')] }, stopReading);
          const exitCode = stdout.toString('utf8');
          return exitCode === '' ? undefined : Number(exitCode);
        },
      };
    },
    async runAtExit(args) {
      await send(connection, 'runAtExit', { args });
    },
    async close({ killDaemons } = { killDaemons: false }) {
      if (end.reason) return;
      const { socket } = process;
      const ended = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.once('end', () => resolve());
        setTimeout(resolve, maxCloseMs).unref();
      });
      socket.end();
      await ended;
      if (killDaemons) await process.kill();
      socket.destroy();
    },
  };
}

async function connect(target: ExecTarget, interpreter: Interpreter): Promise<RunnerConnection> {
  const args = interpreter === 'perl' ? ['perl', '-e', perlRunner] : ['python3', '-c', pythonRunner];
  const process = await startExec(target, args);
  const { socket } = process;
  const pending = new Map<number, PendingRequest>();
  const end = createConnectionEnd(socket);
  let errorOutput = '';
  const parse = createReplyParser(({ id, bytes, result }) => {
    const request = pending.get(id);
    pending.delete(id);
    if (!request) return;
    if (bytes > request.maxBytes) request.reject(outputTooLarge([], request.maxBytes));
    else request.resolve(result);
  });
  const onData = demultiplex((stream, data) => {
    if (stream === 'out') parse(data);
    else errorOutput = `${errorOutput}${data.toString('utf8')}`.slice(-maxErrorCharacters);
  });
  const lose = (reason = errorOutput.trim().split('\n').at(-1)): void =>
    end.end(new HandrailError('display_died', `The connection to the container ended${reason ? `: ${reason}` : ''}.`));
  socket.on('data', onData);
  socket.on('error', (error) => lose(error.message));
  socket.on('close', () => lose());
  socket.on('end', () => lose());
  return { process, end, pending, lastId: 0 };
}

async function send(
  connection: RunnerConnection,
  kind: RequestKind,
  command: Command,
  signal?: AbortSignal,
): Promise<ExecResult> {
  const { process, end, pending } = connection;
  if (end.reason) throw end.reason;
  if (signal?.aborted) throw toCancelledError(signal);
  const { args, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = command;
  checkArguments(args);
  connection.lastId += 1;
  const id = connection.lastId;
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  let removeCallback = (): void => undefined;
  try {
    return await new Promise<ExecResult>((resolve, reject) => {
      pending.set(id, { resolve, reject, maxBytes });
      removeCallback = end.onEnd(reject);
      const abort = (error: HandrailError) => {
        process.socket.write(encodeRequest(id, 'kill', { args: [] }));
        reject(error);
      };
      timer = setTimeout(() => abort(timeoutError(args, timeoutMs)), timeoutMs);
      onAbort = () => signal && abort(toCancelledError(signal));
      signal?.addEventListener('abort', onAbort, { once: true });
      process.socket.write(encodeRequest(id, kind, command));
    });
  } finally {
    clearTimeout(timer);
    removeCallback();
    signal?.removeEventListener('abort', onAbort);
    pending.delete(id);
  }
}
