import { describe, expect, it } from 'vitest';
import type { RunLimits } from '../../src/agent/limits.js';
import type { Intent } from '../../src/testing/index.js';
import { sample } from '../support/sample.js';
import { type AdapterCase, cases } from './cases.js';
import { changingScreen, drawScreen, smallScreen } from './drawn-screen.js';
import { noteTool } from './note-tool.js';
import { canSay, latestWords, play, withAgent } from './play.js';

const click = (name: string, more: { safety?: string } = {}): Intent => ({
  do: 'click',
  at: smallScreen().at(name),
  ...more,
});
const done: Intent = { do: 'done', answer: 'It is done.' };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const note = noteTool();

describe.each(cases)('$name, when the model is wrong,', (one) => {
  it('lists the valid names after an unknown call, and ends the run after the third one', async () => {
    const { result, server, screen } = await play(
      one,
      times(9, () => ({ raw: one.odd.unknown() })),
    );
    expect(latestWords(server)).toMatch(/valid|there (is|are)/i);
    expect(latestWords(server)).toMatch(/click/i);
    expect(result.status).toBe('failed');
    expect(result.reason).toContain('in a row');
    expect(server.requests).toHaveLength(3);
    expect([screen.done, server.violations]).toEqual([[], []]);
  });

  it('reports a missing argument, and executes the corrected call', async () => {
    const { result, server, screen } = await play(one, [{ raw: one.odd.withoutPoint() }, [click('One')], [done]]);
    expect(latestWords(server, 2)).toMatch(/needs|missing|required|give/i);
    expect(result.status).toBe('done');
    expect([screen.hits, server.violations]).toEqual([['One'], []]);
  });

  it('warns about repeated calls without effect, then stops', async () => {
    const { result, server, screen } = await play(
      one,
      times(9, () => [click('One')]),
    );
    expect(result.status).toBe('stuck');
    expect(server.inputs.map((_, index) => latestWords(server, index + 1)).join('\n')).toContain('No progress');
    expect(screen.hits).toHaveLength(5);
    expect(server.violations).toEqual([]);
  });

  it('stops a model that alternates between two calls', async () => {
    const { result, server, screen } = await play(
      one,
      times(12, (index) => [click(index % 2 ? 'One' : 'Two')]),
    );
    expect(result.status).toBe('stuck');
    expect(screen.hits.length).toBeLessThanOrEqual(8);
    expect(server.violations).toEqual([]);
  });

  it('rejects a claim without evidence', async () => {
    const claim = await play(one, [[done]]);
    expect(claim.result).toMatchObject({ status: 'done', verified: false });
    const { result, server } = await play(one, [[done], [done]], { sending: { expect: { text: 'Thank you' } } });
    expect(latestWords(server)).toContain('The task is not done');
    expect(result).toMatchObject({ status: 'failed', verified: false });
    expect(server.violations).toEqual([]);
  });
});

describe.each(cases.filter(({ odd }) => odd.clickAt))('$name, when the model means a place,', (one) => {
  it('rejects points outside the picture, and reports the valid range', async () => {
    const at = (x: number, y: number) => ({ raw: one.odd.clickAt?.(x, y) });
    const turns = [at(99_999, 5), at(-5, 5), [click('One')], at(0.5, 0.5), at(5, -1), [done]];
    const { result, server, screen } = await play(one, turns);
    for (const back of [5, 4, 2, 1])
      expect(latestWords(server, back)).toMatch(/from 0 to|0\D{1,5}999|0\D{1,5}1000|between/i);
    expect(result.status).toBe('done');
    expect([screen.hits, server.violations]).toEqual([['One'], []]);
  });
});

describe.each(cases.filter(({ odd }) => odd.clickBox))('$name, when the model means a box,', (one) => {
  it('uses the center of a box', async () => {
    const screen = drawScreen();
    const two = screen.at('Two');
    const from = { x: two.x - 0.1, y: two.y - 0.02 };
    const to = { x: two.x + 0.1, y: two.y + 0.02 };
    let asked = 0;
    const { server } = await play(
      one,
      (told) => {
        asked += 1;
        return asked === 1 ? { raw: one.odd.clickBox?.(from, to, told) } : [done];
      },
      { screen },
    );
    expect([screen.hits, server.violations]).toEqual([['Two'], []]);
  });
});

describe.each(cases.filter(({ ownTools }) => ownTools))('$name, with tools of the user,', (one) => {
  it('calls them, and reports their parameters after an invalid call', async () => {
    const wrong: Intent = { do: 'tool', name: 'note', input: { letters: 'x' } };
    const right: Intent = { do: 'tool', name: 'note', input: { words: 'Kept' } };
    const { result, server } = await play(one, [[wrong], [right], [done]], { tools: [note] });
    expect(latestWords(server, 2)).toContain('words');
    expect(latestWords(server, 1)).toContain('Kept');
    expect(result.status).toBe('done');
    expect(server.violations).toEqual([]);
  });
});

describe.each(cases.filter((one) => one.batches))('$name, when a turn asks for several things,', (one) => {
  it('skips calls that were meant for the previous page, and says so', async () => {
    const leaving = smallScreen(['One', 'Two'], (_, screen) => {
      screen.url = 'http://drawn.test/2';
      screen.face = 77;
    });
    const { result, screen, server } = await play(one, [[click('One'), click('Two')], [done]], { screen: leaving });
    expect(screen.hits).toEqual(['One']);
    expect(result.status).toBe('done');
    expect(server.violations).toEqual([]);
  });
});

const both = [click('One'), done];
describe.each(cases.filter((one) => one.batches && canSay(one, both)))('$name, when a turn acts and ends,', (one) => {
  it('executes them before it ends', async () => {
    const { result, screen, server } = await play(one, [both, [done]]);
    expect(result.status).toBe('done');
    expect([screen.hits, server.violations]).toEqual([['One'], []]);
  });
});

describe.each(cases)('$name, when it is too much for the provider,', (one) => {
  const tooMuch = [
    'prompt is too long: 250000 tokens > 200000 maximum',
    'Your input exceeds the context window of this model.',
    'The image is too large and could not be processed.',
  ];
  it.each(sample(tooMuch, 3))('sends less, once: %s', async (message) => {
    const turns: Intent[][] = [...times(8, (index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    const faults = [...times(6, () => undefined), { status: 400, message }];
    const { result, server } = await play(one, turns, { screen: changingScreen(smallScreen), faults });
    expect(result.status).toBe('done');
    const [large, small] = server.inputs.slice(5, 7).map(({ context }) => JSON.stringify(context)?.length);
    const [largeBytes, smallBytes] = server.requests.slice(6, 8).map(({ bytes }) => bytes);
    expect(small ?? smallBytes).toBeLessThan(large ?? largeBytes ?? 0);
    expect(server.violations).toEqual([]);
    const again = await play(one, turns, {
      screen: changingScreen(smallScreen),
      faults: times(9, () => ({ status: 400, message })),
    });
    expect(again.result).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
    expect(again.server.requests).toHaveLength(2);
  });
});

describe.each(cases.filter(({ canAskUser: asks }) => asks))('$name, when somebody has to agree,', (one) => {
  const risky = [click('One', { safety: 'This sends money.' })];

  it('executes nothing before that', async () => {
    const asked: { hits: number; what: string }[] = [];
    const screen = smallScreen();
    const { result, server } = await play(one, [risky, [done]], {
      screen,
      approve: (proposal) => {
        asked.push({ hits: screen.hits.length, what: JSON.stringify(proposal) });
        return true;
      },
    });
    expect(asked).toEqual([{ hits: 0, what: expect.stringContaining('This sends money.') }]);
    expect(result.status).toBe('done');
    expect([screen.hits, server.violations]).toEqual([['One'], []]);
  });

  it.each([
    ['says no', () => false],
    ['is not there', undefined],
  ])('executes nothing when that user %s', async (_, approve) => {
    const { result, server, screen } = await play(one, [risky, [done]], approve ? { approve } : {});
    expect(result.status).toBe('refused');
    expect(screen.done).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('accepts another task afterwards', async () => {
    await withAgent(one, [risky, [click('Two')], [done]], { approve: 'none' }, async ({ agent, server, screen }) => {
      expect((await agent.send('Send it.')).status).toBe('refused');
      expect((await agent.send('Click Two then.')).status).toBe('done');
      expect([screen.hits, server.violations]).toEqual([['Two'], []]);
    });
  });
});

const refuse: Intent = { do: 'refuse', reason: 'I will not do this.' };
describe.each(cases.filter((one) => canSay(one, [refuse])))('$name, when the model will not,', (one) => {
  it('ends with its reason and executes nothing', async () => {
    const { result, screen, server } = await play(one, [[refuse]]);
    expect(result.status).toMatch(/^(refused|failed)$/);
    expect(`${result.reason} ${result.answer}`).toMatch(/I will not do this|refus|declin|block/i);
    expect([screen.done, server.requests.length]).toEqual([[], 1]);
  });
});

describe.each(cases)('$name keeps limits', (one) => {
  const endless = (): Intent[][] => times(30, (index) => [click(index % 2 ? 'One' : 'Two')]);
  const asked = async (
    limits: Partial<RunLimits>,
    settings = {},
    faults: { stall: 'before' }[] = [],
  ): Promise<[string, number]> => {
    const { result, server } = await play(one, endless(), {
      screen: changingScreen(smallScreen),
      limits,
      settings,
      faults,
    });
    expect(server.violations).toEqual([]);
    return [result.status, server.requests.length];
  };

  it('of tokens, cost, calls, steps and time, before the next request', async () => {
    expect(await asked({ maxTokens: 0 })).toEqual(['limit', 0]);
    expect(await asked({ maxTokens: 1 })).toEqual(['limit', 1]);
    expect(await asked({ maxCostUsd: 0.000_000_1 }, { price: { input: 1_000, output: 1_000 } })).toEqual(['limit', 1]);
    expect(await asked({ maxModelCalls: 2 })).toEqual(['limit', 2]);
    expect(await asked({ maxSteps: 3 })).toEqual(['max_steps', 3]);
    expect(await asked({ timeoutMs: 0 })).toEqual(['limit', 0]);
    expect(
      await asked(
        { timeoutMs: 300 },
        {},
        times(9, () => ({ stall: 'before' })),
      ),
    ).toEqual(['limit', 1]);
  });
});

/** Two cases with one name would hide which one failed. */
it('has a unique name for each case', () => {
  expect(new Set(cases.map(({ name }: AdapterCase) => name)).size).toBe(cases.length);
});
