import { join } from 'node:path';
import type { z } from 'zod';
import { openSession } from '../client/open-session.js';
import { type Session, toClientSession } from '../client/session.js';
import { newBoundary } from '../core/boundary.js';
import { HandrailError } from '../core/errors.js';
import { createEventSource, type EventsOptions } from '../core/events/event-source.js';
import { normalizeUrl } from '../core/url.js';
import type { Message, Model } from '../models/model.js';
import type { Registry } from '../tools/registry.js';
import type { Tool } from '../tools/tool.js';
import { checkAgentOptions, checkSendOptions } from './check-options.js';
import type { RunEvent, RunResult } from './events.js';
import { readLimits } from './limits.js';
import { selectTools } from './offered-tools.js';
import type { AgentOptions, SendOptions } from './options.js';
import { resolveModel } from './resolve-model.js';
import type { AgentState } from './run-state.js';
import { runTask } from './run-task.js';

/** A conversation in which a model acts on one session. */
export interface Agent extends AsyncDisposable {
  readonly model: Model;
  /** The tools of the agent. More tools can be registered before the next `send`. */
  readonly tools: Registry;
  readonly history: readonly Message[];
  readonly memory: ReadonlyMap<string, string>;
  /** Returns the session, and opens it first if necessary. */
  session(): Promise<Session>;
  /** Runs one task at a time. Errors of the run are in the result. */
  send<Schema extends z.ZodType = z.ZodType<unknown>>(
    text: string,
    options?: SendOptions<Schema>,
  ): Promise<RunResult<z.output<Schema>>>;
  /** The events of every run from now on, for `for await`: `for await (const event of agent.events()) …`. Ends when the agent closes. */
  events(options?: EventsOptions): AsyncIterableIterator<RunEvent>;
  /** Subscribes to the events of every run. Returns the function that unsubscribes. A listener that throws causes a warning. */
  on(listener: (event: RunEvent) => void): () => void;
  close(): Promise<void>;
}

/** Creates an agent. Throws `invalid_option` for invalid options. */
export function createAgent(options: AgentOptions = {}): Agent {
  checkAgentOptions(options);
  const model = resolveModel(options.model ?? 'steps');
  const fallback = options.fallback === undefined ? undefined : resolveModel(options.fallback);
  const warn = (text: string): void => process.emitWarning(text, 'Handrail');
  const registry = selectTools(options.tools, { model, fallback, kind: environmentKind(options) }).filtered(
    (fallback ?? model).capabilities,
    (sentence, tool) => {
      if (isNamed(tool, options.tools)) warn(sentence);
    },
  );
  readLimits(options.limits);
  checkMaxPictures(options.maxPictures);
  let opening: Promise<Session> | undefined;
  let isRunning = false;
  let isClosed = false;

  async function session(runFolder?: string, signal?: AbortSignal): Promise<Session> {
    if (isClosed) throw new HandrailError('closed', 'The agent is closed.', 'Create a new agent.');
    opening ??= openFor(options, runFolder, signal).catch((error: unknown) => {
      opening = undefined; // the next call tries again
      throw error;
    });
    return opening;
  }

  const agent: AgentState = {
    options,
    model,
    fallback,
    registry,
    history: [],
    boundary: newBoundary(),
    memory: new Map(),
    events: createEventSource<RunEvent>(),
    openSession: session,
  };

  if (options.on) agent.events.on(options.on);

  async function send<Schema extends z.ZodType>(
    text: string,
    sendOptions: SendOptions<Schema> = {},
  ): Promise<RunResult<z.output<Schema>>> {
    if (isRunning)
      throw new HandrailError(
        'invalid_option',
        'The agent is running a task.',
        'Wait until the running `send` has ended.',
      );
    if (!text.trim()) throw new HandrailError('invalid_option', 'The task is empty.', 'Describe what to do.');
    checkSendOptions(sendOptions);
    readLimits(sendOptions.limits);
    isRunning = true;
    try {
      // The schema has parsed the data.
      return (await runTask(agent, text, sendOptions)) as RunResult<z.output<Schema>>;
    } finally {
      isRunning = false;
    }
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    agent.events.close();
    const opened = await opening?.catch(() => undefined); // a session that failed to open needs no close
    if (opened && !options.session) await opened.close();
  }

  return {
    model,
    tools: registry,
    history: agent.history,
    memory: agent.memory,
    session: () => session(),
    send,
    on: agent.events.on,
    events: agent.events.events,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function checkMaxPictures(count: number | undefined): void {
  if (count === undefined || count === Number.POSITIVE_INFINITY || (Number.isInteger(count) && count >= 1)) return;
  throw new HandrailError(
    'invalid_option',
    `maxPictures is ${count}, but it must be a whole number, 1 or more.`,
    'Remove it to use the default of the model. The current screen is always sent.',
  );
}

/** Opens the session. Downloads are stored next to the journal of the run that opens it. */
async function openFor(
  { session, environment = 'browser', url, policy, secrets }: AgentOptions,
  runFolder?: string,
  signal?: AbortSignal,
): Promise<Session> {
  const start = { signal, policy, secrets, ...(url === undefined ? {} : { url }) };
  if (!session) {
    const options = typeof environment === 'string' ? { environment } : environment;
    if (options.environment === 'desktop' || options.environment === 'container')
      return openSession({ ...options, ...start });
    const downloads = runFolder === undefined ? {} : { downloads: join(runFolder, 'downloads') };
    return openSession({ ...downloads, ...options, ...start });
  }
  if (url === undefined) return toClientSession(session);
  session.nameStart(normalizeUrl(url));
  const { error } = await session.perform({ type: 'navigate', url }, { shown: false });
  if (error) throw HandrailError.from(error);
  return toClientSession(session);
}

/** True for a tool that the caller passes or names. A tool of a set is not named. */
function isNamed({ name, aliases = [] }: Tool, tools: AgentOptions['tools'] = []): boolean {
  return tools.some((one) =>
    typeof one === 'string' ? [name, ...aliases].includes(one) : ('tool' in one ? one.tool : one).name === name,
  );
}

function environmentKind({ session, environment = 'browser' }: AgentOptions): string {
  if (session) return session.environment.kind;
  return typeof environment === 'string' ? environment : (environment.environment ?? 'browser');
}
