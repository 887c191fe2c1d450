import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/exports/models.js';
import type { Action, Observation } from '../../../src/index.js';
import { faraAdapter } from '../../../src/models/fara/fara.js';
import type { Call, Turn } from '../../../src/models/model.js';
import type { Intent } from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { faraCases } from '../../contract/fara-cases.js';
import { play } from '../../contract/play.js';
import { done, in7b } from './fara-cases.js';

const screen = { width: 1_440, height: 900 };
const region = { x: 0, y: 0, ...screen };

/** A turn in which the model was shown the screen in its own size. */
function turnOf(size: { width: number; height: number }, more: Partial<Turn> = {}): Turn {
  const picture = { bytes: Buffer.from('x'), type: 'image/png', size, region, marks: false } as const;
  const history: Message[] = [{ role: 'user', text: 'Do it.', snapshot: { screen, picture, url: 'http://x.test/' } }];
  const observation: Observation = { id: 1, at: '', screen, elements: [], total: 0, truncated: 0, text: '' };
  const never = () => Promise.reject(new Error('Nobody looks here.'));
  return {
    task: 'Do it.',
    history,
    observation,
    tools: [],
    step: 1,
    observe: never,
    read: never,
    memory: new Map(),
    ...more,
  };
}

const settings = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'test-key' };

const seven = faraAdapter('fara-7b', settings);

const newer = faraAdapter('fara-1.5', settings);

const sizes = new Map([
  [seven, { width: 1_428, height: 896 }],
  [newer, { width: 1_440, height: 896 }],
]);

function calls(adapter: typeof seven, input: object, thoughts = 'I think.', more: Partial<Turn> = {}): Call[] {
  const content = `${thoughts}\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: input })}\n</tool_call>`;
  const turn = turnOf(sizes.get(adapter) ?? screen, more);
  return adapter.readReply({ choices: [{ message: { content } }] }, turn).calls;
}

const actions = (adapter: typeof seven, input: object): Action[] =>
  calls(adapter, input).flatMap((call) => ('action' in call ? [call.action] : []));

describe('Fara’s own formats', () => {
  it.each([
    [
      { width: 1_440, height: 900 },
      { width: 1_428, height: 896 },
      { width: 1_440, height: 896 },
    ],
    [
      { width: 1_920, height: 1_080 },
      { width: 1_932, height: 1_092 },
      { width: 1_920, height: 1_088 },
    ],
    [
      { width: 1_280, height: 720 },
      { width: 1_288, height: 728 },
      { width: 1_280, height: 704 },
    ],
  ])('resize a screen of %j to multiples of 28 and of 32', (full, in7b, in15) => {
    expect(seven.vision.picture?.size(full)).toEqual(in7b);
    expect(newer.vision.picture?.size(full)).toEqual(in15);
  });

  const middle = { x: 720, y: 450 };
  const spot = { x: 722, y: 452 };
  it.each<[object, Action[]]>([
    [{ action: 'left_click', coordinate: [715, 449] }, [{ type: 'click', target: { x: 721, y: 451 } }]],
    [{ action: 'click', coordinate: [715, 449] }, [{ type: 'click', target: { x: 721, y: 451 } }]],
    [{ action: 'mouse_move', coordinate: [0, 0] }, [{ type: 'move', target: { x: 0, y: 0 } }]],
    [{ action: 'hover', coordinate: [1427, 895] }, [{ type: 'move', target: { x: 1_439, y: 899 } }]],
    [{ action: 'key', keys: ['Control', 'a'] }, [{ type: 'key', keys: 'Control+a' }]],
    [{ action: 'keypress', keys: ['Enter'] }, [{ type: 'key', keys: 'Enter' }]],
    [{ action: 'type', text: 'tea' }, [{ type: 'type', text: 'tea', submit: true }]],
    [
      { action: 'type', text: 'tea', coordinate: [716, 450], press_enter: false, delete_existing_text: true },
      [
        { type: 'click', target: spot },
        { type: 'type', text: 'tea', clear: true },
      ],
    ],
    [{ action: 'input_text', text_value: 'tea', press_enter: 'False' }, [{ type: 'type', text: 'tea' }]],
    [{ action: 'scroll', pixels: -448 }, [{ type: 'scroll', target: middle, dx: 0, dy: 450 }]],
    [{ action: 'scroll', pixels: 448 }, [{ type: 'scroll', target: middle, dx: 0, dy: -450 }]],
    [{ action: 'visit_url', url: 'example.com/a' }, [{ type: 'navigate', url: 'https://example.com/a' }]],
    [{ action: 'visit_url', url: 'http://x.test' }, [{ type: 'navigate', url: 'http://x.test' }]],
    [
      { action: 'visit_url', url: 'green tea' },
      [{ type: 'navigate', url: 'https://www.bing.com/search?q=green%20tea' }],
    ],
    [
      { action: 'web_search', query: 'tea & cake' },
      [{ type: 'navigate', url: 'https://www.bing.com/search?q=tea%20%26%20cake' }],
    ],
    [{ action: 'history_back' }, [{ type: 'back' }]],
    [{ action: 'wait', time: 3 }, [{ type: 'wait', for: { seconds: 3 } }]],
    [{ action: 'sleep', duration: 4 }, [{ type: 'wait', for: { seconds: 4 } }]],
  ])('fara-7b: %j', (input, wanted) => {
    expect(actions(seven, input)).toEqual(wanted);
  });

  it.each<[object, Action[]]>([
    [{ action: 'left_click', coordinate: [500, 500] }, [{ type: 'click', target: middle }]],
    [{ action: 'left_click', coordinate: [1_000, 1_000] }, [{ type: 'click', target: { x: 1_439, y: 899 } }]],
    [{ action: 'right_click', coordinate: [500, 500] }, [{ type: 'click', target: middle, button: 'right' }]],
    [{ action: 'double_click', coordinate: [500, 500] }, [{ type: 'click', target: middle, count: 2 }]],
    [{ action: 'triple_click', coordinate: [500, 500] }, [{ type: 'click', target: middle, count: 3 }]],
    [{ action: 'left_click_drag', coordinate: [0, 0] }, [{ type: 'drag', path: [middle, { x: 0, y: 0 }] }]],
    [{ action: 'scroll', pixels: -500 }, [{ type: 'scroll', target: middle, dx: 0, dy: 450 }]],
    [{ action: 'hscroll', pixels: 500 }, [{ type: 'scroll', target: middle, dx: 720, dy: 0 }]],
    [{ action: 'type', text: 'tea', press_enter: false }, [{ type: 'type', text: 'tea' }]],
  ])('fara-1.5: %j', (input, wanted) => {
    expect(actions(newer, input)).toEqual(wanted);
  });

  it('end with the thoughts as the answer, or with the answer', () => {
    expect(calls(seven, { action: 'terminate', status: 'success' }, 'It costs 5.')).toMatchObject([
      { tool: 'complete', input: { summary: 'It costs 5.' } },
    ]);
    expect(calls(seven, { action: 'stop', status: 'failure' }, 'Sold out.')).toMatchObject([
      { tool: 'fail', input: { reason: 'Sold out.' } },
    ]);
    expect(calls(newer, { action: 'terminate', answer: '5' }, 'Read it.')).toMatchObject([
      { tool: 'complete', input: { summary: '5' } },
    ]);
  });

  it('stop for approval at a critical point', () => {
    const stop = { confirm: expect.stringContaining('Placing the order'), answer: expect.stringContaining('approved') };
    expect(
      calls(seven, { action: 'terminate', status: 'success' }, 'Critical point: Placing the order.'),
    ).toMatchObject([stop]);
    expect(
      calls(newer, { action: 'ask_user_question', question: 'Critical point: Placing the order. Go on?' }),
    ).toMatchObject([stop]);
    expect(
      calls(newer, { action: 'terminate', answer: 'Stopped at a critical point: Placing the order.' }),
    ).toMatchObject([stop]);
  });

  it('ask, read and remember by tools', () => {
    expect(calls(newer, { action: 'ask_user_question', question: 'Which size?' })).toMatchObject([
      { tool: 'ask_user', input: { question: 'Which size?' } },
    ]);
    expect(calls(newer, { action: 'read_page_answer_question', question: 'How many?' })).toMatchObject([
      { tool: 'extract_structured', input: { instruction: expect.stringContaining('How many?') } },
    ]);
    const memory = new Map([['fact 1', 'x']]);
    expect(calls(seven, { action: 'pause_and_memorize_fact', fact: 'Tea is 5.' }, 'Hm.', { memory })).toMatchObject([
      { tool: 'remember', input: { key: 'fact 2', value: 'Tea is 5.' } },
    ]);
  });

  it.each([
    [{ action: 'fly' }, /There is no action or function "fly".*left_click/],
    [{ action: 'left_click' }, /two numbers/],
    [{ action: 'left_click', coordinate: [5_000, 5] }, /x goes from 0 to 1427/],
    [{ action: 'left_click', coordinate: null }, /two numbers/],
    [{ action: 'key', keys: ['Any'] }, /Any/],
    [{ action: 'scroll' }, /needs a number/],
    [{}, /needs an action/],
    [{ action: '__proto__' }, /There is no/],
    [{ action: 'constructor' }, /There is no/],
  ])('report what is wrong with %j', (input, sentence) => {
    const [call] = calls(seven, input);
    expect(call && 'fault' in call && `${call.fault.message} ${call.fault.hint}`).toMatch(sentence);
  });

  it('accept calls that the server has parsed', () => {
    const called = { name: 'computer_use', arguments: '{"action": "wait", "time": 1}' };
    const message = { content: 'I wait.', tool_calls: [{ id: 'x', type: 'function', function: called }] };
    const reply = seven.readReply({ choices: [{ message, finish_reason: 'tool_calls' }] }, turnOf(screen));
    expect(reply).toMatchObject({ thought: 'I wait.', calls: [{ action: { type: 'wait' } }] });
    expect(reply.raw).toBe(
      'I wait.\n<tool_call>\n{"name":"computer_use","arguments":{"action":"wait","time":1}}\n</tool_call>',
    );
  });

  it('state the expected form if there is no call, and end if the server refuses', () => {
    const say = (content: string, more = {}) =>
      seven.readReply({ choices: [{ message: { content }, ...more }] }, turnOf(screen));
    expect(say('I think I am done.').unreadable).toContain('<tool_call>');
    expect(say('I click\n<tool_call>\n{"na', { finish_reason: 'length' }).unreadable).toContain('cut off');
    expect(say('', { finish_reason: 'content_filter' }).refusal).toContain('content_filter');
  });

  it('omit the last call of a reply that was cut off, even if it looks complete', () => {
    const say = (adapter: typeof seven, content: string | null, more = {}) =>
      adapter.readReply({ choices: [{ message: { content, ...more }, finish_reason: 'length' }] }, turnOf(screen));
    const wait = '<tool_call>\n{"name": "computer_use", "arguments": {"action": "wait", "time": 1}}';
    const half = { fault: { message: expect.stringContaining('cut off') } };
    expect(say(seven, `I wait.\n${wait}`)).toMatchObject({ calls: [], unreadable: expect.stringContaining('cut off') });
    expect(say(seven, `I wait.\n${wait}\n</tool_call>\n${wait}`).calls).toMatchObject([
      { action: { type: 'wait' } },
      half,
    ]);
    const called = { name: 'computer_use', arguments: '{"action": "left_click", "coordinate": [234, 6' };
    const served = say(seven, null, { tool_calls: [{ id: 'x', type: 'function', function: called }] });
    expect(served).toMatchObject({ calls: [], unreadable: expect.stringContaining('cut off') });
    const plain = faraAdapter('thought-action', settings);
    expect(say(plain, 'Thought: So.\nAction: wait(seconds=1)').calls).toMatchObject([half]);
    expect(say(plain, "Thought: So.\nAction: type(text='half of th")).toMatchObject({
      calls: [],
      unreadable: expect.stringContaining('cut off'),
    });
    const dreamt = 'Thought: So.\nAction: wait(seconds=1)\nObservation: I see';
    expect(say(plain, dreamt).calls).toMatchObject([{ action: { type: 'wait' } }]);
  });

  it('open a path of the page that is open', () => {
    expect(actions(seven, { action: 'visit_url', url: '/other' })).toEqual([
      { type: 'navigate', url: 'http://x.test/other' },
    ]);
  });
});

describe('A thought and an action', () => {
  const scored = faraAdapter('thought-action', { ...settings, baseUrl: 'http://127.0.0.1:1/score' });

  it('may also be in the trained format, in pixels of the resized picture', () => {
    const call = { name: 'computer_use', arguments: { action: 'left_click', coordinate: [1_427, 895] } };
    const output = `I see it.\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
    const reply = scored.readReply({ output }, turnOf(screen));
    expect(reply.calls).toMatchObject([{ action: { type: 'click', target: { x: 1_439, y: 899 } } }]);
    const at = scored.readReply({ output: 'Thought: x\nAction: click(x=1439, y=899)' }, turnOf(screen));
    expect(at.calls).toMatchObject([{ action: { type: 'click', target: { x: 1_439, y: 899 } } }]);
  });

  it('uses pixels of the screen, whatever the picture’s density', async () => {
    const turns: Intent[][] = [
      [
        { do: 'scroll', at: { x: 0, y: 0 }, direction: 'up', pixels: 40 },
        { do: 'type', text: "it's", enter: true },
      ],
      [done],
    ];
    const { screen: drawn, server } = await play(faraCases[0] ?? in7b, turns, { screen: drawScreen() });
    expect(drawn.done).toEqual([
      { type: 'scroll', target: { x: 400, y: 300 }, dx: 0, dy: -40 },
      { type: 'type', text: "it's" },
      { type: 'key', keys: 'Return' },
    ]);
    expect(server.violations).toEqual([]);
  });
});
