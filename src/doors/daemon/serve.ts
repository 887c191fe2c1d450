import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { HandrailError } from '../../core/errors.js';
import { exitCodes } from '../cli/exit-codes.js';
import type { Hub } from '../hub/hub.js';
import { findCommand, nameIn } from '../shell/commands.js';
import { faultReply } from '../shell/reply.js';
import { runWords } from '../shell/run-words.js';
import { type FrameKind, messageReader, type Request, readRequest, writeFrame } from './wire.js';

export interface Service {
  hub: Hub;
  token: string;
  build: string;
  /** A client came or went. */
  onTraffic(delta: 1 | -1): void;
  /** A client of another version came while nothing was open. */
  onStale(): void;
}

/** Who connects and says nothing is shown out. */
const patienceMs = 5_000;

/** Serves one client: one request, then frames, the last of which is its exit code. Its leaving cancels what it asked for. */
export function serveClient(socket: Socket, service: Service): void {
  const gone = new AbortController();
  const read = messageReader();
  let onInput: ((text: string) => void) | undefined;
  let hasAsked = false;
  service.onTraffic(1);
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  socket.on('error', () => socket.destroy()); // a client that left: `close` follows
  socket.on('close', () => {
    clearTimeout(timer);
    gone.abort(new HandrailError('cancelled', 'The caller left.'));
    service.onTraffic(-1);
  });
  const send = (kind: FrameKind, text?: string): void => {
    if (!socket.destroyed) socket.write(writeFrame(kind, text));
  };
  socket.on('data', (chunk) => {
    try {
      for (const { head, body } of read(chunk)) {
        if (hasAsked) onInput?.(body.toString('utf8'));
        else if (head !== 'handrail 1') throw new HandrailError('daemon_failed', 'That is another protocol.');
        else {
          hasAsked = true;
          clearTimeout(timer);
          void answer(readRequest(body));
        }
      }
    } catch {
      socket.destroy(); // who does not speak the protocol gets no answer
    }
  });

  async function answer(request: Request): Promise<void> {
    if (!isSame(request.token, service.token)) {
      socket.destroy();
      return;
    }
    if (request.build !== service.build && !isAlwaysServed(request.words)) return refuseStale();
    if (!isOurs(request.words)) return finish('local');
    const input = () =>
      new Promise<string>((resolve) => {
        onInput = resolve;
        send('input');
      });
    const reply = await runWords({ ...request, hub: service.hub, signal: gone.signal, input });
    if (reply.json) send('out', `${JSON.stringify(reply.data)}\n`);
    else {
      if (reply.before) send('out', `${reply.before}\n`);
      if (reply.text) send(reply.ok ? 'out' : 'err', `${reply.text}\n`);
    }
    finish('exit', String(reply.code));
  }

  function refuseStale(): void {
    if (service.hub.list().length === 0) {
      finish('stale');
      service.onStale();
      return;
    }
    const { text } = faultReply(
      new HandrailError(
        'daemon_failed',
        'The background process that holds your sessions is another version of Handrail.',
        'Close them with: handrail close --all',
      ).fault,
    );
    send('err', `${text}\n`);
    finish('exit', String(exitCodes.failed));
  }

  function finish(kind: FrameKind, text?: string): void {
    if (!socket.destroyed) socket.end(writeFrame(kind, text));
  }
}

/** Words that need no session of ours are for the caller's own process: help, runs, reports, other doors. */
function isOurs(words: readonly string[]): boolean {
  if (words.includes('--help') || words.includes('-h')) return false;
  return findCommand(nameIn(words)) !== undefined;
}

/** Whoever comes after an upgrade must be able to see and close what is open. */
function isAlwaysServed(words: readonly string[]): boolean {
  return words.includes('close') || words.includes('sessions');
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
