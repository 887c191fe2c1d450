import { join } from 'node:path';
import type { RunEvent } from '../../agent/events.js';
import { executeCall } from '../../agent/execute-call.js';
import { toCancelledError } from '../../core/deadline.js';
import { formatError, HandrailError, toFault } from '../../core/errors.js';
import type { Observation, Picture } from '../../core/observation.js';
import { createPictureStore } from '../../journal/picture-store.js';
import { describeChange } from '../../perception/diff/describe-change.js';
import {
  type ContainerSessionOptions,
  type DesktopSessionOptions,
  openSession,
  type SessionOptions,
} from '../../session/open-session.js';
import { createQueue } from '../../session/queue.js';
import type { Rails, Session } from '../../session/session.js';
import type { ToolHost } from '../../tools/call/call-tool.js';
import type { Registry } from '../../tools/registry.js';
import type { ToolResult } from '../../tools/tool.js';
import { formatOutcome } from '../replies/outcome-text.js';
import { redactTypedText } from './redact-typed-text.js';
import { openSessionJournal, type SessionJournal } from './session-journal.js';

/** Maximum tokens of the page that an action led to. */
const pageBudget = 1_000;
const maxWindowTitleLength = 200;

/** Options of a desktop or container, without the rails, which the manager sets. */
export type NonBrowserOptions = WithoutRails<DesktopSessionOptions> | WithoutRails<ContainerSessionOptions>;
type WithoutRails<Options> = Omit<Options, keyof Rails | 'note'>;

export interface ManagedSessionOptions
  extends Pick<SessionOptions, 'headless' | 'viewport' | 'profile' | 'gate' | 'note' | 'uploads'> {
  url?: string;
  /** Opens a desktop or container instead of a browser. The browser options are then ignored. */
  screen?: NonBrowserOptions;
  allow?: ToolHost['allow'];
  /** The folder that holds `runs/<id>` with the journal, pictures and downloads of the session. */
  home?: string;
  /** The door that drives the session, for the journal. */
  source: string;
  /** Aborts opening. */
  signal?: AbortSignal;
}

export interface CallOptions extends Pick<ToolHost, 'ask' | 'log'> {
  signal?: AbortSignal;
  rails?: Pick<Rails, 'gate' | 'approve'>;
}

/** A named session with its run folder and its queue of calls. */
export interface ManagedSession {
  readonly name: string;
  readonly session: Session;
  readonly folder: string;
  /** Milliseconds since the last call ended, by a clock that no change of the system time affects. */
  idleMs(): number;
  isBusy(): boolean;
  /** The last observed URL, or the active window of a screen without URLs. */
  location(): string | undefined;
  /** Returns and clears the notices about the page: it crashed, it was opened again. */
  takeNotices(): string[];
  /** Stores a picture in the session's folder and returns its path. */
  storePicture(picture: Picture): Promise<string>;
  /** Calls a tool. Calls run one at a time, in the order in which they arrive. Never throws. */
  call(registry: Registry, tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  /** Runs other work on the session when no call is running. */
  runExclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Closes the environment and the journal. Running calls end with `closed`. */
  close(): Promise<void>;
}

/** Opens a session and its journal. Throws HandrailError if that fails, and then leaves nothing running. */
export async function openManagedSession(name: string, options: ManagedSessionOptions): Promise<ManagedSession> {
  const { home, source, url } = options;
  const journal = openSessionJournal({ home, task: `Session "${name}"`, source, url });
  try {
    return manageSession(name, await openAtUrl(options, journal), journal, options);
  } catch (error) {
    journal.end(0, toFault(error));
    throw error;
  }
}

/** Opens the session and its first page. Closes the session if the page cannot be opened. */
async function openAtUrl(
  { url, screen, signal, allow: _, home: __, source: ___, ...options }: ManagedSessionOptions,
  journal: SessionJournal,
): Promise<Session> {
  const { gate, note } = options;
  const session = await openSession(
    screen
      ? { ...screen, gate, journal, ...(note ? { note } : {}) }
      : { ...options, journal, downloads: join(journal.folder, 'downloads') },
  );
  if (!url && !signal?.aborted) return session;
  const { error } = signal?.aborted
    ? { error: toCancelledError(signal).fault }
    : await session.perform({ type: 'navigate', url: url ?? 'about:blank' }, { signal });
  if (!error) return session;
  await session.close();
  throw new HandrailError(error.code, error.message, error.hint);
}

function manageSession(
  name: string,
  session: Session,
  journal: SessionJournal,
  { url, allow }: ManagedSessionOptions,
): ManagedSession {
  const storePicture = createPictureStore(journal.folder);
  const { location, takeNotices } = followSession(session, url);
  const host: ToolHost = {
    session,
    memory: new Map(),
    knownElement: session.knownElement,
    renderOutcome: formatOutcome,
    outcomeOptions: { budget: pageBudget, coordinates: false },
    savePicture: storePicture,
    allow,
  };
  const queue = createQueue();
  const closed = new AbortController();
  let idleSince = performance.now();
  let pendingCalls = 0;
  let step = 0;

  async function runExclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    pendingCalls += 1;
    try {
      const reject = (aborted: AbortSignal) => Promise.reject(toCancelledError(aborted)) as never;
      return await queue.run(work, signal && { signal, toResult: () => reject(signal) });
    } finally {
      pendingCalls -= 1;
      idleSince = performance.now();
    }
  }

  return {
    name,
    session,
    folder: journal.folder,
    idleMs: () => performance.now() - idleSince,
    isBusy: () => pendingCalls > 0,
    location,
    takeNotices,
    storePicture,
    runExclusive,
    async call(registry, tool, input, { signal: callSignal, ...options } = {}) {
      const signal = callSignal ? AbortSignal.any([callSignal, closed.signal]) : closed.signal;
      const emit = (event: RunEvent): void => void journal.write({ ...redactTypedText(event, registry) });
      try {
        const result = await runExclusive(() => {
          step += 1;
          const call = { id: String(step), tool, input };
          return executeCall(call, { registry, host: { ...host, ...options }, step, emit, signal });
        }, signal);
        const notices = takeNotices();
        return notices.length > 0 ? { ...result, metadata: { ...result.metadata, notices } } : result;
      } catch (error) {
        const fault = toFault(error);
        return { success: false, error: formatError(fault), metadata: { tool, ms: 0, code: fault.code } };
      }
    },
    async close() {
      if (closed.signal.aborted) return;
      closed.abort(new HandrailError('closed', `The session "${name}" was closed.`));
      await session.close();
      journal.end(step);
    },
  };
}

/** Tracks the location of a session and the notices about its page. */
function followSession(session: Session, url: string | undefined): Pick<ManagedSession, 'location' | 'takeNotices'> {
  const notices: string[] = [];
  let location = url;
  session.on('observation', (observation) => {
    location = locationOf(observation) ?? location;
    notices.push(...(observation.changes ?? []).filter(({ kind }) => kind === 'page').map(describeChange));
  });
  session.on('outcome', ({ outcome }) => {
    if (outcome.observation) location = locationOf(outcome.observation) ?? location;
  });
  return { location: () => location, takeNotices: () => notices.splice(0) };
}

/** The URL, or the active window of a screen without URLs. */
function locationOf({ url, title, app }: Observation): string | undefined {
  const window = [app, title].filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  return url ?? (window.slice(0, maxWindowTitleLength) || undefined);
}
