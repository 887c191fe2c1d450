import { join } from 'node:path';
import type { EnvironmentKind } from '../core/environment-kinds.js';
import { HandrailError } from '../core/errors.js';
import type { Message, Model } from '../models/model.js';
import type { Approve, Gate } from '../rails/gate.js';
import { type AnySessionOptions, openSession } from '../session/open-session.js';
import type { Session } from '../session/session.js';
import type { Registry } from '../tools/registry.js';
import type { Tool } from '../tools/tool.js';
import type { Attachable } from './attachment.js';
import { loadDotEnv } from './dotenv.js';
import type { RunEvent, RunResult } from './events.js';
import { type RunLimits, readLimits } from './limits.js';
import { type OfferedTool, toolsFor } from './offered-tools.js';
import { resolveModel } from './resolve-model.js';
import { runOnce } from './run-once.js';
import type { Keeping } from './run-recorder.js';
import type { Expectation } from './verify-claim.js';

export interface AgentOptions extends Keeping {
  /** A model, or the name of one. Default `steps`, which needs no key. */
  model?: Model | string;
  /** Takes over where the model cannot go on. */
  fallback?: Model | string;
  /** A session that is open already; it stays open when the agent closes. */
  session?: Session;
  /** How to open one otherwise: on the first `send`, closed with the agent. A desktop or a container says so: `{ environment: 'desktop', … }`. */
  environment?: EnvironmentKind | AgentEnvironment;
  /** Where to begin, in a browser. */
  url?: string;
  /** Names of tool sets or single tools to have (`-name` leaves out), and tools of your own. Default: the set `browser`. */
  tools?: readonly (string | Tool | OfferedTool)[];
  systemPrompt?: string;
  /** How many pictures of the past a model is sent. */
  maxPictures?: number;
  limits?: Partial<RunLimits>;
  /** Asked from safety level `medium` up. Without one, such actions are refused. */
  approve?: Approve | 'all' | 'none';
  /** Rules of your own in place of the usual ones. */
  gate?: Gate;
  /** Answers `ask_user`. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  allow?: { evaluate?: boolean };
  on?: (event: RunEvent) => void;
}

type WithoutRails<Options> = Options extends unknown ? Omit<Options, 'url' | 'gate' | 'approve' | 'journal'> : never;
/** How an agent opens its session. */
export type AgentEnvironment = WithoutRails<AnySessionOptions>;

export interface SendOptions {
  /** Pictures and files that the model is shown with the text: as they come from an observation, from a file, or with a name. */
  attachments?: readonly Attachable[];
  expect?: Expectation;
  signal?: AbortSignal;
  limits?: Partial<RunLimits>;
}

/** A conversation with something that acts. */
export interface Agent extends AsyncDisposable {
  readonly model: Model;
  /** The tools it has; others can be registered before the next `send`. */
  readonly tools: Registry;
  readonly history: readonly Message[];
  readonly memory: ReadonlyMap<string, string>;
  /** The session it acts on, opened when it is not yet. */
  session(): Promise<Session>;
  /** Does what the text says and tells how it ended; one at a time. What goes wrong in the run is in the result. */
  send(text: string, options?: SendOptions): Promise<RunResult>;
  /** Everything that happens, as it happens. */
  on(listener: (event: RunEvent) => void): () => void;
  close(): Promise<void>;
}

/** Begins a conversation. Throws `invalid_option` for options that cannot be kept. */
export function createAgent(options: AgentOptions = {}): Agent {
  loadDotEnv();
  const model = resolveModel(options.model ?? 'steps');
  const fallback = options.fallback === undefined ? undefined : resolveModel(options.fallback);
  const warn = (text: string): void => process.emitWarning(text, 'Handrail');
  const tools = toolsFor(options.tools, { model, fallback, kind: kindOf(options) }).filtered(
    (fallback ?? model).capabilities,
    options.tools ? warn : undefined,
  );
  readLimits(options.limits);
  checkPictures(options.maxPictures);
  const history: Message[] = [];
  const memory = new Map<string, string>();
  const listeners = new Set<(event: RunEvent) => void>(options.on ? [options.on] : []);
  let opening: Promise<Session> | undefined;
  let isBusy = false;
  let isClosed = false;

  async function session(folder?: string): Promise<Session> {
    if (isClosed) throw new HandrailError('closed', 'The agent is closed.', 'Create another one.');
    opening ??= open(options, folder).catch((error: unknown) => {
      opening = undefined; // the next one tries again
      throw error;
    });
    return opening;
  }

  async function send(text: string, sending: SendOptions = {}): Promise<RunResult> {
    if (isBusy)
      throw new HandrailError('invalid_option', 'The agent is at work.', 'Wait until the last send has ended.');
    if (!text.trim()) throw new HandrailError('invalid_option', 'The task is empty.', 'Say what is to be done.');
    readLimits(sending.limits);
    isBusy = true;
    try {
      return await runOnce({ options, sending, text, model, fallback, tools, history, memory, listeners, session });
    } finally {
      isBusy = false;
    }
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    const opened = await opening?.catch(() => undefined); // what did not open needs no closing
    if (opened && opened !== options.session) await opened.close();
  }

  return {
    model,
    tools,
    history,
    memory,
    session: () => session(),
    send,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function checkPictures(most: number | undefined): void {
  if (most === undefined || most === Number.POSITIVE_INFINITY || (Number.isInteger(most) && most >= 1)) return;
  throw new HandrailError(
    'invalid_option',
    `maxPictures is a whole number from 1 up, not ${most}.`,
    'A model is always sent the screen as it is now; leave it out for what suits the model.',
  );
}

/** What is downloaded lies beside the journal of the run that opened the session. */
async function open({ session, environment = 'browser', url }: AgentOptions, folder?: string): Promise<Session> {
  const address = url === undefined ? {} : { url };
  if (!session) {
    const how = typeof environment === 'string' ? { environment } : environment;
    if (how.environment === 'desktop' || how.environment === 'container') return openSession({ ...how, ...address });
    const downloads = folder === undefined ? {} : { downloads: join(folder, 'downloads') };
    return openSession({ ...downloads, ...how, ...address });
  }
  if (url === undefined) return session;
  const { error } = await session.perform({ type: 'navigate', url });
  if (error) throw new HandrailError(error.code, error.message, error.hint);
  return session;
}

function kindOf({ session, environment = 'browser' }: AgentOptions): string {
  if (session) return session.environment.kind;
  return typeof environment === 'string' ? environment : (environment.environment ?? 'browser');
}
