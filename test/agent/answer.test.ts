import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { call, type ScriptedTurn, scripted } from '../../src/exports/testing.js';
import { defineTool, run } from '../../src/index.js';
import { paperScreen } from './paper-screen.js';

const answer = z.object({ total: z.number() });
const complete = (result: unknown): ScriptedTurn => ({ calls: [call('complete', { summary: 'Done.', result })] });

const start = (turns: ScriptedTurn[], more: object = {}) =>
  run({
    task: 'What is the total?',
    model: scripted(turns),
    session: paperScreen(['One']).session,
    journal: false,
    answer,
    ...more,
  });

describe('The option answer', () => {
  it.each([
    ['data', complete({ total: 5 })],
    ['JSON text', complete('{"total": 5}')],
    ['JSON in a code block', complete('```json\n{ "total": 5 }\n```')],
    ['a reply without calls', { text: '{"total": 5}' }],
  ])('types and parses %s', async (_, turn) => {
    const { status, data } = await start([turn]);
    expectTypeOf(data).toEqualTypeOf<{ total: number } | undefined>();
    expect([status, data]).toEqual(['done', { total: 5 }]);
  });

  it('tells the model the schema, and what does not match', async () => {
    const said: unknown[] = [];
    const { status, data } = await start([
      complete('five'),
      ({ systemPrompt, history }) => {
        said.push(systemPrompt, history.at(-1));
        return { calls: [call('complete', { summary: 'Done.', result: { total: 5 } })] };
      },
    ]);
    expect([status, data]).toEqual(['done', { total: 5 }]);
    expect(JSON.stringify(said)).toMatch(/fits this JSON Schema.*total.*does not match the schema/s);
  });

  it('fails the run if the answer never matches', async () => {
    const result = await start([complete('five'), complete('six')]);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'expectation_failed' } });
    expect(result.data).toBeUndefined();
  });

  it('takes the data of a tool that ends the run', async () => {
    const report = defineTool({
      name: 'report_total',
      description: 'Reports the total.',
      input: z.object({ total: z.number() }),
      effect: 'none',
      terminal: true,
      run: async ({ total }) => ({ total }),
    });
    const { status, data } = await start([{ calls: [call(report, { total: 7 })] }], { tools: [report] });
    expect([status, data]).toEqual(['done', { total: 7 }]);
  });

  it('must be a zod schema', async () => {
    await expect(start([], { answer: { type: 'object' } })).rejects.toThrow(/option answer of run is a JSON Schema/);
  });
});
