import { HandrailError } from '../../core/errors.js';
import type { OtherSessions, SessionInfo } from '../shell/command.js';
import { protocolVersion } from './client-spec.js';
import { type Pointer, readOtherPointers, removePointer } from './pointer.js';
import { type RequestOptions, type RequestResult, sendRequest } from './send-request.js';
import { readSessionFile, sessionFile } from './session-file.js';
import { isListening } from './socket.js';
import type { Request } from './wire.js';

/** A background process of another build that still holds sessions. */
export interface OtherDaemon {
  pointer: Pointer;
  /** Its open sessions, from the file that it keeps. */
  sessions: { name: string; url: string }[];
}

/** The background processes of other builds that use the same folder. */
export interface OtherDaemons extends OtherSessions {
  /** The process that holds the session. */
  find(session: string): OtherDaemon | undefined;
  /** Runs a command there. Throws `daemon_failed` if it uses another protocol. */
  run(daemon: OtherDaemon, request: Request, options: RequestOptions): Promise<RequestResult>;
  /** Removes the pointers to processes that have ended. */
  removeEnded(): Promise<void>;
}

export const noOtherSessions: OtherSessions = { list: async () => [], closeAll: async () => ({ closed: [] }) };

export function createOtherDaemons(folder: string, build: string): OtherDaemons {
  function list(): OtherDaemon[] {
    return readOtherPointers(folder, build).map((pointer) => ({
      pointer,
      sessions: readSessionFile(folder, sessionFile(pointer.file)).filter(({ reason }) => reason === ''),
    }));
  }

  function run(daemon: OtherDaemon, request: Request, options: RequestOptions): Promise<RequestResult> {
    const { pointer } = daemon;
    if (!usesOurProtocol(pointer)) throw otherProtocol(daemon);
    // A process that does not write its protocol serves only its own build.
    const sender = pointer.protocol === undefined ? pointer.build : build;
    return sendRequest(pointer, { ...request, build: sender }, options);
  }

  /** Runs a command with JSON output in every process that understands it. */
  async function runEverywhere<Reply>(args: readonly string[], signal: AbortSignal): Promise<Reply[]> {
    const replies: Reply[] = [];
    for (const daemon of list().filter(({ pointer }) => usesOurProtocol(pointer))) {
      const parts: Buffer[] = [];
      const request = { token: '', build, folder: '/', home: '', session: '', args: [...args, '--json'] };
      const result = await run(daemon, request, {
        onText: (_, text) => void parts.push(text),
        readInput: async () => '',
        signal,
      });
      if (typeof result === 'number') replies.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
    }
    return replies;
  }

  return {
    find: (session) => list().find(({ sessions }) => sessions.some(({ name }) => name === session)),
    run,
    async list(signal) {
      const replies = await runEverywhere<{ sessions: SessionInfo[] }>(['sessions'], signal);
      const unreachable = list().filter(({ pointer }) => !usesOurProtocol(pointer));
      return [
        ...replies.flatMap(({ sessions }) => sessions),
        ...unreachable.flatMap(({ sessions, pointer: { pid } }) => sessions.map((one) => ({ ...one, pid }))),
      ];
    },
    async closeAll(signal) {
      const replies = await runEverywhere<{ closed: string[] }>(['close', '--all'], signal);
      const left = list().find(({ pointer, sessions }) => !usesOurProtocol(pointer) && sessions.length > 0);
      return { closed: replies.flatMap(({ closed }) => closed), error: left && otherProtocol(left) };
    },
    async removeEnded() {
      for (const { pointer } of list())
        if (!(await isListening(pointer.socket))) removePointer(folder, pointer.file, pointer);
    },
  };
}

function usesOurProtocol({ protocol = 1 }: Pointer): boolean {
  return protocol === protocolVersion;
}

/** Names the sessions and a command that ends exactly those. */
function otherProtocol({ pointer: { pid }, sessions }: OtherDaemon): HandrailError {
  const names = sessions.map(({ name, url }) => (url ? `"${name}" (${url})` : `"${name}"`)).join(', ');
  const end = process.platform === 'win32' ? `taskkill /pid ${pid} /f` : `kill ${pid}`;
  return new HandrailError(
    'daemon_failed',
    `Another version of Handrail holds the ${sessions.length === 1 ? 'session' : 'sessions'} ${names}. This version cannot use what it holds.`,
    `Use that version, or close exactly these sessions with: ${end}. Sessions with other names can be opened.`,
  );
}
