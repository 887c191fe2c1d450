import { HandrailError } from '../../core/errors.js';
import type { ModelCapability } from '../../tools/tool.js';
import type { Model, Reply, Turn, Usage, VisionConfig } from '../model.js';
import { throughBrowser } from './browser-shortcuts.js';
import { type Conversation, conversationOf, type HistoryWindow, restartedHistory } from './conversation.js';
import { fillBy } from './fill-schema.js';
import { type Price, priceOf, withMoney } from './prices.js';
import { isContextOverflow, type RetryOptions, withRetries } from './retry.js';

/** What everyone may set for a model of a provider. */
export interface ModelSettings {
  /** Default: from the environment. */
  apiKey?: string;
  /** Where the provider is, or a server that speaks like it. */
  baseUrl?: string;
  /** How long one answer may take. Default 120,000. */
  timeoutMs?: number;
  /** How often one question is asked at most, when the provider is busy or the line breaks. Default 5. */
  tries?: number;
  /** How long to wait before asking a second time; longer each time after that. Default 500. */
  firstWaitMs?: number;
  /** In US dollars for a million tokens, in place of what the table says. */
  price?: Price;
}

/** How to speak with one kind of model: a request from a conversation, a reply from an answer. No loop, no retries, no state. */
export interface ProviderAdapter<Request = unknown> {
  /** As `provider/model`. */
  readonly name: string;
  readonly capabilities: readonly ModelCapability[];
  readonly vision: VisionConfig;
  /** The tools that suit it when nobody says which. */
  readonly tools?: readonly string[];
  /** How much of a long run is sent again. */
  readonly historyWindow: HistoryWindow;
  /** What is sent. `tight`: the one before was too much for the provider, so this one is begun anew and has to be as small as it can be. */
  request(conversation: Conversation, turn: Turn, tight: boolean): Request;
  /** Asks once. Throws whatever its package throws. */
  send(request: Request, signal: AbortSignal): Promise<unknown>;
  /** Reads any answer at all. Never throws; what cannot be read is told in `unreadable`. `again`: ask the same once more. */
  read(answer: unknown, turn: Turn): Reply & { again?: string };
  usage(answer: unknown): Usage | undefined;
  /** Plain text for plain text, for reading a page and filling in a schema. */
  write?(prompt: string, signal: AbortSignal): Promise<{ text: string; usage?: Usage | undefined }>;
}

/** The most that a model is asked again because its answer was empty or broken on the provider's side. */
const mostAgain = 2;

/** A model that speaks a dialect. Everything that is the same for all of them is here. */
export function createModel<Request>(dialect: ProviderAdapter<Request>, settings: ModelSettings = {}): Model {
  const { timeoutMs = 120_000, tries = 5, firstWaitMs = 500 } = settings;
  const patience: RetryOptions = { timeoutMs, tries, firstWaitMs };
  const price = settings.price ?? priceOf(dialect.name);
  const spent = (usage: Usage | undefined): Usage | undefined => usage && withMoney(usage, price);

  /** What is too much for the provider is begun anew, and goes on from there. */
  async function ask(turn: Turn, signal: AbortSignal): Promise<{ answer: unknown; anew?: true }> {
    const send = async (conversation: Conversation, tight: boolean): Promise<unknown> => {
      const request = dialect.request(conversation, turn, tight);
      return withRetries((until) => dialect.send(request, until), patience, dialect.name, signal);
    };
    try {
      return { answer: await send(conversationOf(turn.history, dialect.historyWindow), false) };
    } catch (error) {
      if (!isContextOverflow(error)) throw error;
      return { answer: await send(restartedHistory(turn.history), true), anew: true };
    }
  }

  return {
    name: dialect.name,
    capabilities: dialect.capabilities,
    vision: dialect.vision,
    priced: price !== undefined,
    ...(dialect.tools ? { tools: dialect.tools } : {}),
    async next(turn, signal) {
      let usage: Usage | undefined;
      for (let asked = 0; ; asked += 1) {
        const { answer, ...begun } = await ask(turn, signal);
        const { again, ...reply } = dialect.read(answer, turn);
        usage = addUsage(usage, spent(dialect.usage(answer)));
        if (again !== undefined && asked < mostAgain) continue;
        if (again !== undefined)
          throw Object.assign(new HandrailError('model_failed', `${dialect.name}: ${again}`, 'Try again later.'), {
            usage,
          });
        const calls = throughBrowser(reply.calls, turn.observation);
        return { ...reply, calls, ...begun, ...(usage ? { usage } : {}) };
      }
    },
    ...(dialect.write ? { fill: fillBy(dialect.write, spent, patience, dialect.name) } : {}),
  };
}

/** What was paid for an answer that came to nothing. */
export function usageIn(error: unknown): Usage | undefined {
  return error instanceof HandrailError && 'usage' in error ? (error.usage as Usage | undefined) : undefined;
}

function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const sum = { ...one };
  for (const key of Object.keys(other) as (keyof Usage)[]) sum[key] = (one[key] ?? 0) + (other[key] ?? 0);
  return sum;
}

/** A reply that nobody can read, with what it came as. */
export function unreadable(why: string, raw?: unknown): Reply {
  return { calls: [], unreadable: why, ...(raw === undefined ? {} : { raw }) };
}
