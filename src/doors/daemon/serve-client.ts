import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import { wantsHelp, wantsJson } from '../command-line/common-flags.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import type { CommandReply } from '../shell/command.js';
import { commandName, findCommand } from '../shell/commands.js';
import { faultReply } from '../shell/reply.js';
import { runCommand } from '../shell/run-command.js';
import {
  createMessageReader,
  decodeRequest,
  encodeFrame,
  encodeFrames,
  type FrameKind,
  heartbeatMs,
  type Request,
} from './wire.js';

export interface Service {
  sessions: SessionManager;
  token: string;
  build: string;
  /** True while the process shuts down: new clients must start another one. */
  isEnding(): boolean;
  onClientCount(delta: 1 | -1): void;
  /** A client of another version connected while no session was open. */
  onStale(): void;
}

/** A connection without a request is closed after this long. */
const requestTimeoutMs = 5_000;

/** Serves one client: one request, then frames, the last of which is the exit code. A client that disconnects cancels its command. */
export function serveClient(socket: Socket, service: Service): void {
  const disconnected = new AbortController();
  const readMessages = createMessageReader();
  let onInput: ((text: string) => void) | undefined;
  let request: Request | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  service.onClientCount(1);
  const timer = setTimeout(() => socket.destroy(), requestTimeoutMs);
  socket.on('error', () => socket.destroy()); // `close` follows
  socket.on('close', () => {
    clearTimeout(timer);
    clearInterval(heartbeat);
    disconnected.abort(new HandrailError('cancelled', 'The client disconnected.'));
    service.onClientCount(-1);
  });
  socket.on('data', (chunk) => {
    try {
      for (const { head, body } of readMessages(chunk)) {
        if (request) onInput?.(body.toString('utf8'));
        else if (head === 'handrail 1') accept(decodeRequest(body));
        else socket.destroy(); // not our protocol: no reply
      }
    } catch (error) {
      if (request) sendFault(toFault(error), request);
      else socket.destroy();
    }
  });

  function accept(received: Request): void {
    clearTimeout(timer);
    if (!isEqual(received.token, service.token) || service.isEnding()) {
      socket.destroy();
      return;
    }
    request = received;
    const isStale = received.build !== service.build && !isServedToAllVersions(received.args);
    if (isStale && service.sessions.isEmpty()) {
      finish('stale');
      service.onStale();
    } else if (isStale) sendFault(otherVersion, received);
    else if (isSessionCommand(received.args))
      void execute(received).catch((error: unknown) => sendFault(toFault(error), received));
    else finish('local');
  }

  async function execute(received: Request): Promise<void> {
    const beat = (): void => send(encodeFrame('running'));
    beat();
    heartbeat = setInterval(beat, heartbeatMs);
    const input = () =>
      new Promise<string>((resolve) => {
        onInput = resolve;
        send(encodeFrame('input'));
      });
    sendReply(await runCommand({ ...received, sessions: service.sessions, signal: disconnected.signal, input }));
  }

  function sendFault(fault: Fault, { args }: Request): void {
    sendReply({ ...faultReply(fault), json: wantsJson(args) });
  }

  function sendReply({ json, data, completed, text, ok, code }: CommandReply & { json: boolean }): void {
    socket.cork(); // one write; `finish` flushes it
    if (json) sendText('out', JSON.stringify(data));
    else {
      if (completed) sendText('out', completed);
      if (text) sendText(ok ? 'out' : 'err', text);
    }
    finish('exit', String(code));
  }

  function sendText(kind: FrameKind, text: string): void {
    for (const frame of encodeFrames(kind, `${text}\n`)) send(frame);
  }

  function send(frame: Buffer): void {
    if (!socket.destroyed) socket.write(frame);
  }

  /** Sends the last frame and closes the connection, even if the client does not (it may be stopped). */
  function finish(kind: FrameKind, text?: string): void {
    clearInterval(heartbeat);
    if (!socket.destroyed) socket.end(encodeFrame(kind, text), () => socket.destroy());
  }
}

const otherVersion: Fault = {
  code: 'daemon_failed',
  message: 'The background process that holds your sessions is another version of Handrail.',
  hint: 'Close them with: handrail close --all',
};

/** False for help and for commands that the client's own process runs. */
function isSessionCommand(args: readonly string[]): boolean {
  return !wantsHelp(args) && findCommand(commandName(args)) !== undefined;
}

/** After an upgrade, the new client must be able to list and close the sessions of the old process. */
function isServedToAllVersions(args: readonly string[]): boolean {
  return /^(?:close|sessions)$/.test(commandName(args));
}

function isEqual(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
