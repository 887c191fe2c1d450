import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Action, createAgent, defineTool } from '../../../src/index.js';
import { claude } from '../../../src/models/anthropic/anthropic.js';
import { anthropicContract, type Intent, readPictureText, serveContract } from '../../../src/testing/index.js';
import { type DrawnScreen, drawScreen } from '../../contract/drawn-screen.js';
import { asking, bodyOf, playClaude, resultsOf, saying } from './play.js';
import type { Block } from './wire.js';

const at = drawScreen().at;
const done: Intent = { do: 'done', answer: 'It is done.' };
const click = (name: string): Intent => ({ do: 'click', at: at(name) });
const notExecuted = 'Not executed: an earlier computer action in this turn failed.';
const lively = (): DrawnScreen =>
  drawScreen(['One', 'Two', 'Three'], (_, screen) => {
    screen.face += 1;
    screen.names[2] = `Three after ${screen.face}`;
  });
const textOf = ({ content }: Block): string =>
  (content as Block[]).flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n');
const images = ({ content }: Block): Block[] => (content as Block[]).filter(({ type }) => type === 'image');

const own = (name: string, run: (input: { words: string }) => Promise<{ words: string }> = async (input) => input) =>
  defineTool({
    name,
    title: name,
    description: 'Says it back.',
    category: 'utility',
    safety: 'safe',
    effect: 'none',
    idempotent: true,
    input: z.strictObject({ words: z.string() }),
    output: z.object({ words: z.string() }),
    returns: 'The words.',
    examples: [`${name}(words="x")`],
    timeoutMs: 1_000,
    needs: { required: [], optimal: [] },
    takes: { urls: [], paths: [], secrets: [] },
    run,
  });

describe('several tool uses', () => {
  it('are answered one by one, with the picture in the last result', async () => {
    const turns = [[click('One'), { do: 'type', text: 'cats' } as const, click('Two')], [done]];
    const { server, screen, result } = await playClaude(turns, { screen: lively() });
    const results = resultsOf(server);
    expect(results.map(({ type, toolset_name: name, is_error: failed }) => [type, name, failed])).toEqual(
      Array.from({ length: 3 }, () => ['tool_result', 'computer', undefined]),
    );
    expect(results.map((one) => images(one).length)).toEqual([0, 0, 1]);
    expect([screen.hits, result.status, server.violations]).toEqual([['One', 'Two'], 'done', []]);
  });

  it('stop at the first failure: it has the reason, every later one the same text, and the picture follows', async () => {
    const screen = drawScreen();
    screen.face = 3;
    const turn = asking([
      { name: 'left_click', input: { coordinate: [300, 70] } },
      { name: 'left_click', input: { coordinate: [9_999, 70] } },
      { name: 'type', input: { text: 'cats' } },
      { name: 'screenshot', input: {} },
    ]);
    screen.onHit = () => {
      screen.face += 1;
    };
    const { server } = await playClaude([turn, [done]], { screen });
    const [first, second, third, fourth, ...rest] = resultsOf(server);
    expect(first?.is_error).toBeUndefined();
    expect(second).toMatchObject({ is_error: true });
    expect(second && textOf(second)).toContain('x goes from 0 to 799');
    for (const later of [third, fourth])
      expect(later).toMatchObject({ is_error: true, content: [{ type: 'text', text: notExecuted }] });
    expect(rest.map(({ type }) => type)).toEqual(['image']);
    expect(screen.done.map(({ type }) => type)).toEqual(['click']);
    expect(server.violations).toEqual([]);
  });

  it('stop when the page has changed: the first says so, every later one has the same text, a screenshot too', async () => {
    const screen = drawScreen(['One', 'Two'], (_, page) => {
      page.url = 'http://drawn.test/2';
      page.face = 9;
    });
    const turns = [[click('One'), click('Two'), click('Two'), { do: 'screenshot' } as const], [done]];
    const { server } = await playClaude(turns, { screen });
    const [first, second, third, fourth] = resultsOf(server);
    expect(first?.is_error).toBeUndefined();
    expect(second && textOf(second)).toContain('changed the page');
    expect([third, fourth].map((one) => one && textOf(one))).toEqual([notExecuted, notExecuted]);
    expect(screen.hits).toEqual(['One']);
    expect(server.inputs.at(-1)?.text).toContain('The page is at http://drawn.test/2');
    expect(server.violations).toEqual([]);
  });

  it('show a changed page if a screenshot comes next', async () => {
    const screen = drawScreen(['One'], (_, page) => {
      page.url = 'http://drawn.test/2';
      page.face = 9;
    });
    const { server } = await playClaude([[click('One'), { do: 'screenshot' }], [done]], { screen });
    expect(resultsOf(server).map((one) => [one.is_error, images(one).length])).toEqual([
      [undefined, 0],
      [undefined, 1],
    ]);
  });

  it('take a screenshot in the middle at its time', async () => {
    const turns = [[click('One'), { do: 'screenshot' } as const, click('Two')], [done]];
    const { server } = await playClaude(turns, { screen: lively() });
    const [, middle, last] = resultsOf(server);
    const shown = [middle, last].flatMap((one) => (one ? images(one) : [])).map(({ source }) => JSON.stringify(source));
    expect(shown).toHaveLength(2);
    expect(new Set(shown).size).toBe(2);
  });
});

describe('a tool use', () => {
  const run = async (uses: { name: string; input: object }[], screen = drawScreen()): Promise<Action[]> => {
    const { server } = await playClaude([asking(uses), [done]], { screen });
    expect(server.violations).toEqual([]);
    return screen.done;
  };

  it('acts at the pointer if no point is given', async () => {
    const target = { x: 300, y: 70 };
    expect(
      await run([
        { name: 'mouse_move', input: { coordinate: [300, 70] } },
        { name: 'left_click', input: { coordinate: null } },
        { name: 'double_click', input: {} },
        { name: 'scroll', input: { scroll_direction: 'down', scroll_amount: 3, coordinate: null } },
        { name: 'left_mouse_down', input: {} },
        { name: 'left_mouse_up', input: {} },
      ]),
    ).toEqual([
      { type: 'move', target },
      { type: 'click', target },
      { type: 'click', target, count: 2 },
      { type: 'scroll', target, dx: 0, dy: 300 },
      { type: 'press' },
      { type: 'release' },
    ]);
  });

  it('holds keys, holds them long, and repeats', async () => {
    expect(
      await run([
        { name: 'left_click', input: { coordinate: [1, 2], text: 'shift+ctrl' } },
        { name: 'scroll', input: { coordinate: [1, 2], scroll_direction: 'left', scroll_amount: 1, text: 'alt' } },
        { name: 'left_click_drag', input: { start_coordinate: [1, 2], coordinate: [3, 4], text: 'super' } },
        { name: 'key', input: { text: 'Page_Down', repeat: 4 } },
        { name: 'hold_key', input: { text: 'w', duration: 300 } },
        { name: 'right_click', input: { coordinate: [1, 2], key: 'shift' } },
        { name: 'middle_click', input: { coordinate: [1, 2] } },
        { name: 'triple_click', input: { coordinate: [1, 2] } },
      ]),
    ).toMatchObject([
      { type: 'click', modifiers: ['Shift', 'Control'] },
      { type: 'scroll', dx: -100, dy: 0, modifiers: ['Alt'] },
      {
        type: 'drag',
        path: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
        modifiers: ['Meta'],
      },
      { type: 'key', keys: 'Page_Down', repeat: 4 },
      { type: 'key', keys: 'w', holdMs: 300_000 },
      { type: 'click', button: 'right', modifiers: ['Shift'] },
      { type: 'click', button: 'middle' },
      { type: 'click', count: 3 },
    ]);
  });

  it('is rejected out of range, with the valid range', async () => {
    const wrong: [string, object, RegExp][] = [
      ['wait', { duration: 301 }, /from 0 to 300/],
      ['hold_key', { text: 'a', duration: Number.MAX_VALUE }, /number|from 0 to 300/],
      ['key', { text: 'Return', repeat: 101 }, /from 1 to 100/],
      ['key', { text: 'NoSuchKey' }, /NoSuchKey/],
      ['zoom', { region: [10, 10, 5, 5] }, /x0, y0, x1, y1/],
      ['zoom', { region: 'all' }, /list/],
      ['scroll', { scroll_direction: 'sideways', coordinate: [1, 1] }, /up, down, left, right/],
      ['left_click', { coordinate: [1, 1], text: 'banana' }, /banana/],
    ];
    const turns = wrong.map(([name, input]) => asking([{ name, input }]));
    const { server } = await playClaude([...turns, [done]], { limits: { failures: 50 } });
    for (const [index, [, , words]] of wrong.entries())
      expect(server.inputs[index + 1]?.results[0]?.text).toMatch(words);
    expect(server.inputs.slice(1).every(({ results }) => results[0]?.failed)).toBe(true);
    expect(server.violations).toEqual([]);
  });

  it('returns the pointer position in pixels of the picture', async () => {
    const uses = [
      { name: 'mouse_move', input: { coordinate: [640, 60] } },
      { name: 'cursor_position', input: {} },
    ];
    const { server } = await playClaude([asking(uses), [done]]);
    expect(resultsOf(server)[1]?.content).toMatchObject([{ type: 'text', text: 'X=640,Y=60' }]);
  });

  it('magnifies a region in its own aspect ratio', async () => {
    const zoom: Intent = { do: 'zoom', from: { x: 0.25, y: 0.25 }, to: { x: 0.5, y: 0.5 } };
    const { server } = await playClaude([[zoom], [done]]);
    const [result] = resultsOf(server);
    const [shown] = result ? images(result) : [];
    const { width, height } = readPictureText(String(Object(shown?.source).data));
    expect([width, height]).toEqual([800, 600]);
    expect(result?.is_error).toBeUndefined();
    expect(server.violations).toEqual([]);
  });
});

describe('functions of the user', () => {
  it('are distinguished from members of the toolset, and from its name', async () => {
    const said: string[] = [];
    const note = (name: string) =>
      own(name, async (input) => {
        said.push(`${name}: ${input.words}`);
        return input;
      });
    const turn = asking([
      { name: 'scroll', toolset_name: null, input: { words: 'mine' } },
      { name: 'own_computer', toolset_name: null, input: { words: 'too' } },
      { name: 'scroll', input: { scroll_direction: 'up', scroll_amount: 1, coordinate: [5, 5] } },
    ]);
    const { server, screen } = await playClaude([turn, [done]], { tools: [note('scroll'), note('computer')] });
    expect(said).toEqual(['scroll: mine', 'computer: too']);
    expect(screen.done).toMatchObject([{ type: 'scroll', dy: -100 }]);
    expect(server.inputs[0]?.tools).toEqual(expect.arrayContaining(['scroll', 'own_computer', 'goto']));
    expect(resultsOf(server).map(({ toolset_name: name }) => name)).toEqual([undefined, undefined, 'computer']);
    expect(server.violations).toEqual([]);
  });

  it('fail without stopping the others, with the reason', async () => {
    const broken = own('note', async () => {
      throw new Error('The ink is out.');
    });
    const turn = asking([
      { name: 'note', toolset_name: null, input: { words: 'x' } },
      { name: 'left_click', input: { coordinate: [300, 70] } },
      { name: 'screenshot', input: {} },
    ]);
    const { server, screen } = await playClaude([turn, [done]], { tools: [broken] });
    const [note, first, second] = resultsOf(server);
    expect(note).toMatchObject({ is_error: true });
    expect(note && textOf(note)).toContain('The ink is out.');
    expect(first && textOf(first)).toContain('note before it failed');
    expect(second && textOf(second)).toBe(notExecuted);
    expect([screen.hits, server.violations]).toEqual([[], []]);
  });
});

describe('a reply can end', () => {
  it('with a refusal, with the provider’s explanation', async () => {
    const details = { type: 'refusal', category: 'cyber', explanation: 'This is not allowed.' };
    const { result, screen } = await playClaude([saying([], { stop_reason: 'refusal', stop_details: details })]);
    expect(result).toMatchObject({ status: 'refused', reason: 'This is not allowed. (cyber)' });
    expect(screen.done).toEqual([]);
  });

  it('too early: complete tool uses run, the one that was cut off does not', async () => {
    const turn = asking(
      [
        { name: 'left_click', input: { coordinate: [300, 70] } },
        { name: 'type', input: {} },
      ],
      { stop_reason: 'max_tokens' },
    );
    const cut = saying([{ type: 'text', text: 'I was about to' }], { stop_reason: 'max_tokens' });
    const { server, screen, result } = await playClaude([turn, cut, [done]]);
    expect(screen.done.map(({ type }) => type)).toEqual(['click']);
    expect(server.inputs[1]?.results[1]).toMatchObject({ failed: true, text: expect.stringContaining('cut off') });
    expect(server.inputs[2]?.text).toContain('cut off');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('with a pause: it continues from there, and the usage is summed', async () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
    const paused = saying([search], { stop_reason: 'pause_turn' });
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const { server, result } = await playClaude([paused, saying([found, { type: 'text', text: 'Found.' }])]);
    expect(bodyOf(server).messages.at(-1)).toEqual({ role: 'assistant', content: [search] });
    expect(result).toMatchObject({ status: 'done', answer: 'Found.', usage: { inputTokens: 200, outputTokens: 20 } });
  });

  it('with the context window full: a smaller request follows', async () => {
    const turns = [
      ...Array.from({ length: 6 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]),
      saying([], { stop_reason: 'model_context_window_exceeded' }),
      [done],
    ];
    const { server, result } = await playClaude(turns, { screen: lively() });
    const counts = server.inputs.slice(-2).map(({ pictures }) => pictures.length);
    expect(counts).toEqual([7, 1]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('empty: the model is told so', async () => {
    const { server, result } = await playClaude([saying([]), [done]]);
    expect(server.inputs[1]?.text).toContain('The reply is empty');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});

describe('what it costs', () => {
  it('counts cached input as input, at its own price', async () => {
    const usage = {
      input_tokens: 1_000,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 4_000,
      output_tokens: 500,
      output_tokens_details: { thinking_tokens: 300 },
    };
    const { result } = await playClaude([saying([{ type: 'text', text: 'Done.' }], { usage })]);
    expect(result.usage).toMatchObject({
      inputTokens: 25_000,
      cachedTokens: 20_000,
      cacheWriteTokens: 4_000,
      outputTokens: 500,
      reasoningTokens: 300,
    });
    expect(result.usage.money).toBeCloseTo((1_000 * 4 + 20_000 * 0.4 + 4_000 * 5 + 500 * 20) / 1e6, 10);
  });
});

describe('attachments', () => {
  it('are made to fit: pictures, documents and texts', async () => {
    const bytes = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#a50' } })
      .jpeg()
      .toBuffer();
    const attachments = [
      { name: 'photo.jpg', type: 'image/jpeg', bytes },
      { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('The code is 4711.') },
      { name: 'paper.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
    ];
    const { server, result } = await playClaude([[done]], { attachments });
    expect([result.status, server.violations]).toEqual(['done', []]);
    const [photo] = server.inputs[0]?.pictures ?? [];
    expect(photo?.width).toBeGreaterThan(1_000);
    expect(photo && photo.width / photo.height).toBeCloseTo(4 / 3, 2);
    expect(server.inputs[0]?.text).toContain('The code is 4711.');
    expect(bodyOf(server).messages[0]?.content.map(({ type }) => type)).toContain('document');
  });

  it('come before the picture, with each task', async () => {
    const { server } = await playClaude([[done], [done]], { tasks: ['First.', 'Second.'], systemPrompt: 'Be brief.' });
    const [first, , third] = bodyOf(server).messages;
    expect(first?.content.map(({ type }) => type)).toEqual(['text', 'text', 'image']);
    expect(third?.content).toMatchObject([{ text: 'Second.' }, { text: 'The screen looks the same as before.' }]);
    expect(JSON.stringify(bodyOf(server).system)).toContain('Be brief.');
    expect(server.violations).toEqual([]);
  });
});

describe('a dialog', () => {
  it('is described, and answered with Return', async () => {
    const screen = drawScreen();
    screen.modal = { kind: 'confirm', text: 'Delete all?', clearedBy: 'dialog' };
    const press = asking([{ name: 'key', input: { text: 'Return' } }]);
    const { server } = await playClaude([press, [done]], { screen });
    expect(server.inputs[0]?.text).toContain('Delete all?');
    expect(screen.done).toEqual([{ type: 'dialog', accept: true }]);
  });
});

describe('a schema', () => {
  it('is filled from a text', async () => {
    await using server = await serveContract(anthropicContract, [
      saying([{ type: 'text', text: 'Here: {"price": 12.5}' }]),
    ]);
    const model = claude({ apiKey: 'test-key', baseUrl: `${server.url}/v1`, model: 'anthropic/claude-sonnet-5-5' });
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const filled = await model.fill?.({ schema, text: 'It costs 12.50.' }, new AbortController().signal);
    expect(filled).toMatchObject({ value: { price: 12.5 }, usage: { inputTokens: 100, outputTokens: 10 } });
    expect(model.name).toBe('anthropic/claude-sonnet-5-5');
    expect(server.violations).toEqual([]);
  });
});

describe('an invalid option', () => {
  it('is reported with the fix', () => {
    const key = process.env.ANTHROPIC_API_KEY;
    delete process.env.ANTHROPIC_API_KEY;
    try {
      expect(() => claude()).toThrow(/needs a key/);
      expect(() => createAgent({ model: 'anthropic/claude-opus-5-5' })).toThrow(/ANTHROPIC_API_KEY|needs a key/);
    } finally {
      if (key !== undefined) process.env.ANTHROPIC_API_KEY = key;
    }
    expect(() => claude({ apiKey: 'test-key', tool: 'computer_1999' as 'computer_20250124' })).toThrow(/computer_1999/);
    expect(() => claude({ apiKey: 'test-key', baseUrl: 'nowhere' })).toThrow(/nowhere/);
  });
});
