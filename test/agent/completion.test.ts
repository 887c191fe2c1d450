import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/exports/models.js';
import { call, type ScriptedTurn } from '../../src/exports/testing.js';
import { paperScreen } from './paper-screen.js';
import { click, complete, expectComplete, tryRun } from './try-run.js';

describe('A completion', () => {
  it.each([
    ['text', { text: 'One' }, { text: 'Three' }],
    ['url', { url: 'paper:' }, { url: /https/ }],
    ['element', { element: 'the One button' }, { element: 'the Three button' }],
    [
      'schema',
      { schema: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } } },
      { schema: { type: 'string' } },
    ],
    ['function', { check: () => true }, { check: () => 'the order is not in the books' }],
    [
      'function that breaks',
      { check: () => true },
      {
        check: () => {
          throw new Error('no line');
        },
      },
    ],
  ])('is checked by %s', async (_, holds, fails) => {
    const good = await tryRun([complete({ n: 1 })], { expect: holds });
    expect(good.result).toMatchObject({
      status: 'done',
      verified: true,
      evidence: [expect.stringMatching(/^Holds: /)],
    });
    const bad = await tryRun([complete({ n: 1 }), complete({ n: 1 })], { expect: fails });
    expect(bad.result).toMatchObject({
      status: 'failed',
      verified: false,
      error: { code: 'expectation_failed' },
      evidence: [expect.stringMatching(/^Does not hold: /)],
    });
    expectComplete(bad.result);
  });

  it('that does not hold is reported to the model, which can fix it', async () => {
    const paper = paperScreen(['One'], (_, screen) => {
      screen.names.push('Three');
      return {};
    });
    const { result, events } = await tryRun(
      [complete(), click('One'), complete()],
      { expect: { text: 'Three' } },
      paper,
    );
    expect(result).toMatchObject({ status: 'done', verified: true });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'note',
        text: expect.stringContaining('The task is not done: expected that the page shows "Three"'),
      }),
    );
  });

  it('without expectations is verified only by the page', async () => {
    expect((await tryRun([complete('Two')])).result).toMatchObject({
      verified: true,
      evidence: [expect.stringContaining('The page shows the answer "Two"')],
    });
    expect((await tryRun([click('One'), complete('All is paid.')])).result).toMatchObject({
      status: 'done',
      verified: false,
    });
  });
});

describe('Cancelling', () => {
  it.each([
    ['while the model thinks', () => new Promise<Partial<Reply>>(() => undefined)],
    ['while an action is under way', { calls: [call('wait', { seconds: 100 })] }],
  ] as [string, ScriptedTurn][])('%s ends the run within a second', async (_, turn) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const began = performance.now();
    const { result } = await tryRun([turn], { signal: controller.signal });
    expect(result.status).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(1_500);
    expectComplete(result);
  });

  it('before the start does nothing', async () => {
    const { result, paper } = await tryRun([click('One')], { signal: AbortSignal.abort() });
    expect(result.status).toBe('cancelled');
    expect(paper.done).toEqual([]);
  });
});

describe('Approval', () => {
  const submit: ScriptedTurn = { calls: [call('submit', { selector: 'One' })] };

  it('without an approver is a refusal that the model receives; the run ends as refused', async () => {
    const { result, paper, events } = await tryRun([submit, submit, submit]);
    expect(result).toMatchObject({ status: 'refused', error: { code: 'needs_approval' } });
    expect(paper.done).toEqual([]);
    expect(events.filter(({ type }) => type === 'call_ended')).toHaveLength(3);
  });

  it.each([
    ['all', 'done', ['click el_1']],
    ['none', 'done', []],
  ] as const)('%s decides every request', async (approve, status, done) => {
    const { result, paper, events } = await tryRun([submit, complete()], { approve });
    expect(result.status).toBe(status);
    expect(paper.done).toEqual(done);
    expect(events.filter(({ type }) => type.startsWith('approval'))).toMatchObject([
      { type: 'approval_requested', safety: 'medium' },
      { type: 'approval_decided', approved: approve === 'all' },
    ]);
  });
});
