import type { Usage } from '../model.js';

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** For input read from a cache. Default: `input`. */
  cached?: number | undefined;
  /** For input written to a cache. Default: `input`. */
  cacheWrite?: number | undefined;
}

/** The day the table below was last compared with the providers' price lists. */
export const pricesCheckedOn = '2026-11-15';

/** By the model's name without its date. A name with another suffix (`-mini`, `-5`) is another model. */
const prices: Readonly<Record<string, Price>> = {
  'anthropic/claude-opus-5-5': anthropic(4, 20),
  'anthropic/claude-sonnet-5-5': anthropic(2, 10),
  'anthropic/claude-haiku-5-5': anthropic(0.1, 0.5),
  'anthropic/claude-fable-5-1': anthropic(10, 50),
  'anthropic/claude-opus-5': anthropic(5, 25),
  'anthropic/claude-sonnet-5': anthropic(2, 10),
  'anthropic/claude-opus-4-5': anthropic(5, 25),
  'anthropic/claude-opus-4-6': anthropic(5, 25),
  'anthropic/claude-sonnet-4-5': anthropic(3, 15),
  'anthropic/claude-sonnet-4-6': anthropic(3, 15),
  'anthropic/claude-haiku-4-5': anthropic(1, 5),
  'openai/gpt-6-astra': { input: 10, cached: 1, output: 50 },
  'openai/gpt-6-sol': { input: 2, cached: 0.2, output: 10 },
  'openai/gpt-6-luna': { input: 0.1, cached: 0.01, output: 0.5 },
  'openai/gpt-5.6': { input: 4, cached: 0.4, output: 20 },
  'openai/gpt-5.6-sol': { input: 4, cached: 0.4, output: 20 },
  'openai/gpt-5.6-terra': { input: 2, cached: 0.2, output: 12 },
  'openai/gpt-5.6-luna': { input: 0.2, cached: 0.02, output: 1.2 },
  'openai/gpt-5.5': { input: 5, cached: 0.5, output: 30 },
  'openai/gpt-5.4': { input: 2.5, cached: 0.25, output: 15 },
  'google/gemini-4-argon': { input: 2, output: 10 },
};

function anthropic(input: number, output: number): Price {
  return { input, output, cached: input * 0.1, cacheWrite: input * 1.25 };
}

/** The price of a model, if it is known. `name` is `provider/model`. */
export function findPrice(name: string): Price | undefined {
  const undated = name.replace(/[-@](\d{8}|\d{4}-\d\d-\d\d|latest)$/, '');
  return Object.hasOwn(prices, undated) ? prices[undated] : undefined;
}

/** Adds the cost, if the price is known. */
export function addCost(usage: Usage, price: Price | undefined): Usage {
  if (!price) return usage;
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  const uncached = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const microdollars =
    uncached * price.input +
    cachedTokens * (price.cached ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return { ...usage, cost: microdollars / 1_000_000 };
}
