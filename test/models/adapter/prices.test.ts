import { describe, expect, it } from 'vitest';
import { addCost, findPrice, pricesCheckedOn } from '../../../src/models/adapter/prices.js';

describe('the price of a model', () => {
  it.each([
    ['anthropic/claude-opus-5-5', 4],
    ['anthropic/claude-opus-5-5-20260901', 4],
    ['anthropic/claude-opus-5', 5],
    ['openai/gpt-5.6', 4],
    ['openai/gpt-5.6-luna', 0.2],
    ['openai/gpt-5.60', undefined],
    ['openai/gpt-5.4-mini', undefined],
    ['openai/gpt-5.4-2026-03-05', 2.5],
    ['anthropic/claude-opus-5-9', undefined],
    ['chat/anything', undefined],
  ])('is known for %s', (name, input) => expect(findPrice(name)?.input).toBe(input));

  it('uses the cache prices', () => {
    const price = { input: 10, output: 50, cached: 1, cacheWrite: 12.5 };
    const usage = {
      inputTokens: 1_000,
      cachedTokens: 600,
      cacheWriteTokens: 100,
      outputTokens: 200,
      reasoningTokens: 50,
    };
    expect(addCost(usage, price).cost).toBeCloseTo((300 * 10 + 600 * 1 + 100 * 12.5 + 200 * 50) / 1e6, 12);
  });

  it('is undefined if it is unknown, and the table has a date', () => {
    expect(addCost({ inputTokens: 1, outputTokens: 1 }, undefined).cost).toBeUndefined();
    expect(pricesCheckedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
