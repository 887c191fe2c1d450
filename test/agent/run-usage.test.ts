import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, scripted } from '../../src/exports/testing.js';
import { HandrailError, run } from '../../src/index.js';
import { drawScreen } from '../contract/drawn-screen.js';
import { plainTool } from '../tools/tool-facts.js';
import { answer, tryCalls } from './try-calls.js';

describe('the cost of a run', () => {
  it('is the sum of all its parts', async () => {
    const tokens = { inputTokens: 100, outputTokens: 10, cachedTokens: 60, imageTokens: 30, reasoningTokens: 5 };
    const usage = { ...tokens, cost: 0.25 };
    const { result } = await tryCalls([
      { calls: [{ id: 'a', capture: 'screen' }], usage },
      { ...answer, usage },
    ]);
    expect(result.usage).toEqual({
      modelCalls: 2,
      inputTokens: 200,
      outputTokens: 20,
      cachedTokens: 120,
      imageTokens: 60,
      reasoningTokens: 10,
      cost: 0.5,
    });
  });

  it('must be known if cost is limited', async () => {
    const model = scripted([answer], { priced: false });
    const result = await run({
      task: 'Do it.',
      model,
      session: drawScreen().session,
      journal: false,
      limits: { maxCostUsd: 1 },
    });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'invalid_option' }, usage: { modelCalls: 0 } });
  });
});

it('the usage of failed replies is counted', async () => {
  const failure = Object.assign(new HandrailError('model_failed', 'It was empty.'), {
    usage: { inputTokens: 30, outputTokens: 4 },
  });
  const result = await run({
    task: 'Do it.',
    model: scripted([failure]),
    session: drawScreen().session,
    journal: false,
  });
  expect(result).toMatchObject({ status: 'failed', usage: { inputTokens: 30, outputTokens: 4 } });
});

it('model calls of a tool are counted', async () => {
  const asks = plainTool('asks()', {
    name: 'asks',
    input: z.looseObject({}),
    output: z.object({ value: z.unknown() }),
    async run(given, { fill }) {
      expect(given).toEqual({ x: 5 });
      return { value: await fill?.({ schema: {}, text: 'Hi.' }, new AbortController().signal) };
    },
  });
  const model = scripted([{ calls: [call('asks', { x: 5 })] }, answer], {
    fill: async () => ({ value: 1, usage: { inputTokens: 7, outputTokens: 3 } }),
  });
  const result = await run({ task: 'Do it.', model, tools: [asks], session: drawScreen().session, journal: false });
  expect(result).toMatchObject({ status: 'done', usage: { modelCalls: 3, inputTokens: 7, outputTokens: 3 } });
});
