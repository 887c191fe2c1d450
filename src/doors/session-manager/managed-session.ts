import { join } from 'node:path';
import type { RunEvent } from '../../agent/events.js';
import { performCall } from '../../agent/execute-call.js';
import { cancelled } from '../../core/deadline.js';
import { formatError, HandrailError, toFault } from '../../core/errors.js';
import type { Observation, Picture } from '../../core/observation.js';
import { pictureFolder } from '../../journal/picture-folder.js';
import { describeChange } from '../../perception/diff/describe-change.js';
import {
  type ContainerSessionOptions,
  type DesktopSessionOptions,
  openSession,
  type SessionOptions,
} from '../../session/open-session.js';
import { createQueue } from '../../session/queue.js';
import type { Rails, Session } from '../../session/session.js';
import type { ToolHost } from '../../tools/call.js';
import type { Registry } from '../../tools/registry.js';
import type { ToolResult } from '../../tools/tool.js';
import { tellOutcome } from '../replies/outcome-text.js';
import { redactTypedText } from './redact-typed-text.js';
import { openSessionJournal } from './session-journal.js';

/** Tokens of a page that an action led to. */
const pageBudget = 1_000;

/** A screen that is no browser, as it is opened. */
export type OtherScreen = WithoutRails<DesktopSessionOptions> | WithoutRails<ContainerSessionOptions>;
type WithoutRails<Options> = Omit<Options, keyof Rails | 'note'>;

export interface ManagedSessionOptions
  extends Pick<SessionOptions, 'headless' | 'viewport' | 'profile' | 'gate' | 'note' | 'uploads'> {
  url?: string;
  /** A desktop or a container in place of a browser: what holds for browsers is then left aside. */
  screen?: OtherScreen;
  allow?: ToolHost['allow'];
  /** Where `runs/<id>` is made: journal, pictures and downloads of the session. */
  home?: string;
  /** Who drives it, for the journal. */
  by: string;
  /** Gives up opening it. */
  signal?: AbortSignal;
}

/** What holds for one call besides what holds for its session. */
export interface CallOptions extends Pick<ToolHost, 'ask' | 'log'> {
  signal?: AbortSignal;
  rails?: Pick<Rails, 'gate' | 'approve'>;
}

/** A session that waits for calls from outside, with its folder and its lock. */
export interface ManagedSession {
  readonly name: string;
  readonly session: Session;
  readonly folder: string;
  /** Milliseconds since the last call ended, whatever the clock on the wall was set to meanwhile. */
  idleMs(): number;
  isBusy(): boolean;
  /** The address that was seen last; of a screen without addresses, the window in use. */
  url(): string | undefined;
  /** What befell the page since last asked, in sentences: it crashed, it was opened again. */
  news(): string[];
  /** Keeps a picture in the session's folder and says where. */
  keep(picture: Picture): Promise<string>;
  /** Calls a tool; one call at a time, in the order of asking. Never throws. */
  call(registry: Registry, tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  /** Does something else with the session in its turn. */
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Closes browser and journal. Calls under way end with `cancelled`. */
  close(): Promise<void>;
}

/** Opens a session and its journal. Throws HandrailError when that cannot be had; then nothing is left behind. */
export async function openManagedSession(
  name: string,
  { url, allow, home, by, signal: giveUp, screen, ...options }: ManagedSessionOptions,
): Promise<ManagedSession> {
  const journal = openSessionJournal({ home, task: `Session "${name}"`, by, url });
  const { folder } = journal;
  const { gate, note } = options;
  let session: Session;
  try {
    session = await openSession(
      screen
        ? { ...screen, gate, journal, ...(note ? { note } : {}), ...(url ? { url } : {}) }
        : { ...options, journal, downloads: join(folder, 'downloads') },
    );
    if (url || giveUp?.aborted) await begin(session, url, giveUp);
  } catch (error) {
    journal.end(0, toFault(error));
    throw error;
  }
  const keep = pictureFolder(folder);
  const news: string[] = [];
  let address = url;
  session.on('observation', (observation) => {
    address = placeIn(observation) ?? address;
    news.push(...(observation.changes ?? []).filter(({ kind }) => kind === 'page').map(describeChange));
  });
  session.on('outcome', ({ outcome }) => {
    if (outcome.observation) address = placeIn(outcome.observation) ?? address;
  });
  const host: ToolHost = {
    session,
    memory: new Map(),
    seen: session.seen,
    tell: tellOutcome,
    after: { budget: pageBudget, places: false },
    keep,
    ...(allow ? { allow } : {}),
  };
  const queue = createQueue();
  const closed = new AbortController();
  let restingSince = performance.now();
  let waiting = 0;
  let step = 0;

  async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    waiting += 1;
    try {
      return await queue.run(work, signal && { signal, instead: () => Promise.reject(cancelled(signal)) as never });
    } finally {
      waiting -= 1;
      restingSince = performance.now();
    }
  }

  return {
    name,
    session,
    folder,
    idleMs: () => performance.now() - restingSince,
    isBusy: () => waiting > 0,
    url: () => address,
    news: () => news.splice(0),
    keep,
    inTurn,
    async call(registry, tool, input, { signal: given, rails, ask, log } = {}) {
      const signal = given ? AbortSignal.any([given, closed.signal]) : closed.signal;
      const emit = (event: RunEvent): void => void journal.write({ ...redactTypedText(event, registry) });
      const own = { ...host, ...(rails ? { rails } : {}), ...(ask ? { ask } : {}), ...(log ? { log } : {}) };
      try {
        const result = await inTurn(() => {
          step += 1;
          return performCall({ id: String(step), tool, input }, { registry, host: own, step, emit, signal });
        }, signal);
        const befell = news.splice(0);
        return befell.length > 0 ? { ...result, metadata: { ...result.metadata, news: befell } } : result;
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

/** The address; of a screen without addresses, its window in use. */
function placeIn({ url, title, app }: Observation): string | undefined {
  const window = [app, title].filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  return url ?? (window.slice(0, 200) || undefined);
}

/** Goes to the first page. A session that does not get there is closed. */
async function begin(session: Session, url: string | undefined, signal: AbortSignal | undefined): Promise<void> {
  const { error } = signal?.aborted
    ? { error: cancelled(signal).fault }
    : await session.perform({ type: 'navigate', url: url ?? 'about:blank' }, signal ? { signal } : {});
  if (!error) return;
  await session.close();
  throw new HandrailError(error.code, error.message, error.hint);
}
