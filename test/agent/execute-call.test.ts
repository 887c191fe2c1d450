import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Action,
  type Call,
  call,
  createAgent,
  defineTool,
  HandrailError,
  type Proposal,
  type Reply,
  type RunOptions,
  run,
  scripted,
  type Turn,
} from '../../src/index.js';
import { drawScreen } from '../contract/drawn-screen.js';

const folder = mkdtempSync(join(tmpdir(), 'handrail-calls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vision = { picture: { type: 'png', size: () => ({ width: 400, height: 300 }) } } as const;
const click = (x: number, y: number): Action => ({ type: 'click', target: { x, y } });
const answer = { calls: [], text: 'There.' };

/** Runs a script of replies on a drawn screen, with a note of each turn as the model saw it. */
async function tryCalls(replies: Partial<Reply>[], options: Partial<RunOptions> = {}, screen = drawScreen()) {
  const turns: Turn[] = [];
  const model = scripted(
    replies.map((reply) => (turn: Turn) => {
      turns.push({ ...turn, history: [...turn.history] });
      return reply;
    }),
    { vision },
  );
  const result = await run({ task: 'Do it.', model, session: screen.session, journal: false, ...options });
  return { result, turns, screen };
}

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

it('a refusal ends the run with the text of the refusal', async () => {
  const { result } = await tryCalls([{ refusal: 'I cannot help with this.' }]);
  expect(result).toMatchObject({ status: 'refused', reason: 'I cannot help with this.' });
});

describe('the picture for a model', () => {
  it('has the requested type and size and is part of the conversation', async () => {
    const { turns } = await tryCalls([{ calls: [{ id: 'a', capture: 'screen' }] }, answer]);
    const [first] = turns[0]?.history ?? [];
    expect(first).toMatchObject({
      role: 'user',
      snapshot: {
        picture: { type: 'image/png', size: { width: 400, height: 300 }, region: { width: 800, height: 600 } },
      },
    });
  });

  it('is marked when it equals the previous one', async () => {
    const screen = drawScreen(['One'], (_, drawn) => {
      drawn.face += 1;
    });
    const look: Partial<Reply> = { calls: [{ id: 'a', capture: 'screen' }] };
    const { turns } = await tryCalls([look, { calls: [{ id: 'b', action: click(200, 60) }] }, answer], {}, screen);
    const same = (turns[2]?.history ?? []).flatMap((one) =>
      one.role === 'model' ? [] : [one.snapshot?.pictureUnchanged ?? false],
    );
    expect(same).toEqual([false, true, false]);
  });

  it('an attachment can be any picture or file', async () => {
    const { image } = await drawScreen().session.observe({ picture: 'plain' });
    if (!image) throw new Error('There is no picture.');
    const attachments = [image, image.bytes, { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('hi') }];
    const { turns } = await tryCalls([answer], { attachments });
    expect(turns[0]?.history[0]).toMatchObject({
      attachments: [
        { name: 'attachment-1', type: 'image/png', bytes: image.bytes },
        { name: 'attachment-2', type: 'image/png', bytes: image.bytes },
        { name: 'note.txt', type: 'text/plain' },
      ],
    });
    for (const wrong of [Buffer.from('no picture'), '/tmp/picture.png', { type: 'image/png', data: 'AAAA' }, null]) {
      const agent = createAgent({ model: scripted([answer]), session: drawScreen().session, journal: false });
      const refused = await agent.send('Look.', { attachments: [wrong as Buffer] });
      expect(refused).toMatchObject({ status: 'failed', error: { code: 'invalid_option' } });
      expect(agent.history).toEqual([]);
    }
  });
});

describe('maxPictures', () => {
  it.each([0, -1, Number.NaN, 1.5])('rejects %s with the valid values', (maxPictures) => {
    const wrong = {
      code: 'invalid_option',
      message: expect.stringMatching(`is ${maxPictures}, but it must be a whole number from 1`),
    };
    expect(() => createAgent({ maxPictures })).toThrow(expect.objectContaining(wrong));
  });

  it.each([1, 20, Number.POSITIVE_INFINITY, undefined])('accepts %s', async (maxPictures) => {
    await using agent = createAgent(maxPictures === undefined ? {} : { maxPictures });
    expect(agent.history).toEqual([]);
  });
});

describe('the tools of a model with its own actions', () => {
  const own = defineTool({
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
    timeoutMs: 1_000,
    needs: { required: [], optimal: [] },
    takes: { urls: [], paths: [], secrets: [] },
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

describe('the cost of a run', () => {
  it('is the sum of all its parts', async () => {
    const usage = {
      inputTokens: 100,
      outputTokens: 10,
      cachedTokens: 60,
      imageTokens: 30,
      reasoningTokens: 5,
      money: 0.25,
    };
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
      money: 0.5,
    });
  });

  it('must be known if money is limited', async () => {
    const model = scripted([answer], { priced: false });
    const result = await run({
      task: 'Do it.',
      model,
      session: drawScreen().session,
      journal: false,
      limits: { money: 1 },
    });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'invalid_option' }, usage: { modelCalls: 0 } });
  });
});

it('a fallback receives only its own tool definitions, the first model can call all tools', () => {
  const fallback = scripted([], { tools: ['upload_file'] });
  const { tools } = createAgent({ model: 'steps', fallback });
  expect(tools.names()).toEqual(expect.arrayContaining(['click', 'goto', 'upload_file', 'complete']));
  const told = tools.definitions().filter(({ hidden }) => !hidden);
  expect(told.map(({ name }) => name)).toEqual(['upload_file']);
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

it('a completion on a page that the model has not observed is skipped', async () => {
  const screen = drawScreen(['One'], (_, drawn) => {
    drawn.url = 'drawn:/2';
  });
  const early = { calls: [{ id: 'a', action: click(200, 60) }, call('complete', { summary: 'Early.' })] };
  const { result } = await tryCalls([early, answer], {}, screen);
  expect(result).toMatchObject({ status: 'done', answer: 'There.', steps: 2 });
});

it('model calls of a tool are counted', async () => {
  const asks = defineTool({
    name: 'asks',
    title: 'Ask',
    description: 'Asks.',
    category: 'utility',
    safety: 'safe',
    effect: 'none',
    idempotent: true,
    input: z.looseObject({}),
    output: z.object({ value: z.unknown() }),
    returns: 'The value.',
    examples: ['asks()'],
    timeoutMs: 1_000,
    needs: { required: [], optimal: [] },
    takes: { urls: [], paths: [], secrets: [] },
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
