import { describe, expect, it } from 'vitest';
import { call, type ScriptedTurn } from '../../src/exports/testing.js';
import type { RunEvent } from '../../src/index.js';
import { type Paper, paperScreen } from './paper-screen.js';
import { click, complete, expectComplete, goTo, renames, tryRun } from './try-run.js';

const again = (turn: ScriptedTurn, times: number): ScriptedTurn[] => Array.from({ length: times }, () => turn);

describe('Limits', () => {
  const think = (usage: Partial<{ inputTokens: number; outputTokens: number; cost: number }>): ScriptedTurn => ({
    ...(click('One') as object),
    usage: { inputTokens: 0, outputTokens: 0, ...usage },
  });
  const moving = () => paperScreen(['One', 'Two'], renames);

  it.each([
    ['steps', { maxSteps: 3 }, again(click('One'), 9), 'max_steps', /limit of 3 steps/, 3],
    ['modelCalls', { maxModelCalls: 2 }, again(click('One'), 9), 'limit', /limit of 2 model calls/, 2],
    [
      'tokens',
      { maxTokens: 250 },
      again(think({ inputTokens: 90, outputTokens: 10 }), 9),
      'limit',
      /limit of 250 tokens was reached: 300/,
      3,
    ],
    [
      'cost',
      { maxCostUsd: 0.05 },
      again(think({ cost: 0.02 }), 9),
      'limit',
      /limit of \$0\.05 was reached: \$0\.0600/,
      3,
    ],
    ['failures', { maxFailures: 2 }, again(click('Nowhere'), 9), 'failed', /2 calls in a row failed.*Nowhere/, 2],
    ['unreadable', { maxUnreadable: 2 }, again({ unreadable: 'no JSON' }, 9), 'failed', /2 replies in a row/, 2],
    ['no steps at all', { maxSteps: 0 }, [], 'max_steps', /limit of 0 steps/, 0],
  ] as const)('%s', async (_, limits, turns, status, reason, steps) => {
    const { result } = await tryRun([...turns], { limits }, moving());
    expect(result).toMatchObject({ status, steps, verified: false });
    expect(result.reason).toMatch(reason);
    expectComplete(result);
  });

  it('of time apply to the run and to a step, even if the model never answers', async () => {
    const never: ScriptedTurn = () => new Promise(() => undefined);
    const whole = await tryRun([never], { limits: { timeoutMs: 200 } });
    expect(whole.result).toMatchObject({ status: 'limit', reason: expect.stringContaining('time limit of 200 ms') });
    const step = await tryRun([never], { limits: { stepTimeoutMs: 150 } });
    expect(step.result).toMatchObject({
      status: 'limit',
      reason: expect.stringContaining('step took more than 150 ms'),
    });
    const act = await tryRun([{ calls: [call('wait', { seconds: 100 })] }], { limits: { stepTimeoutMs: 150 } });
    expect(act.result.status).toBe('limit');
    for (const { result } of [whole, step, act]) expectComplete(result);
  });

  it('a success resets the count of failures', async () => {
    const turns = [click('Nowhere'), click('One'), click('Nowhere'), click('One'), click('Nowhere'), complete()];
    const { result } = await tryRun(turns, { limits: { maxFailures: 2 } }, moving());
    expect(result.status).toBe('done');
  });

  it('that are invalid are rejected before the run starts', async () => {
    await expect(tryRun([], { limits: { maxStepps: 3 } as never })).rejects.toThrow(
      'limits has no option "maxStepps". Did you mean maxSteps?',
    );
    await expect(tryRun([], { limits: { maxSteps: -1 } })).rejects.toThrow('The limit maxSteps is -1');
  });
});

describe('A run without progress', () => {
  const notes = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'note' ? [event.text] : []));

  it('the same call without effect causes a warning and then ends the run', async () => {
    const { result, events, paper } = await tryRun(again(click('One'), 20));
    expect(result).toMatchObject({
      status: 'stuck',
      reason: expect.stringContaining('the same call ran 5 times without any effect'),
    });
    expect(notes(events)).toEqual([expect.stringContaining('the same call ran 3 times')]);
    expect(paper.done).toHaveLength(5);
    expectComplete(result);
  });

  it('alternating calls cause a warning and then end the run', async () => {
    const turns = Array.from({ length: 20 }, (_, index) => click(index % 2 === 0 ? 'One' : 'Two'));
    const flips = (action: unknown, paper: Paper) =>
      goTo(paper, JSON.stringify(action).includes('el_1') ? 'paper:/2' : 'paper:/1');
    const { result, events } = await tryRun(turns, {}, paperScreen(['One', 'Two'], flips));
    expect(result).toMatchObject({ status: 'stuck', reason: expect.stringContaining('two calls alternated') });
    expect(notes(events)[0]).toContain('two calls alternated for 4 steps');
  });

  it('an unchanged screen ends the run', async () => {
    const turns = Array.from(
      { length: 30 },
      (_, index): ScriptedTurn => ({ calls: [call('log', { message: `Idea ${index}` })] }),
    );
    const { result } = await tryRun(turns, { limits: { maxSteps: 30 } });
    expect(result).toMatchObject({ status: 'stuck', reason: expect.stringContaining('has not changed for 12 steps') });
  });

  it('does not include the same call with an effect each time', async () => {
    const { result, events } = await tryRun(
      [...again(click('One'), 12), complete()],
      {},
      paperScreen(['One'], renames),
    );
    expect(result.status).toBe('done');
    expect(notes(events)).toEqual([]);
  });
});
