import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import type { ShellReply } from '../shell/command.js';
import { findCommand, nameIn } from '../shell/commands.js';
import { faultReply } from '../shell/reply.js';
import { runWords } from '../shell/run-words.js';
import { wantsHelp, wantsJson } from '../terminal/common-flags.js';
import { beatMs, type FrameKind, messageReader, type Request, readRequest, writeFrame, writeFrames } from './wire.js';

export interface Service {
  hub: SessionManager;
  token: string;
  build: string;
  /** Who comes now is to start another one. */
  isEnding(): boolean;
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
  let request: Request | undefined;
  let pulse: NodeJS.Timeout | undefined;
  service.onTraffic(1);
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  socket.on('error', () => socket.destroy()); // a client that left: `close` follows
  socket.on('close', () => {
    clearTimeout(timer);
    clearInterval(pulse);
    gone.abort(new HandrailError('cancelled', 'The caller left.'));
    service.onTraffic(-1);
  });
  socket.on('data', (chunk) => {
    try {
      for (const { head, body } of read(chunk)) {
        if (request) onInput?.(body.toString('utf8'));
        else if (head === 'handrail 1') accept(readRequest(body));
        else socket.destroy(); // who does not speak the protocol gets no answer
      }
    } catch (error) {
      if (request) say({ ...faultReply(toFault(error)), json: wantsJson(request.words) });
      else socket.destroy();
    }
  });

  function accept(asked: Request): void {
    clearTimeout(timer);
    if (!isSame(asked.token, service.token) || service.isEnding()) {
      socket.destroy();
      return;
    }
    request = asked;
    const isStale = asked.build !== service.build && !isAlwaysServed(asked.words);
    if (isStale && service.hub.isEmpty()) {
      finish('stale');
      service.onStale();
    } else if (isStale) say({ ...faultReply(otherVersion), json: wantsJson(asked.words) });
    else if (isOurs(asked.words))
      void carryOut(asked).catch((error: unknown) =>
        say({ ...faultReply(toFault(error)), json: wantsJson(asked.words) }),
      );
    else finish('local');
  }

  async function carryOut(asked: Request): Promise<void> {
    const beat = (): void => send('begun');
    beat();
    pulse = setInterval(beat, beatMs);
    const input = () =>
      new Promise<string>((resolve) => {
        onInput = resolve;
        send('input');
      });
    say(await runWords({ ...asked, hub: service.hub, signal: gone.signal, input }));
  }

  function say({ json, data, before, text, ok, code }: ShellReply & { json: boolean }): void {
    socket.cork(); // all of it in one go: the end lets it out
    if (json) write('out', `${JSON.stringify(data)}\n`);
    else {
      if (before) write('out', `${before}\n`);
      if (text) write(ok ? 'out' : 'err', `${text}\n`);
    }
    finish('exit', String(code));
  }

  function write(kind: FrameKind, text: string): void {
    if (!socket.destroyed) for (const frame of writeFrames(kind, text)) socket.write(frame);
  }

  function send(kind: FrameKind): void {
    if (!socket.destroyed) socket.write(writeFrame(kind));
  }

  /** A client that does not leave by itself (it was stopped, say) is no reason to stay. */
  function finish(kind: FrameKind, text?: string): void {
    clearInterval(pulse);
    if (!socket.destroyed) socket.end(writeFrame(kind, text), () => socket.destroy());
  }
}

const otherVersion: Fault = {
  code: 'daemon_failed',
  message: 'The background process that holds your sessions is another version of Handrail.',
  hint: 'Close them with: handrail close --all',
};

/** Words that need no session of ours are for the caller's own process: help, runs, reports, other doors. */
function isOurs(words: readonly string[]): boolean {
  return !wantsHelp(words) && findCommand(nameIn(words)) !== undefined;
}

/** Whoever comes after an upgrade must be able to see and close what is open. */
function isAlwaysServed(words: readonly string[]): boolean {
  return /^(?:close|sessions)$/.test(nameIn(words));
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
