import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Action, defineTool } from '../../../src/index.js';
import { type Intent, readPictureText } from '../../../src/testing/index.js';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { toolFacts } from '../../tools/tool-facts.js';
import { click, done } from '../intents.js';
import { asking, playClaude, resultsOf } from './play.js';
import type { Block } from './wire.js';

const notExecuted = 'Not executed: an earlier computer action in this turn failed.';

const textOf = ({ content }: Block): string =>
  (content as Block[]).flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n');

const images = ({ content }: Block): Block[] => (content as Block[]).filter(({ type }) => type === 'image');

const own = (name: string, run: (input: { words: string }) => Promise<{ words: string }> = async (input) => input) =>
  defineTool({
    ...toolFacts,
    name,
    title: name,
    description: 'Says it back.',
    input: z.strictObject({ words: z.string() }),
    output: z.object({ words: z.string() }),
    returns: 'The words.',
    examples: [`${name}(words="x")`],
    run,
  });

describe('several tool uses', () => {
  it('are answered one by one, with the picture in the last result', async () => {
    const turns = [[click('One'), { do: 'type', text: 'cats' } as const, click('Two')], [done]];
    const { server, screen, result } = await playClaude(turns, { screen: changingScreen() });
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
    const { server } = await playClaude(turns, { screen: changingScreen() });
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
    const { server } = await playClaude([...turns, [done]], { limits: { maxFailures: 50 } });
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
