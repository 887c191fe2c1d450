import { explainBoundary, newBoundary, withinBoundary } from '../../core/boundary.js';
import { HandrailError } from '../../core/errors.js';
import { checkOptions, type OptionTypes, option } from '../../core/options.js';
import type { ModelCapability } from '../../tools/tool.js';
import type { Model, Reply, Turn, Usage, VisionConfig } from '../model.js';
import { translateBrowserShortcuts } from './browser-shortcuts.js';
import { checkSettings } from './check-settings.js';
import { buildConversation, type Conversation, type HistoryWindow, restartConversation } from './conversation.js';
import { findJson } from './json.js';
import { markScreenText } from './mark-screen-text.js';
import { addCost, findPrice, type Price } from './prices.js';
import { isContextOverflow, type RetryOptions, withRetries } from './retry.js';
import { addUsage, errorWithUsage } from './usage.js';

/** The settings that every model of a provider has. */
export interface ModelSettings {
  /** Default: from the environment. */
  apiKey?: string | undefined;
  /** The URL of the provider, or of a compatible server. */
  baseUrl?: string | undefined;
  /** The time limit for one response. Default 120,000. */
  timeoutMs?: number | undefined;
  /** How often one request is sent if the provider is busy or the connection fails. Default 5. */
  maxAttempts?: number | undefined;
  /** The delay before the second attempt. It doubles with each further attempt. Default 500. */
  initialDelayMs?: number | undefined;
  /** Replaces the price in the built-in table. */
  price?: Price | undefined;
}

/** Translates between Handrail and one provider's API. It has no loop, no retries and no state. */
export interface ProviderAdapter<Request = unknown> {
  /** As `provider/model`. */
  readonly name: string;
  readonly capabilities: readonly ModelCapability[];
  readonly vision: VisionConfig;
  /** The tools to offer when the caller names none. */
  readonly tools?: readonly string[];
  readonly historyWindow: HistoryWindow;
  /** The first message has a fixed form: what explains the boundary is added only when a text of the screen is sent. */
  readonly explainsBoundaryLate?: boolean;
  /** Builds a request. `minimal`: the previous request exceeded the provider's limits, so this one must be as small as possible. */
  buildRequest(conversation: Conversation, turn: Turn, minimal: boolean): Request;
  /** Sends a request once. Throws what the provider's package throws. */
  send(request: Request, signal: AbortSignal): Promise<unknown>;
  /** Reads a response, whatever it is. Never throws. */
  readReply(response: unknown, turn: Turn): AdapterReply;
  readUsage(response: unknown): Usage | undefined;
  /** Answers a plain text with a plain text. `fill` uses it. */
  completeText?(prompt: string, signal: AbortSignal): Promise<{ text: string; usage?: Usage }>;
}

/** A reply, or the reason why the request must be sent once more. */
export type AdapterReply = Reply & { retryReason?: string };

/** How often a request is sent again because the response was empty or broken. */
const maxResends = 2;

/** Creates a model from an adapter: history, retries, cost and shortcuts are the same for all of them. */
export function createModel<Request>(adapter: ProviderAdapter<Request>, settings: ModelSettings = {}): Model {
  checkAdapter(adapter);
  checkSettings('createModel', settings, {});
  const { name, capabilities, vision, tools, completeText } = adapter;
  const { timeoutMs = 120_000, maxAttempts = 5, initialDelayMs = 500 } = settings;
  const retry: RetryOptions = { timeoutMs, maxAttempts, initialDelayMs };
  const price = settings.price ?? findPrice(name);
  const withCost = (usage: Usage | undefined): Usage | undefined => usage && addCost(usage, price);

  /** If the history is too long for the provider, restarts the conversation from a summary. */
  async function request(turn: Turn, signal: AbortSignal): Promise<{ response: unknown; historyRestarted?: true }> {
    const send = async (conversation: Conversation, minimal: boolean): Promise<unknown> => {
      const body = adapter.buildRequest(conversation, turn, minimal);
      return withRetries((attempt) => adapter.send(body, attempt), retry, name, signal);
    };
    try {
      return { response: await send(buildConversation(turn.history, adapter.historyWindow), false) };
    } catch (error) {
      if (!isContextOverflow(error)) throw error;
      return { response: await send(restartConversation(turn.history), true), historyRestarted: true };
    }
  }

  async function next(given: Turn, signal: AbortSignal): Promise<Reply> {
    const turn = markScreenText(given, adapter.explainsBoundaryLate);
    let usage: Usage | undefined;
    for (let resends = 0; ; resends += 1) {
      const { response, historyRestarted } = await request(turn, signal);
      const { retryReason, ...reply } = adapter.readReply(response, turn);
      usage = addUsage(usage, withCost(adapter.readUsage(response)));
      if (retryReason === undefined)
        return { ...reply, calls: translateBrowserShortcuts(reply.calls, turn.observation), historyRestarted, usage };
      if (resends >= maxResends)
        throw errorWithUsage(new HandrailError('model_failed', `${name}: ${retryReason}`, 'Try again later.'), usage);
    }
  }

  return {
    name,
    capabilities,
    vision,
    priced: price !== undefined,
    tools,
    next,
    fill: completeText && createFill(completeText, withCost, retry, name),
  };
}

const adapterTypes: OptionTypes<ProviderAdapter> = {
  name: option.text,
  capabilities: option.list,
  vision: option.object,
  tools: option.list,
  historyWindow: option.any,
  explainsBoundaryLate: option.flag,
  buildRequest: option.function,
  send: option.function,
  readReply: option.function,
  readUsage: option.function,
  completeText: option.function,
};
const requiredParts = ['name', 'capabilities', 'buildRequest', 'send', 'readReply', 'readUsage'] as const;

/** Adapters written in JavaScript are not checked by the compiler. */
function checkAdapter(adapter: Partial<Record<keyof ProviderAdapter, unknown>>): void {
  checkOptions('the adapter of createModel', adapter ?? null, adapterTypes);
  const missing = requiredParts.filter((part) => adapter[part] === undefined);
  if (missing.length === 0) return;
  throw new HandrailError(
    'invalid_option',
    `The adapter of createModel has no ${missing.join(', ')}.`,
    'docs/guides/add-a-model.md lists the parts of an adapter.',
  );
}

/** A reply that could not be read, with what the provider sent. */
export function unreadableReply(why: string, raw?: unknown): Reply {
  return { calls: [], unreadable: why, raw };
}

/** A `fill` that asks the model for JSON and nothing else. */
function createFill(
  completeText: NonNullable<ProviderAdapter['completeText']>,
  withCost: (usage: Usage | undefined) => Usage | undefined,
  retry: RetryOptions,
  name: string,
): NonNullable<Model['fill']> {
  return async ({ schema, text, instruction }, signal) => {
    const boundary = newBoundary();
    const prompt = [
      instruction ?? 'Extract these values from the text.',
      `Answer only with JSON that fits this JSON Schema: ${JSON.stringify(schema)}`,
      explainBoundary(boundary),
      `<text>\n${withinBoundary(text, boundary)}\n</text>`,
    ].join('\n\n');
    const answer = await withRetries((attempt) => completeText(prompt, attempt), retry, name, signal);
    const value = findJson(answer.text);
    if (value === undefined)
      throw new HandrailError('model_failed', `${name} returned no JSON for the schema.`, 'Try a simpler schema.');
    return { value, usage: withCost(answer.usage) };
  };
}
