import { z } from 'zod';
import type { Action, Target } from '../core/action.js';
import { checkSchema, isJsonSchema } from '../core/check-schema.js';
import { HandrailError, toFault } from '../core/errors.js';
import { toPublicEvent } from '../core/events/event-facts.js';
import { createEventSource, type EventsOptions } from '../core/events/event-source.js';
import { checkOptions, type OptionTypes, option } from '../core/options.js';
import type { Outcome } from '../core/outcome.js';
import { notExecuted } from '../session/failed-outcome.js';
import type { PerformOptions } from '../session/judging/check-gates.js';
import type { Session as ScreenSession } from '../session/session.js';
import { builtinRegistry } from '../tools/builtin.js';
import { callTool, type ScreenHost } from '../tools/call/call-tool.js';
import { createRegistry, type Registry } from '../tools/registry.js';
import type { Tool, ToolResult } from '../tools/tool.js';
import type { ToolData, ToolInput, ToolName } from '../tools/tool-types.js';
import { toMismatch } from './mismatch.js';
import { hasPhrase, resolvePhrases } from './resolve-phrases.js';
import { followSession, type SessionEvent } from './session-event.js';

type PhraseTarget = Target | string;
type WithPhrases<Given> = Given extends { type: 'drag' }
  ? Omit<Given, 'path'> & { path: PhraseTarget[] }
  : Given extends { target: Target }
    ? Omit<Given, 'target'> & { target: PhraseTarget }
    : 'target' extends keyof Given
      ? Omit<Given, 'target'> & { target?: PhraseTarget | undefined }
      : Given;

/** An action whose targets can also be texts: `{ type: 'click', target: 'the Save button' }`. */
export type ActionInput = WithPhrases<Action>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface ExtractOptions extends CallOptions {
  /** Only this part of the page: an element id, a CSS selector or a phrase. */
  selector?: string | undefined;
  /** Explains the schema. */
  instruction?: string | undefined;
}

/** Controls one screen. Every action passes through `perform`. */
export interface Session extends Omit<ScreenSession, 'perform'> {
  /** Subscribes to the events of the session. Returns the function that unsubscribes. A listener that throws causes a warning. */
  on(listener: (event: SessionEvent) => void): () => void;
  /** The events from now on, for `for await`. Ends when the session closes. */
  events(options?: EventsOptions): AsyncIterableIterator<SessionEvent>;
  /**
   * Runs one action. Never throws: the Outcome reports every error. A target is `{ element: 'el_5' }` with an id from an observation, a point
   * `{ x, y }`, or a text: an id, a CSS selector or a phrase such as `the Save button`, which must match exactly one element.
   */
  perform(action: ActionInput, options?: PerformOptions): Promise<Outcome>;
  /** Calls a built-in tool by its name, or a tool of `defineTool`. Never throws: the result reports every error. */
  call<Given extends ToolName | Tool>(
    tool: Given,
    input: ToolInput<Given>,
    options?: CallOptions,
  ): Promise<ToolResult<ToolData<Given>>>;
  /** Reads data that matches a zod schema from the tables, lists and labelled values of the page. Throws `not_found` if a required value is missing. */
  extract<Schema extends z.ZodType>(schema: Schema, options?: ExtractOptions): Promise<z.output<Schema>>;
}

const callTypes: OptionTypes<CallOptions> = { signal: option.signal };
const extractTypes: OptionTypes<ExtractOptions> = { ...callTypes, selector: option.text, instruction: option.text };

/** The session with the methods that use tools. */
export function toClientSession<Given extends ScreenSession>(session: Given): Omit<Given, 'perform'> & Session {
  const memory = new Map<string, string>();
  let registry: Registry | undefined;
  const host: ScreenHost = { session, memory, allow: { evaluate: true } };

  async function run(tool: string | Tool, input: unknown, { signal }: CallOptions): Promise<ToolResult> {
    if (typeof tool !== 'string') return callTool(createRegistry([tool]), tool.name, input, host, signal);
    registry ??= builtinRegistry();
    return callTool(registry, tool, input, host, signal);
  }

  const order = createOrder();

  async function performByPhrase(action: ActionInput, options: PerformOptions): Promise<Outcome> {
    try {
      return await session.perform(await resolvePhrases(action, host, options), options);
    } catch (error) {
      return notExecuted(toFault(error));
    }
  }

  const source = createEventSource<SessionEvent>();
  followSession(session, (event) => {
    if (source.hasListeners) source.emit(toPublicEvent(event, session.secrets.apply));
    if (event.type === 'closed') source.close();
  });

  return {
    ...session,
    on(listener) {
      checkOptions('on', { listener }, { listener: option.function });
      return source.on(listener);
    },
    events: source.events,
    observe: (...args) => order.after(() => session.observe(...args)),
    read: (...args) => order.after(() => session.read(...args)),
    perform: (action, options = {}) =>
      hasPhrase(action)
        ? order.run(() => performByPhrase(action, options))
        : order.after(() => session.perform(action, options)),
    async call<Given extends ToolName | Tool>(tool: Given, input: ToolInput<Given>, options: CallOptions = {}) {
      checkOptions('call', options, callTypes);
      // The output schema of the tool has checked the data.
      return (await order.after(() => run(tool, input, options))) as ToolResult<ToolData<Given>>;
    },
    async extract(schema, { signal, ...options } = {}) {
      checkOptions('extract', { signal, ...options }, extractTypes);
      checkSchemaOf(schema);
      const input = { schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), ...options };
      const result = await order.after(() => run('extract_structured', input, { signal }));
      if (!result.success) throw toError(result);
      const found = z.object({ data: z.unknown(), sources: z.record(z.string(), z.string()) }).parse(result.data);
      const parsed = schema.safeParse(found.data);
      if (parsed.success) return parsed.data;
      throw toMismatch(parsed.error, found);
    },
  };
}

/** Keeps the order of calls: a phrase is resolved before its action is in the queue of the session. */
function createOrder() {
  let running: Promise<unknown> | undefined;
  return {
    /** Runs `work` after the phrases of earlier calls, and at once if there are none. */
    after<T>(work: () => Promise<T>): Promise<T> {
      return running ? running.then(work) : work();
    },
    /** Runs `work` like `after`. Later calls wait for it. */
    run<T>(work: () => Promise<T>): Promise<T> {
      const result = this.after(work);
      const ended = result.then(
        () => undefined,
        () => undefined,
      );
      running = ended;
      ended.then(() => {
        if (running === ended) running = undefined;
      });
      return result;
    },
  };
}

function checkSchemaOf(schema: unknown): void {
  if (isJsonSchema(schema))
    throw new HandrailError(
      'invalid_option',
      'The schema of extract is a JSON Schema.',
      "Convert it with z.fromJSONSchema(schema), or use session.call('extract_structured', { schema }).",
    );
  checkSchema('The schema of extract', schema);
}

function toError({ error, fault }: Extract<ToolResult, { success: false }>): HandrailError {
  return HandrailError.from(fault ?? { code: 'internal', message: error });
}
