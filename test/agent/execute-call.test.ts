import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Call, Reply, Turn } from '../../src/exports/models.js';
import { call, scripted } from '../../src/exports/testing.js';
import { createAgent, defineTool, type Proposal } from '../../src/index.js';
import { drawScreen } from '../contract/drawn-screen.js';
import { toolFacts } from '../tools/tool-facts.js';
import { answer, click, tryCalls } from './try-calls.js';

function resultsIn({ history }: Turn) {
  const last = history.at(-1);
  if (last?.role !== 'results') throw new Error('The last message holds no results.');
  return last.results;
}

describe('calls of a model', () => {
  it('a screen capture is the next snapshot, a region capture returns a picture', async () => {
    const { turns } = await tryCalls([
      {
        calls: [
          { id: 'a', capture: 'screen' },
          { id: 'b', capture: { x: 100, y: 40, width: 200, height: 60 } },
        ],
      },
      answer,
    ]);
    const [whole, part] = turns[1] ? resultsIn(turns[1]) : [];
    expect(whole?.result).toMatchObject({ success: true });
    // As large as the 400x300 the model takes, in the shape of the part.
    expect(part?.result.pictures?.[0]).toMatchObject({ size: { width: 400, height: 120 }, type: 'image/png' });
  });

  it('known answers and invalid calls return a result without execution', async () => {
    const { turns, screen } = await tryCalls([
      { calls: [{ id: 'a', name: 'cursor_position', answer: 'X=1,Y=2' }] },
      {
        calls: [
          {
            id: 'b',
            name: 'fly',
            fault: { code: 'unknown_tool', message: 'There is no "fly".', hint: 'Valid: click.' },
          },
        ],
      },
      answer,
    ]);
    expect(turns[1] && resultsIn(turns[1])[0]?.result).toMatchObject({ success: true, data: 'X=1,Y=2' });
    expect(turns[2] && resultsIn(turns[2])[0]?.result).toMatchObject({
      success: false,
      error: 'There is no "fly". Valid: click.',
      metadata: { code: 'unknown_tool' },
    });
    expect(screen.done).toEqual([]);
  });

  it('three failed calls in a row end the run', async () => {
    const wrong = { calls: [{ id: 'a', name: 'fly', fault: { code: 'unknown_tool', message: 'No.' } } satisfies Call] };
    const { result } = await tryCalls([wrong, wrong, wrong, answer]);
    expect(result).toMatchObject({ status: 'failed', steps: 3, reason: expect.stringContaining('3 calls in a row') });
  });

  it('after a page change, actions are skipped, captures and waits are not', async () => {
    const screen = drawScreen(['One'], (_, drawn) => {
      drawn.url = 'drawn:/2';
    });
    const { turns } = await tryCalls(
      [
        {
          calls: [
            { id: 'a', action: click(200, 60) },
            { id: 'b', action: { type: 'wait', for: { seconds: 0 } } },
            { id: 'c', capture: 'screen' },
            { id: 'd', action: click(200, 60) },
            { id: 'e', capture: 'screen' },
          ],
        },
        answer,
      ],
      {},
      screen,
    );
    expect(turns[1] && resultsIn(turns[1]).map(({ skipped }) => skipped === undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(screen.hits).toEqual(['One']);
  });
});

describe('a call that needs confirmation', () => {
  const asking: Partial<Reply> = { calls: [{ id: 'a', action: click(200, 60), confirm: 'It pays 30 dollars.' }] };

  it('requests approval with the reason before it runs, whatever the gates allow', async () => {
    const asked: Proposal[] = [];
    const screen = drawScreen();
    const { result, turns } = await tryCalls(
      [asking, answer],
      {
        gate: () => 'allow',
        approve: (proposal) => {
          asked.push(proposal);
          expect(screen.hits).toEqual([]);
          return true;
        },
      },
      screen,
    );
    expect(asked).toMatchObject([{ reason: 'It pays 30 dollars.', safety: 'high', action: { type: 'click' } }]);
    expect(screen.hits).toEqual(['One']);
    expect(turns[1] && resultsIn(turns[1])[0]?.confirmed).toBe(true);
    expect(result.status).toBe('done');
  });

  it.each([
    ['declines', { approve: () => false }],
    ['is not there', {}],
  ] as const)('does not run when the user %s, and ends the run', async (_, options) => {
    const { result, screen } = await tryCalls([asking, answer], options);
    expect(result).toMatchObject({ status: 'refused', reason: expect.stringContaining('It pays 30 dollars.') });
    expect(screen.hits).toEqual([]);
  });

  it('does not request approval if a gate denies it', async () => {
    let asked = 0;
    const rails = { gate: () => 'deny' as const };
    const { result, screen } = await tryCalls(
      [asking, answer],
      { approve: () => Boolean(++asked) },
      drawScreen(['One'], () => undefined, rails),
    );
    expect([result.status, asked, screen.hits]).toEqual(['refused', 0, []]);
  });
});

describe('the tools of a model with its own actions', () => {
  const own = defineTool({
    ...toolFacts,
    name: 'click_at',
    title: 'Click',
    description: 'Clicks.',
    category: 'interaction',
    safety: 'low_risk',
    effect: 'page',
    idempotent: false,
    input: z.object({ x: z.number(), y: z.number() }),
    output: z.object({ x: z.number() }),
    returns: 'x',
    examples: ['click_at(x=1, y=2)'],
    run: async ({ x }) => ({ x }),
  });

  it('are those it names; implicit tools run without a definition', () => {
    const agent = createAgent({ model: scripted([], { tools: ['upload_file'] }) });
    const told = agent.tools.definitions().filter(({ hidden }) => !hidden);
    expect(told.map(({ name }) => name)).toEqual(['upload_file']);
    expect(agent.tools.names()).toEqual(expect.arrayContaining(['complete', 'fail', 'ask_user', 'remember']));
  });

  it('can be added by the user, with or without a definition', async () => {
    const screen = drawScreen();
    const { turns } = await tryCalls(
      [{ calls: [call('click_at', { x: 5, y: 6 })] }, answer],
      { tools: ['complete', { tool: own, skipDefinition: true }] },
      screen,
    );
    expect(turns[0]?.tools.find(({ name }) => name === 'click_at')?.hidden).toBe(true);
    expect(turns[1] && resultsIn(turns[1])[0]?.result).toMatchObject({ success: true, data: { x: 5 } });
  });
});

it('text typed at the coordinates of a password field is not in the journal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const secret = 'correct-horse-battery';
  const screen = drawScreen(['Password']);
  screen.states = ['password'];
  const { result } = await tryCalls(
    [
      {
        thought: `I type ${secret}.`,
        calls: [
          { id: 'a', action: click(200, 60) },
          { id: 'b', action: { type: 'type', text: secret } },
        ],
      },
      answer,
    ],
    { journal: folder },
    screen,
  );
  const journal = readFileSync(join(result.folder ?? '', 'journal.jsonl'), 'utf8');
  expect(journal).toContain('"type":"model_replied"');
  expect(journal).not.toContain(secret);
});

it('a fallback receives only its own tool definitions, the first model can call all tools', () => {
  const fallback = scripted([], { tools: ['upload_file'] });
  const { tools } = createAgent({ model: 'steps', fallback });
  expect(tools.names()).toEqual(expect.arrayContaining(['click', 'goto', 'upload_file', 'complete']));
  const told = tools.definitions().filter(({ hidden }) => !hidden);
  expect(told.map(({ name }) => name)).toEqual(['upload_file']);
});

it('a completion on a page that the model has not observed is skipped', async () => {
  const screen = drawScreen(['One'], (_, drawn) => {
    drawn.url = 'drawn:/2';
  });
  const early = { calls: [{ id: 'a', action: click(200, 60) }, call('complete', { summary: 'Early.' })] };
  const { result } = await tryCalls([early, answer], {}, screen);
  expect(result).toMatchObject({ status: 'done', answer: 'There.', steps: 2 });
});
