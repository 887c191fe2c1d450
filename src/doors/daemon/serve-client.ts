import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import { wantsHelp, wantsJson } from '../command-line/common-flags.js';
import { toTerminalJson, toTerminalText } from '../command-line/terminal-text.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import type { CommandReply } from '../shell/command.js';
import { commandName, findCommand } from '../shell/commands.js';
import { faultReply } from '../shell/reply.js';
import { runCommand, sessionName } from '../shell/run-command.js';
import { noOtherSessions, type OtherDaemons } from './other-daemons.js';
import {
  createMessageReader,
  decodeRequest,
  encodeFrame,
  encodeFrames,
  type FrameKind,
  heartbeatMs,
  type Request,
  requestHead,
} from './wire.js';

export interface Service {
  sessions: SessionManager;
  others: OtherDaemons;
  token: string;
  build: string;
  /** True while the process shuts down: new clients must start another one. */
  isEnding(): boolean;
  onClientCount(delta: 1 | -1): void;
  onRequest(request: Request): void;
  beforeReply(): Promise<void>;
  /** A process of another build did not accept a connection. */
  onOtherEnded(): Promise<void>;
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
        else if (head === requestHead) accept(decodeRequest(body));
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
    service.onRequest(received);
    if (isSessionCommand(received.args))
      void execute(received).catch((error: unknown) => sendFault(toFault(error), received));
    else finish('local');
  }

  async function execute(received: Request): Promise<void> {
    const beat = (): void => send(encodeFrame('running'));
    beat();
    heartbeat = setInterval(beat, heartbeatMs);
    let given: Promise<string> | undefined;
    const input = (): Promise<string> => {
      given ??= new Promise((resolve) => {
        onInput = resolve;
        send(encodeFrame('input'));
      });
      return given;
    };
    // Another process that relays a command asks only for the sessions of this one.
    const isRelayed = received.build !== service.build;
    if (!isRelayed && (await relay(received, input))) return;
    const { sessions } = service;
    const others = isRelayed ? noOtherSessions : service.others;
    const reply = await runCommand({ ...received, sessions, others, signal: disconnected.signal, input });
    await service.beforeReply();
    sendReply(reply);
  }

  /** Lets the process of another build run a command for a session that it holds. Returns false if no such process exists. */
  async function relay(received: Request, readInput: () => Promise<string>): Promise<boolean> {
    const name = sessionName(received);
    const other = name === undefined || service.sessions.has(name) ? undefined : service.others.find(name);
    if (!other) return false;
    const result = await service.others.run(other, received, {
      onText: (kind, text) => send(encodeFrame(kind, text)),
      readInput,
      signal: disconnected.signal,
    });
    if (typeof result === 'number') finish('exit', String(result));
    else if (result === 'local') sendFault(unknownToOther(received, name), received);
    else await service.onOtherEnded();
    return typeof result === 'number' || result === 'local';
  }

  function sendFault(fault: Fault, { args }: Request): void {
    sendReply({ ...faultReply(fault), json: wantsJson(args) });
  }

  function sendReply({ json, data, completed, text, ok, code }: CommandReply & { json: boolean }): void {
    socket.cork(); // one write; `finish` flushes it
    if (json) sendText('out', toTerminalJson(JSON.stringify(data)));
    else {
      if (completed) sendText('out', toTerminalText(completed));
      if (text) sendText(ok ? 'out' : 'err', toTerminalText(text));
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

function unknownToOther({ args }: Request, name = ''): Fault {
  return {
    code: 'unsupported',
    message: `The session "${name}" belongs to another build of Handrail, which has no command "${commandName(args)}".`,
    hint: `To use the command, close the session and open it again: handrail close --session ${name}`,
  };
}

/** False for help and for commands that the client's own process runs. */
function isSessionCommand(args: readonly string[]): boolean {
  return !wantsHelp(args) && findCommand(commandName(args)) !== undefined;
}

function isEqual(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
