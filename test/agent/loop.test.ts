import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  call,
  createAgent,
  defineTool,
  HandrailError,
  type Message,
  type Reply,
  type RunEvent,
  type RunOptions,
  type RunResult,
  run,
  type ScriptedTurn,
  scripted,
} from '../../src/index.js';
import { type Paper, paperScreen } from './paper-screen.js';

const folder = mkdtempSync(join(tmpdir(), 'handrail-loop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Told {
  result: RunResult;
  events: RunEvent[];
  paper: Paper;
}

async function tryRun(
  turns: ScriptedTurn[],
  options: Partial<RunOptions> = {},
  paper = paperScreen(['One', 'Two']),
): Promise<Told> {
  const events: RunEvent[] = [];
  const result = await run({
    task: 'Do it.',
    session: paper.session,
    model: scripted(turns),
    journal: folder,
    pictures: false,
    on: (event) => events.push(event),
    ...options,
  });
  return { result, events, paper };
}

/** The journal as it lies on the disk: the witness of every run here. */
function journalOf({ folder: at = '' }: RunResult): { type: string; [field: string]: unknown }[] {
  return readFileSync(join(at, 'journal.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function expectComplete(result: RunResult): void {
  const entries = journalOf(result);
  expect(entries[0]?.type).toBe('run_started');
  expect(entries.at(-1)).toMatchObject({ type: 'run_ended', result: { status: result.status } });
  expect(existsSync(result.report ?? '')).toBe(true);
  const intents = entries.filter(({ type }) => type === 'intent').map(({ seq }) => seq);
  expect(entries.filter(({ type }) => type === 'outcome').map(({ intent }) => intent)).toEqual(intents);
}

const click = (name: string): ScriptedTurn => ({ calls: [call('click', { selector: name, timeout: 0 })] });
const again = (turn: ScriptedTurn, times: number): ScriptedTurn[] => Array.from({ length: times }, () => turn);
const renames = (_: unknown, paper: Paper) => {
  paper.names.push(`New ${paper.names.length}`);
  return {};
};
const goTo = (paper: Paper, url: string) => {
  paper.url = url;
  return {};
};
const complete = (result?: unknown): ScriptedTurn => ({
  calls: [call('complete', { summary: 'It is done.', ...(result === undefined ? {} : { result }) })],
});

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
    expect(result.evidence.join()).toContain('only the model says it is done');
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

describe('Limits', () => {
  const think = (usage: Partial<{ inputTokens: number; outputTokens: number; money: number }>): ScriptedTurn => ({
    ...(click('One') as object),
    usage: { inputTokens: 0, outputTokens: 0, ...usage },
  });
  const moving = () => paperScreen(['One', 'Two'], renames);

  it.each([
    ['steps', { steps: 3 }, again(click('One'), 9), 'max_steps', /limit of 3 steps/, 3],
    ['modelCalls', { modelCalls: 2 }, again(click('One'), 9), 'limit', /limit of 2 model calls/, 2],
    [
      'tokens',
      { tokens: 250 },
      again(think({ inputTokens: 90, outputTokens: 10 }), 9),
      'limit',
      /300 of 250 tokens/,
      3,
    ],
    ['money', { money: 0.05 }, again(think({ money: 0.02 }), 9), 'limit', /\$0\.0600 of \$0\.05/, 3],
    ['failures', { failures: 2 }, again(click('Nowhere'), 9), 'failed', /2 calls in a row failed.*Nowhere/, 2],
    ['unreadable', { unreadable: 2 }, again({ unreadable: 'no JSON' }, 9), 'failed', /2 replies in a row/, 2],
    ['no steps at all', { steps: 0 }, [], 'max_steps', /limit of 0 steps/, 0],
  ] as const)('%s', async (_, limits, turns, status, reason, steps) => {
    const { result } = await tryRun([...turns], { limits }, moving());
    expect(result).toMatchObject({ status, steps, verified: false });
    expect(result.reason).toMatch(reason);
    expectComplete(result);
  });

  it('of time apply to the run and to a step, even if the model never answers', async () => {
    const never: ScriptedTurn = () => new Promise(() => undefined);
    const whole = await tryRun([never], { limits: { ms: 200 } });
    expect(whole.result).toMatchObject({ status: 'limit', reason: expect.stringContaining('time limit of 200 ms') });
    const step = await tryRun([never], { limits: { stepMs: 150 } });
    expect(step.result).toMatchObject({
      status: 'limit',
      reason: expect.stringContaining('step took more than 150 ms'),
    });
    const act = await tryRun([{ calls: [call('wait', { seconds: 100 })] }], { limits: { stepMs: 150 } });
    expect(act.result.status).toBe('limit');
    for (const { result } of [whole, step, act]) expectComplete(result);
  });

  it('a success resets the count of failures', async () => {
    const turns = [click('Nowhere'), click('One'), click('Nowhere'), click('One'), click('Nowhere'), complete()];
    const { result } = await tryRun(turns, { limits: { failures: 2 } }, moving());
    expect(result.status).toBe('done');
  });

  it('that are invalid are rejected before the run starts', async () => {
    await expect(tryRun([], { limits: { stepps: 3 } as never })).rejects.toThrow('There is no limit "stepps"');
    await expect(tryRun([], { limits: { steps: -1 } })).rejects.toThrow('The limit steps is -1');
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
    const { result } = await tryRun(turns, { limits: { steps: 30 } });
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

describe('A fallback model', () => {
  it('takes over when the first cannot continue', async () => {
    const { result, events } = await tryRun([new HandrailError('not_understood', 'What is "frob"?')], {
      fallback: scripted([click('One'), complete('One')], { name: 'second' }),
    });
    expect(result).toMatchObject({ status: 'done', steps: 3 });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'note', text: expect.stringContaining('second takes over') }),
    );
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

describe('A conversation', () => {
  it('keeps its history, its memory and its session', async () => {
    const paper = paperScreen(['One', 'Two'], renames);
    const heard: string[] = [];
    const seen: number[] = [];
    await using agent = createAgent({
      session: paper.session,
      journal: false,
      model: scripted([
        { calls: [call('remember', { key: 'colour', value: 'blue' })] },
        complete(),
        ({ history, memory }) => {
          seen.push(history.filter(({ role }) => role === 'user').length);
          return complete(memory.get('colour')) as Partial<Reply>;
        },
      ]),
    });
    agent.on(({ type }) => heard.push(type));
    expect((await agent.send('Remember blue.')).status).toBe('done');
    expect((await agent.send('Which colour?')).answer).toBe('blue');
    expect(seen).toEqual([2]);
    expect(heard.filter((type) => type === 'run_ended')).toHaveLength(2);
    await expect(agent.send('  ')).rejects.toThrow('The task is empty');
  });

  it('accepts a new tool between two tasks', async () => {
    const greet = defineTool({
      name: 'greet',
      title: 'Greet',
      description: 'Says hello.',
      category: 'utility',
      safety: 'safe',
      effect: 'none',
      idempotent: true,
      input: z.object({ name: z.string() }),
      output: z.string(),
      returns: 'The words.',
      examples: ['greet(name="Ada")'],
      timeoutMs: 1_000,
      needs: { required: [], optimal: [] },
      takes: { urls: [], paths: [], secrets: [] },
      run: async ({ name }) => `Hello ${name}`,
    });
    const told: unknown[] = [];
    await using agent = createAgent({
      session: paperScreen(['One']).session,
      journal: false,
      model: scripted([
        complete(),
        { calls: [call('greet', { name: 'Ada' })] },
        ({ history, tools }) => {
          const last = history.at(-1);
          told.push(tools.some(({ name }) => name === 'greet'));
          if (last?.role === 'results') told.push(last.results[0]?.result.data);
          return complete() as Partial<Reply>;
        },
      ]),
    });
    await agent.send('One.');
    agent.tools.register(greet);
    await agent.send('Two.');
    expect(told).toEqual([true, 'Hello Ada']);
  });

  it('runs one task at a time, and none after close', async () => {
    const agent = createAgent({
      session: paperScreen(['One']).session,
      journal: false,
      model: scripted([() => new Promise(() => undefined)]),
    });
    const controller = new AbortController();
    const first = agent.send('One.', { signal: controller.signal });
    await expect(agent.send('Two.')).rejects.toThrow('The agent is running a task');
    controller.abort();
    expect((await first).status).toBe('cancelled');
    await agent.close();
    expect((await agent.send('Three.')).error?.code).toBe('closed');
  });

  it('rejects unknown models and tools', () => {
    expect(() => createAgent({ model: 'gpt-0' })).toThrow('There is no model "gpt-0"');
    expect(() => createAgent({ tools: ['clik'] })).toThrow('Did you mean click?');
    expect(
      createAgent({ tools: ['click'] })
        .tools.names()
        .sort(),
    ).toEqual(['click', 'complete', 'fail']);
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
    await paper.session.perform({ type: 'click', target: { element: 'el_1' } });
    expect(order).toEqual(['intent', 'done', 'outcome']);
    const full = paperScreen(['One'], () => ({}), {
      journal: {
        write() {
          throw new HandrailError('journal_failed', 'The disk is full.');
        },
      },
    });
    const outcome = await full.session.perform({ type: 'click', target: { element: 'el_1' } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'journal_failed' } });
    expect(full.done).toEqual([]);
  });

  it('that cannot be created ends the run before any action', async () => {
    const { result, paper } = await tryRun([click('One')], { journal: join(folder, 'nowhere\0') });
    expect(result).toMatchObject({ status: 'failed' });
    expect(paper.done).toEqual([]);
  });
});
