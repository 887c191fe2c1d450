import { describe, expect, it } from 'vitest';
import { type Call, type Message, openai, type Reply, type Turn } from '../../../src/exports/models.js';
import { buildConversation } from '../../../src/models/adapter/conversation.js';
import { openaiAdapter } from '../../../src/models/openai/openai.js';

const screen = { width: 3_200, height: 1_800 };
/** The screen is shown at half its size: one pixel of the picture is four of the screen. */
const picture = {
  bytes: Buffer.from('89504e470d0a1a0a', 'hex'),
  type: 'image/png' as const,
  size: { width: 1_600, height: 900 },
  region: { x: 0, y: 0, ...screen },
  marks: false,
};
const opening: Message = { role: 'user', text: 'Click.', snapshot: { screen, picture } };

function turnWith(history: Message[]): Turn {
  const observation = { screen } as Turn['observation'];
  const unused = () => Promise.reject(new Error('It is not to be looked at.'));
  return { task: 'Click.', history, observation, tools: [], step: 1, observe: unused, read: unused, memory: new Map() };
}

const adapter = openaiAdapter({ apiKey: 'test-key' });

function read(...actions: unknown[]): Call[] {
  const output = [{ type: 'computer_call', id: 'cc_1', call_id: 'call_1', actions }];
  return adapter.readReply({ output }, turnWith([opening])).calls;
}

describe('an action of the computer tool', () => {
  const target = { x: 301, y: 101 };
  it.each([
    [
      { type: 'click', button: 'left', x: 150, y: 50 },
      { type: 'click', target, button: 'left' },
    ],
    [
      { type: 'click', x: '150', y: 50, keys: null },
      { type: 'click', target, button: 'left' },
    ],
    [
      { type: 'click', button: 'right', x: 150, y: 50, keys: ['CTRL', 'SHIFT'] },
      { type: 'click', target, button: 'right', modifiers: ['Control', 'Shift'] },
    ],
    [
      { type: 'click', button: 'wheel', x: 150, y: 50 },
      { type: 'click', target, button: 'middle' },
    ],
    [{ type: 'click', button: 'back', x: 150, y: 50 }, { type: 'back' }],
    [{ type: 'click', button: 'forward', x: 150, y: 50 }, { type: 'forward' }],
    [
      { type: 'double_click', x: 150, y: 50, keys: null },
      { type: 'click', target, count: 2 },
    ],
    [
      { type: 'move', x: 150, y: 50, keys: ['ALT'] },
      { type: 'move', target, modifiers: ['Alt'] },
    ],
    [
      { type: 'drag', path: [{ x: 150, y: 50 }, [0, 0], { x: 1_599, y: 899 }], keys: ['OPTION'] },
      { type: 'drag', path: [target, { x: 1, y: 1 }, { x: 3_199, y: 1_799 }], modifiers: ['Alt'] },
    ],
    [
      { type: 'scroll', x: 150, y: 50, scroll_x: 0, scroll_y: -300, keys: [] },
      { type: 'scroll', target, dx: 0, dy: -600 },
    ],
    [
      { type: 'scroll', scroll_y: 100 },
      { type: 'scroll', dx: 0, dy: 200 },
    ],
    [
      { type: 'keypress', keys: ['ENTER'] },
      { type: 'key', keys: 'Enter' },
    ],
    [
      { type: 'keypress', keys: ['CTRL', 'A'] },
      { type: 'key', keys: 'Control+A' },
    ],
    [
      { type: 'keypress', keys: ['CMD', 'SHIFT', 't'] },
      { type: 'key', keys: 'Shift+Meta+T' },
    ],
    [
      { type: 'keypress', keys: ['h', 'i', ' ', 'ARROWDOWN'] },
      { type: 'key', keys: 'h i Space ArrowDown' },
    ],
    [
      { type: 'keypress', keys: ['CTRL', 'K', 'CTRL', 'C'] },
      { type: 'key', keys: 'Control+K Control+C' },
    ],
    [
      { type: 'keypress', keys: ['CTRL', '+'] },
      { type: 'key', keys: 'Control++' },
    ],
    [
      { type: 'keypress', keys: 'ESC' },
      { type: 'key', keys: 'Escape' },
    ],
    [
      { type: 'type', text: 'héllo\n' },
      { type: 'type', text: 'héllo\n' },
    ],
    [{ type: 'wait' }, { type: 'wait', for: { seconds: 2 } }],
  ])('%o', (asked, action) => {
    expect(read(asked)).toEqual([{ id: 'call_1', action }]);
  });

  it.each([
    [
      { type: 'fly' },
      'There is no action or function "fly".',
      'click, double_click, move, drag, scroll, keypress, type, wait, screenshot',
    ],
    [{ type: 'constructor' }, 'There is no action or function "constructor".', 'click'],
    [null, 'There is no action or function "".', 'click'],
    [{ type: 'click' }, 'needs a number in "x"', 'Received'],
    [{ type: 'click', x: 1_600, y: 10 }, 'is not on the screenshot', '0 to 1599'],
    [{ type: 'click', x: 0.5, y: 0.5 }, 'looks like fractions', '0 to 1599'],
    [{ type: 'click', x: 1, y: 1, button: 'nose' }, 'one of left, right, wheel', 'Received'],
    [{ type: 'click', x: 1, y: 1, keys: ['A'] }, 'is not a modifier', 'Control, Shift, Alt, Meta'],
    [{ type: 'drag', path: [{ x: 1, y: 1 }] }, 'drag needs a path', 'two points'],
    [{ type: 'drag' }, 'needs a list in "path"', 'Received'],
    [{ type: 'keypress', keys: ['FLURB'] }, 'There is no key "FLURB"', ''],
    [{ type: 'keypress', keys: [] }, 'keypress needs keys', 'ENTER'],
    [{ type: 'keypress', keys: [7] }, 'No key is named', ''],
    [{ type: 'type' }, 'needs a text in "text"', 'Received'],
  ])('%o is reported with what is valid', (asked, message, hint) => {
    const [call, ...others] = read(asked, { type: 'screenshot' });
    expect(call).toMatchObject({ id: 'call_1', fault: { message: expect.stringContaining(message) } });
    expect(call && 'fault' in call ? call.fault.hint : '').toContain(hint);
    expect(others).toEqual([{ id: 'call_1', capture: 'screen' }]);
  });

  it('can be the `action` of the preview, in several calls, or missing', () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I look first.' }] },
      { type: 'computer_call', call_id: 'call_1', action: { type: 'screenshot' } },
      { type: 'computer_call', call_id: 'call_2', actions: [] },
      { type: 'function_call', call_id: 'call_3', name: 'toString', arguments: '{}' },
    ];
    expect(adapter.readReply({ output }, turnWith([opening]))).toMatchObject({
      thought: 'I look first.',
      calls: [
        { id: 'call_1', capture: 'screen' },
        { id: 'call_2', capture: 'screen' },
        { id: 'call_3', fault: { code: 'unknown_tool' } },
      ],
    });
    const nameless = { output: [{ type: 'computer_call', actions: [{ type: 'screenshot' }] }] };
    expect(adapter.readReply(nameless, turnWith([opening]))).toMatchObject({
      calls: [],
      unreadable: expect.any(String),
    });
  });
});

describe('what is sent', () => {
  const request = (history: Message[], options = {}) => {
    const asked = openaiAdapter({ apiKey: 'test-key', ...options });
    return asked.buildRequest(buildConversation(history, asked.historyWindow), turnWith(history), false);
  };

  it('pictures of at most 1,600 pixels, or 1,280 for the preview, whatever the screen is', () => {
    const preview = openaiAdapter({ apiKey: 'test-key', model: 'computer-use-preview-2025-03-11' });
    expect(adapter.vision.picture?.size(screen)).toEqual({ width: 1_600, height: 900 });
    expect(adapter.vision.picture?.size({ width: 1_440, height: 900 })).toEqual({ width: 1_440, height: 900 });
    expect(preview.vision.picture?.size({ width: 1_080, height: 1_920 })).toEqual({ width: 720, height: 1_280 });
    const tool = { type: 'computer_use_preview', display_width: 1_280, display_height: 720, environment: 'mac' };
    expect(request([opening], { model: 'computer-use-preview', environment: 'mac' }).tools).toEqual([tool]);
    expect(request([opening], { model: 'own-model', tool: 'computer' }).tools).toEqual([{ type: 'computer' }]);
  });

  it('attachments by their type', () => {
    const attachments = [
      { name: 'a.png', type: 'image/png', bytes: Buffer.from('picture') },
      { name: 'b.pdf', type: 'application/pdf', bytes: Buffer.from('paper') },
      { name: 'c.csv', type: 'text/csv', bytes: Buffer.from('1,2') },
      { name: 'd.zip', type: 'application/zip', bytes: Buffer.from('zip') },
    ];
    expect(request([{ role: 'user', text: 'Read.', attachments }]).input).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Read.' },
          { type: 'input_image', image_url: 'data:image/png;base64,cGljdHVyZQ==', detail: 'auto' },
          { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,cGFwZXI=' },
          { type: 'input_text', text: 'c.csv:\n1,2' },
          { type: 'input_text', text: '(The file d.zip, of type application/zip, cannot be shown.)' },
        ],
      },
    ]);
  });

  const clicked = (raw?: unknown): Message[] => {
    const call: Call = { id: 'call_1', action: { type: 'click', target: { x: 5, y: 5 } } };
    const reply: Reply = { calls: [call], ...(raw === undefined ? {} : { raw }) };
    const result = { success: true as const, data: undefined, metadata: { tool: 'click', ms: 1 } };
    return [opening, { role: 'model', reply }, { role: 'results', results: [{ call, result }], notes: ['Go on.'] }];
  };
  const output = [{ type: 'computer_call', id: 'cc_1', call_id: 'call_1', actions: [{ type: 'wait' }] }];

  it('the calls of another model, as text', () => {
    const { input, previous_response_id: previous } = request(clicked());
    expect(previous).toBeUndefined();
    expect(JSON.stringify(input)).toMatch(/Click\..*Calls of the previous model:.*click\(.*done.*Go on\./);
    expect(JSON.stringify(input)).not.toContain('call_output');
  });

  it('the last picture if no other could be captured', () => {
    const { input, previous_response_id: previous } = request(clicked({ id: 'resp_1', output }));
    expect(previous).toBe('resp_1');
    const url = `data:image/png;base64,${picture.bytes.toString('base64')}`;
    const shown = { type: 'computer_screenshot', image_url: url, detail: 'original' };
    expect(input).toEqual([
      { type: 'computer_call_output', call_id: 'call_1', output: shown },
      { role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    ]);
    const [_, ...unseen] = clicked({ id: 'resp_1', output });
    const blind = request([{ role: 'user', text: 'Click.' }, ...unseen]);
    expect(JSON.stringify(blind.input)).toMatch(/computer_screenshot.*could not be captured/);
  });

  it('only what is new, if the provider stores the rest', () => {
    const from = (raw: object) => request(clicked({ output, ...raw })).previous_response_id;
    expect(from({ id: 'resp_2', previous_response_id: null })).toBe('resp_2');
    expect(from({ id: 'resp_2', previous_response_id: 'resp_1' })).toBeUndefined();
    expect(from({})).toBeUndefined();
    expect(request(clicked({ id: 'resp_2', output }), { store: false }).previous_response_id).toBeUndefined();
  });
});

it('reports what is missing before the first request', () => {
  const fault = (make: () => unknown): string => {
    try {
      make();
    } catch (error) {
      return String(error);
    }
    return 'nothing';
  };
  for (const model of ['gpt-4o', 'gpt-5', 'gpt-5.2-pro', 'o3', 'gpt-4.1-mini'])
    expect(fault(() => openai({ apiKey: 'test-key', model }))).toContain(`openai/${model} has no computer tool.`);
  for (const model of ['gpt-5.4', 'gpt-5.10', 'gpt-6-astra', 'computer-use-preview', 'my-deployment'])
    expect(fault(() => openai({ apiKey: 'test-key', model }))).toBe('nothing');
  expect(fault(() => openai({ apiKey: 'test-key', baseUrl: 'nowhere' }))).toContain('is not the URL of a server');
  expect(fault(() => openai({ apiKey: ' ' }))).toContain('OpenAI needs a key.');
});
