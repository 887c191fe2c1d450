import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message, Reply } from '../../src/exports/models.js';
import { call, type ScriptedTurn } from '../../src/exports/testing.js';
import { HandrailError } from '../../src/index.js';
import { type Paper, paperScreen } from './paper-screen.js';
import { click, complete, expectComplete, goTo, journalOf, renames, tryRun } from './try-run.js';

describe('A run', () => {
  it('continues until the model completes the task, and emits all events in order', async () => {
    const { result, events, paper } = await tryRun(
      [{ thought: 'First this one.', ...(click('One') as object) }, complete('Two')],
      {},
      paperScreen(['One', 'Two'], renames),
    );
    expect(result).toMatchObject({
      status: 'done',
      answer: 'Two',
      data: 'Two',
      steps: 2,
      verified: true,
      usage: { modelCalls: 2 },
    });
    expect(paper.done).toEqual(['click el_1']);
    expect(events.map(({ type }) => type)).toEqual([
      'run_started',
      ...['step_started', 'observed', 'model_replied', 'call_started', 'call_ended', 'step_ended'],
      ...['step_started', 'observed', 'model_replied', 'call_started', 'call_ended', 'step_ended'],
      'run_ended',
    ]);
    expectComplete(result);
  });

  it('uses a text without a call as the answer', async () => {
    const { result } = await tryRun([{ text: 'It is Tuesday.' }]);
    expect(result).toMatchObject({ status: 'done', answer: 'It is Tuesday.', verified: false });
    expect(result.evidence.join()).toContain('only the model reports that the task is done');
  });

  it('fails with the reason of the model', async () => {
    const { result } = await tryRun([{ calls: [call('fail', { reason: 'Sold out.' })] }]);
    expect(result).toMatchObject({ status: 'failed', reason: 'Sold out.', verified: false });
    expectComplete(result);
  });

  it('fails when the model cannot be reached', async () => {
    const { result } = await tryRun([new HandrailError('model_failed', 'The server said 503.', 'Try later.')]);
    expect(result).toMatchObject({
      status: 'failed',
      reason: 'The server said 503. Try later.',
      error: { code: 'model_failed' },
    });
    expectComplete(result);
  });

  it('executes plain actions of a model through the session', async () => {
    const { result, paper } = await tryRun([
      { calls: [{ id: '1', action: { type: 'click', target: { element: 'el_2' } } }] },
      complete(),
    ]);
    expect(paper.done).toEqual(['click el_2']);
    expect(journalOf(result).map(({ type }) => type)).toContain('intent');
  });
});

describe('Several calls in one turn', () => {
  const both: ScriptedTurn = {
    calls: [call('click', { selector: 'One' }), call('click', { selector: 'Two' }), call('log', { message: 'x' })],
  };

  it('run in order', async () => {
    const { paper } = await tryRun([both, complete()]);
    expect(paper.done).toEqual(['click el_1', 'click el_2']);
  });

  it.each([
    [
      'a failure',
      () => ({ executed: 'no' as const, error: { code: 'covered' as const, message: 'It is covered.' } }),
      /click before it failed/,
    ],
    ['another page', (_: unknown, paper: Paper) => goTo(paper, `${paper.url}1`), /changed the page/],
  ])('stop at %s, and the model learns which calls did not run', async (_, onAct, why) => {
    let told: readonly Message[] = [];
    const { paper, events } = await tryRun(
      [
        both,
        ({ history }) => {
          told = [...history];
          return complete() as Partial<Reply>;
        },
      ],
      {},
      paperScreen(['One', 'Two'], onAct),
    );
    expect(paper.done).toEqual(['click el_1']);
    expect(events.filter(({ type }) => type === 'call_skipped')).toHaveLength(2);
    const last = told.at(-1);
    const skipped = last?.role === 'results' ? last.results.map(({ skipped: reason }) => reason) : [];
    expect(skipped).toEqual([undefined, expect.stringMatching(why), expect.stringMatching(why)]);
  });

  it('after the call that ends the task are not run', async () => {
    const { paper, result } = await tryRun([
      { calls: [call('complete', { summary: 'Done.' }), call('click', { selector: 'One' })] },
    ]);
    expect(paper.done).toEqual([]);
    expect(result.status).toBe('done');
  });
});

describe('The journal', () => {
  it('contains the intent before the action, and without it nothing runs', async () => {
    const order: string[] = [];
    const paper = paperScreen(
      ['One'],
      () => {
        order.push('done');
        return {};
      },
      {
        journal: { write: ({ type }) => order.push(type) },
      },
    );
    await paper.session.observe();
    await paper.session.perform({ type: 'click', target: { element: 'el_1' } });
    expect(order).toEqual(['intent', 'done', 'outcome']);
    const full = paperScreen(['One'], () => ({}), {
      journal: {
        write() {
          throw new HandrailError('journal_failed', 'The disk is full.');
        },
      },
    });
    await full.session.observe();
    const outcome = await full.session.perform({ type: 'click', target: { element: 'el_1' } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'journal_failed' } });
    expect(full.done).toEqual([]);
  });

  it('that cannot be created ends the run before any action', async () => {
    const { result, paper } = await tryRun([click('One')], { journal: join(tmpdir(), 'nowhere\0') });
    expect(result).toMatchObject({ status: 'failed' });
    expect(paper.done).toEqual([]);
  });
});
