import { join } from 'node:path';
import type { RunEvent } from '../../agent/events.js';
import { executeCall } from '../../agent/execute-call.js';
import { toCancelledError } from '../../core/deadline.js';
import type { ElementId } from '../../core/element.js';
import { type Fault, formatError, HandrailError, toFault } from '../../core/errors.js';
import type { Observation, Picture } from '../../core/observation.js';
import type { Outcome } from '../../core/outcome.js';
import { createPictureStore } from '../../journal/picture-store.js';
import { describeChange } from '../../perception/diff/describe-change.js';
import { describeBusy } from '../../perception/ui-map/render-outcome.js';
import { loadPolicy } from '../../rails/policy/load-policy.js';
import type { Policy } from '../../rails/policy/schema.js';
import { defaultPolicy } from '../../session/judging/default-policy.js';
import {
  type ContainerSessionOptions,
  type DesktopSessionOptions,
  openSession,
  type SessionOptions,
} from '../../session/open-session.js';
import { createQueue } from '../../session/queue.js';
import type { Rails, Session } from '../../session/session.js';
import type { Takeover } from '../../session/takeover.js';
import { emptyRecord } from '../../tools/call/call-metadata.js';
import type { ScreenHost, ToolHost } from '../../tools/call/call-tool.js';
import { createContext } from '../../tools/call/create-context.js';
import { resolveElement } from '../../tools/read/read-scope.js';
import type { Registry } from '../../tools/registry.js';
import type { ToolResult } from '../../tools/tool.js';
import { createMapPrinter, type MapPrinter } from '../replies/map-printer.js';
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
  extends Pick<
    SessionOptions,
    'headless' | 'viewport' | 'profile' | 'owner' | 'policy' | 'secrets' | 'approve' | 'note' | 'uploads'
  > {
  url?: string;
  /** Opens a desktop or container instead of a browser. The browser options are then ignored. */
  screen?: NonBrowserOptions;
  allow?: ToolHost['allow'];
  /** The folder that holds `runs/<id>` with the journal, pictures and downloads of the session. */
  home?: string;
  /** The door that drives the session, for the journal. */
  source: string;
  /** Who chose the first page. `client`: a program or model before it saw a page. `unknown`: perhaps a page. Default `user`. */
  startChosenBy?: 'user' | 'client' | 'unknown' | undefined;
  /** Addresses that the session may reach, even on this machine. */
  named?: readonly string[] | undefined;
  /** Aborts opening. */
  signal?: AbortSignal;
}

export interface CallOptions extends Pick<ToolHost, 'ask' | 'log'> {
  signal?: AbortSignal;
  rails?: Pick<Rails, 'gate' | 'approve'>;
  /** More commands follow: a new page is summarized, not printed. */
  summarizesPages?: boolean;
}

/** What decides on the actions of a session. */
export interface SessionRules {
  policy: Policy;
  /** Whether somebody can approve. */
  approves: boolean;
}

/** A named session with its run folder and its queue of calls. */
export interface ManagedSession {
  readonly name: string;
  readonly session: Session;
  readonly folder: string;
  readonly rules: SessionRules;
  /** Why the first page was still busy when the session was opened, if it was. */
  readonly openedBusy?: string;
  /** Prints maps for the caller of this session. */
  readonly printer: MapPrinter;
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
  /** The element that an id, a CSS selector or a phrase means. Throws HandrailError if it is not exactly one. */
  resolveElement(target: string, signal?: AbortSignal): Promise<ElementId>;
  /** Runs other work on the session when no call is running. */
  runExclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Lets a person use the screen until `handBack`. Calls are refused with `taken_over` meanwhile. */
  takeOver(signal?: AbortSignal): Promise<void>;
  /** Ends the takeover. Resolves to its length in seconds. */
  handBack(): Promise<number>;
  /** Closes the environment and the journal. Running calls end with `closed`. */
  close(): Promise<void>;
}

/** Opens a session and its journal. Throws HandrailError if that fails, and then leaves nothing running. */
export async function openManagedSession(name: string, options: ManagedSessionOptions): Promise<ManagedSession> {
  const { home, source, url } = options;
  const policy = loadPolicy(options.policy ?? defaultPolicy);
  const journal = openSessionJournal({ home, task: `Session "${name}"`, source, url, policy });
  try {
    const { session, busy } = await openAtUrl({ ...options, policy }, journal);
    return { ...manageSession(name, session, journal, { ...options, policy }), openedBusy: busy };
  } catch (error) {
    journal.end(0, toFault(error));
    throw error;
  }
}

/** Opens the session and its first page. Closes the session if the page cannot be opened. */
async function openAtUrl(
  { url, screen, signal, startChosenBy = 'user', named = [], allow: _, source: __, ...options }: ManagedSessionOptions,
  journal: SessionJournal,
): Promise<{ session: Session; busy?: string }> {
  const { policy, secrets, home, approve, note } = options;
  const session = await openSession(
    screen
      ? { ...screen, policy, secrets, home, approve, journal, ...(note ? { note } : {}) }
      : { ...options, journal, downloads: join(journal.folder, 'downloads') },
  );
  for (const address of named) session.nameAddress(address);
  if (startChosenBy === 'client') session.nameFirstAddress();
  else if (startChosenBy === 'user' && url) session.nameStart(url);
  if (!url && !signal?.aborted) return { session };
  const { error, busy } = signal?.aborted
    ? { error: toCancelledError(signal).fault }
    : await openPage(session, url ?? 'about:blank', signal);
  if (!error) return { session, busy };
  await session.close();
  throw new HandrailError(error.code, error.message, error.hint);
}

async function openPage(
  session: Session,
  url: string,
  signal?: AbortSignal,
): Promise<{ error?: Fault; busy?: string }> {
  const outcome = await session.perform({ type: 'navigate', url }, { signal, shown: false });
  return { error: outcome.error, busy: describeBusy(outcome) };
}

function manageSession(
  name: string,
  session: Session,
  journal: SessionJournal,
  { url, allow, source, policy, approve }: ManagedSessionOptions & { policy: Policy },
): ManagedSession {
  const storePicture = createPictureStore(journal.folder);
  const printer = createMapPrinter(source === 'mcp' ? 'observe(full=true)' : 'observe --full');
  const { location, takeNotices } = followSession(session, url, printer);
  const host: ScreenHost = {
    session,
    memory: new Map(),
    knownElement: session.knownElement,
    printMap: printer.print,
    currentId: printer.currentId,
    outcomeOptions: { budget: pageBudget, coordinates: false },
    savePicture: storePicture,
    allow,
  };
  const queue = createQueue();
  const closed = new AbortController();
  let idleSince = performance.now();
  let pendingCalls = 0;
  let step = 0;
  let takeover: Takeover | undefined;

  async function runExclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (takeover) throw takenOver(name);
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
    rules: { policy, approves: approve !== undefined },
    printer,
    idleMs: () => performance.now() - idleSince,
    isBusy: () => pendingCalls > 0,
    location,
    takeNotices,
    storePicture,
    runExclusive,
    async resolveElement(target, signal = closed.signal) {
      const context = createContext(host, signal, emptyRecord());
      const { id } = await runExclusive(() => resolveElement(target, context), signal);
      session.shownIds.add(id);
      return id;
    },
    async call(registry, tool, input, { signal: callSignal, summarizesPages: summary, ...options } = {}) {
      const signal = callSignal ? AbortSignal.any([callSignal, closed.signal]) : closed.signal;
      const emit = (event: RunEvent): void => void journal.write({ ...redactTypedText(event, registry) });
      try {
        const result = await runExclusive(() => {
          step += 1;
          const call = { id: String(step), tool, input };
          const renderOutcome = (outcome: Outcome) => formatOutcome(outcome, printer, { summary });
          return executeCall(call, { registry, host: { ...host, ...options, renderOutcome }, step, emit, signal });
        }, signal);
        const notices = takeNotices();
        return notices.length > 0 ? { ...result, metadata: { ...result.metadata, notices } } : result;
      } catch (error) {
        const fault = toFault(error);
        return { success: false, error: formatError(fault), metadata: { tool, ms: 0, code: fault.code } };
      }
    },
    async takeOver(signal) {
      takeover = await runExclusive(() => session.takeOver({ signal }), signal);
      pendingCalls += 1;
    },
    async handBack() {
      if (!takeover)
        throw new HandrailError(
          'invalid_option',
          `Nobody has taken the session "${name}" over.`,
          'Take it over with: handrail take-over',
        );
      const ending = takeover.handBack();
      takeover = undefined;
      pendingCalls -= 1;
      idleSince = performance.now();
      return ending;
    },
    async close() {
      if (closed.signal.aborted) return;
      closed.abort(new HandrailError('closed', `The session "${name}" was closed.`));
      await session.close();
      journal.end(step);
    },
  };
}

function takenOver(name: string): HandrailError {
  return new HandrailError(
    'taken_over',
    `A person uses the session "${name}".`,
    'Try again when the person has handed it back: handrail hand-back',
  );
}

/** Tracks the location of a session and the notices about its page. */
function followSession(
  session: Session,
  url: string | undefined,
  printer: MapPrinter,
): Pick<ManagedSession, 'location' | 'takeNotices'> {
  const notices: string[] = [];
  let location = url;
  session.listen('observation', (observation) => {
    printer.see(observation);
    location = locationOf(observation) ?? location;
    notices.push(...(observation.changes ?? []).filter(({ kind }) => kind === 'page').map(describeChange));
  });
  session.listen('outcome', ({ outcome }) => {
    if (!outcome.observation) return;
    printer.see(outcome.observation);
    location = locationOf(outcome.observation) ?? location;
  });
  return { location: () => location, takeNotices: () => notices.splice(0) };
}

/** The URL, or the active window of a screen without URLs. */
function locationOf({ url, title, app }: Observation): string | undefined {
  const window = [app, title].filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  return url ?? (window.slice(0, maxWindowTitleLength) || undefined);
}
