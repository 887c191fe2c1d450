import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call, Message, ScreenSnapshot } from '../../../src/index.js';
import { parseLooseLiteral } from '../../../src/models/adapter/python-literal.js';
import { parseQwen } from '../../../src/models/qwen/parse.js';
import { qwenAdapter } from '../../../src/models/qwen/qwen.js';
import { detectQwenVersion, type QwenVersion } from '../../../src/models/qwen/version.js';
import { chatAnswer, turnWithScreen } from '../turn-fixture.js';

const runs = Number(process.env.HANDRAIL_FUZZ_RUNS ?? 100);
const patience = 60_000 + runs * 5;
const adapterOf = (version: QwenVersion) =>
  qwenAdapter({ model: 'any', version, baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'test-key' });

function read(answer: unknown, version: QwenVersion = '3', seen: Partial<ScreenSnapshot> = {}, later: Message[] = []) {
  const adapter = adapterOf(version);
  const turn = turnWithScreen(adapter, seen);
  return adapter.readReply(answer, { ...turn, history: [...turn.history, ...later] });
}
const says = (input: object): string =>
  `So.\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: input })}\n</tool_call>`;
const calls = (input: object, version?: QwenVersion): Call[] => read(chatAnswer(says(input)), version).calls;
const actions = (input: object, version?: QwenVersion): unknown[] =>
  calls(input, version).map((call) => ('action' in call ? call.action : call));

describe('The coordinates of Qwen', () => {
  // 2.5 is shown 800x600 as 812x588.
  it.each([
    ['2.5', [406, 294], { x: 400, y: 300 }],
    ['2.5', [811, 587], { x: 799, y: 599 }],
    ['3', [500, 500], { x: 400, y: 300 }],
    ['3', [1_000, 1_000], { x: 799, y: 599 }],
    ['3.5', [999, 999], { x: 799, y: 599 }],
    ['3.5', [333, 666], { x: 266, y: 400 }],
    ['3', [450, 450, 550, 550], { x: 400, y: 300 }],
    ['3', '[500, 500]', { x: 400, y: 300 }],
    ['3', '500, 500', { x: 400, y: 300 }],
    ['3', { x: 500, y: 500 }, { x: 400, y: 300 }],
  ] as const)('%s: %j', (version, coordinate, target) => {
    expect(actions({ action: 'left_click', coordinate }, version)).toEqual([{ type: 'click', target }]);
  });

  it.each([
    ['2.5', { action: 'left_click', coordinate: [812, 1] }, 'x goes from 0 to 811, y from 0 to 587'],
    ['3', { action: 'left_click', coordinate: [1_001, 1] }, 'from 0 to 1000'],
    ['3.5', { action: 'left_click', coordinate: [1_000, 1] }, 'from 0 to 999'],
    ['3', { action: 'left_click', coordinate: [0.5, 0.5] }, 'from 0 to 1000'],
    ['3', { action: 'left_click' }, 'Give x and y'],
    ['3', { action: 'scroll' }, 'needs a number in \\"pixels\\"'],
    ['3', { action: 'type' }, 'needs a text in \\"text\\"'],
    ['3', { action: 'key', keys: ['hyper'] }, 'key'],
    ['3', { action: 'key' }, 'Give one such as'],
    ['3', { action: 'terminate', status: 'maybe' }, 'success, failure'],
    ['3', { action: 'left_click', coordinate: [1, 1], text: 'hello' }, 'hello'],
    ['3', { action: 'dance' }, 'key, type, mouse_move, left_click'],
    ['3', {}, 'key, type, mouse_move, left_click'],
  ] as const)('%s is told what is valid: %j', (version, input, hint) => {
    const [call] = calls(input, version);
    expect(call).toHaveProperty('fault');
    expect(JSON.stringify(call)).toContain(hint);
  });
});

describe('Qwen can write', () => {
  const at = { x: 400, y: 300 };
  const coordinate = [500, 500];
  it.each([
    [
      { action: 'left_click', coordinate, text: 'ctrl+shift' },
      [{ type: 'click', target: at, modifiers: ['Control', 'Shift'] }],
    ],
    [{ action: 'right_click', coordinate }, [{ type: 'click', target: at, button: 'right' }]],
    [{ action: 'middle_click', coordinate }, [{ type: 'click', target: at, button: 'middle' }]],
    [{ action: 'double_click', coordinate }, [{ type: 'click', target: at, count: 2 }]],
    [{ action: 'triple_click', coordinate }, [{ type: 'click', target: at, count: 3 }]],
    [{ action: 'mouse_move', coordinate }, [{ type: 'move', target: at }]],
    [{ action: 'left_click_drag', coordinate: [0, 0] }, [{ type: 'drag', path: [at, { x: 0, y: 0 }] }]],
    [{ action: 'left_mouse_down' }, [{ type: 'press' }]],
    [{ action: 'left_mouse_up', coordinate }, [{ type: 'release', target: at }]],
    [{ action: 'scroll', pixels: 500 }, [{ type: 'scroll', dx: 0, dy: -300, target: at }]],
    [{ action: 'scroll', pixels: '-500', coordinate }, [{ type: 'scroll', dx: 0, dy: 300, target: at }]],
    [{ action: 'hscroll', pixels: 500 }, [{ type: 'scroll', dx: 400, dy: 0, target: at }]],
    [{ action: 'type', text: 'hello' }, [{ type: 'type', text: 'hello' }]],
    [{ action: 'type', text: 'hello\n' }, [{ type: 'type', text: 'hello', submit: true }]],
    [{ action: 'type', text: 5 }, [{ type: 'type', text: '5' }]],
    [{ action: 'key', keys: ['ctrl', 'c'] }, [{ type: 'key', keys: 'ctrl+c' }]],
    [
      { action: 'key', keys: ['a', 'b'] },
      [
        { type: 'key', keys: 'a' },
        { type: 'key', keys: 'b' },
      ],
    ],
    [{ action: 'key', keys: 'enter' }, [{ type: 'key', keys: 'enter' }]],
    [{ action: 'key_down', keys: ['shift'] }, [{ type: 'key', keys: 'shift', phase: 'down' }]],
    [{ action: 'key_up', keys: ['shift'] }, [{ type: 'key', keys: 'shift', phase: 'up' }]],
    [{ action: 'wait', time: 2.5 }, [{ type: 'wait', for: { seconds: 2.5 } }]],
    [{ action: 'wait', time: -1 }, [{ type: 'wait', for: { seconds: 0 } }]],
    [{ action: 'screenshot' }, [{ id: 'call_1', capture: 'screen' }]],
    [{ action: 'call_user', text: 'Which?' }, [{ id: 'call_1', tool: 'ask_user', input: { question: 'Which?' } }]],
    [{ action: 'answer', text: '5' }, [{ id: 'call_1', tool: 'complete', input: { summary: '5', result: '5' } }]],
    [{ action: 'terminate', status: 'success' }, [{ id: 'call_1', tool: 'complete', input: { summary: 'So.' } }]],
    [{ action: 'terminate', status: 'failure' }, [{ id: 'call_1', tool: 'fail', input: { reason: 'So.' } }]],
    [{ action: 'wait', time: 1, status: null, text: null }, [{ type: 'wait', for: { seconds: 1 } }]],
  ])('%j', (input, expected) => {
    expect(actions(input)).toEqual(expected);
  });

  it('pixels of the picture, in 2.5', () => {
    expect(actions({ action: 'scroll', pixels: -588 }, '2.5')).toEqual([
      { type: 'scroll', dx: 0, dy: 600, target: at },
    ]);
  });

  it('a drag from the pointer, moved in this reply or before', () => {
    const drag = says({ action: 'left_click_drag', coordinate: [0, 0] });
    const path = [
      { x: 80, y: 60 },
      { x: 0, y: 0 },
    ];
    const moved = says({ action: 'mouse_move', coordinate: [100, 100] });
    expect(read(chatAnswer(`${moved}\n${drag}`)).calls.at(-1)).toMatchObject({ action: { type: 'drag', path } });
    const earlier: Call = { id: 'call_1', action: { type: 'click', target: { x: 80, y: 60 } } };
    const done: Message[] = [
      { role: 'model', reply: { calls: [earlier] } },
      {
        role: 'results',
        results: [{ call: earlier, result: { success: true, metadata: { tool: 'click', ms: 1 } } }],
        notes: [],
      },
    ];
    expect(read(chatAnswer(drag), '3', {}, done).calls).toMatchObject([{ action: { type: 'drag', path } }]);
  });

  it('a click where the pointer was just moved to', () => {
    const both = `${says({ action: 'mouse_move', coordinate: [100, 100] })}\n${says({ action: 'left_click' })}`;
    expect(read(chatAnswer(both)).calls.at(-1)).toMatchObject({ action: { type: 'click', target: { x: 80, y: 60 } } });
  });

  it.each([
    [
      { action: 'scroll', pixels: -500 },
      { dx: 0, dy: 300 },
    ],
    [
      { action: 'hscroll', pixels: 500 },
      { dx: 400, dy: 0 },
    ],
  ])('scrolling at the pointer: %j', (input, by) => {
    const moved = says({ action: 'mouse_move', coordinate: [100, 100] });
    const [, scroll] = read(chatAnswer(`${moved}\n${says(input)}`)).calls;
    expect(scroll).toMatchObject({ action: { type: 'scroll', target: { x: 80, y: 60 }, ...by } });
    const [elsewhere] = read(chatAnswer(says({ ...input, coordinate: [500, 500] }))).calls;
    expect(elsewhere).toMatchObject({ action: { type: 'scroll', target: at } });
  });

  it('the answer to an open dialog', () => {
    const modal = { kind: 'confirm', text: 'Sure?', clearedBy: 'dialog' } as const;
    const { calls: read1 } = read(chatAnswer(says({ action: 'key', keys: ['Escape'] })), '3', { modal });
    expect(read1).toMatchObject([{ action: { type: 'dialog', accept: false } }]);
  });
});

describe('A reply of Qwen', () => {
  const input = { action: 'left_click', coordinate: [18, 559] };
  const object = JSON.stringify({ name: 'computer_use', arguments: input });
  const python =
    "{'name': 'computer_use', 'arguments': {'action': 'left_click', 'coordinate': (18, 559), 'text': None}}";
  const xml =
    '<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n<parameter=coordinate>\n[18, 559]\n</parameter>\n</function>';
  const click = { action: { type: 'click', target: { x: 14, y: 335 } } };
  it.each([
    ['in tags', `<tool_call>\n${object}\n</tool_call>`],
    ['after prose', `I click on it.\n\n<tool_call>${object}</tool_call>`],
    [
      'after thinking',
      `<think>\nMaybe <tool_call>{"name": "no"}</tool_call>?\n</think>\n\n<tool_call>\n${object}\n</tool_call>`,
    ],
    ['whose thinking has no beginning', `Maybe.\n</think>\n<tool_call>\n${object}\n</tool_call>`],
    ['whose thinking has no end', `<think>Maybe.\n<tool_call>\n${object}\n</tool_call>`],
    ['not closed', `<tool_call>\n${object}`],
    ['without the last bracket', `<tool_call>\n${object.slice(0, -1)}`],
    ['without brackets, but closed', `<tool_call>\n${object.slice(0, -2)}\n</tool_call>`],
    ['closed as if it were opened', `<tool_call>\n${object}\n<tool_call>`],
    ['with a fence', `<tool_call>\n\`\`\`json\n${object}\n\`\`\`\n</tool_call>`],
    ['as Python', `<tool_call>\n${python}\n</tool_call>`],
    ['with a comma too many', `<tool_call>\n${object.replace(']}}', '],},}')}\n</tool_call>`],
    [
      'with arguments as text',
      `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: JSON.stringify(input) })}\n</tool_call>`,
    ],
    [
      'that names the action',
      `<tool_call>\n${JSON.stringify({ name: 'left_click', arguments: { coordinate: [18, 559] } })}\n</tool_call>`,
    ],
    ['that is arguments alone', `<tool_call>\n${JSON.stringify(input)}\n</tool_call>`],
    ['without tags', object],
    ['without tags, in a fence', `So:\n\`\`\`json\n${object}\n\`\`\``],
    ['as XML', `<tool_call>\n${xml}\n</tool_call>`],
    ['as XML on one line', `<tool_call>${xml.replaceAll('\n', '')}</tool_call>`],
    ['as XML without tags', xml],
    ['as XML that is not closed', `<tool_call>\n${xml}`],
  ])('can be a call %s', (_, text) => {
    expect(read(chatAnswer(text)).calls).toMatchObject([click]);
  });

  it('can be a call that the server parsed', () => {
    const call = { id: 'x', type: 'function', function: { name: 'computer_use', arguments: JSON.stringify(input) } };
    const reply = read(chatAnswer(null, { tool_calls: [call], reasoning_content: 'Maybe.' }));
    expect(reply.calls).toMatchObject([click]);
    expect(reply.thought).toBe('Maybe.');
    const lost = read(chatAnswer(null, { reasoning: `Maybe.\n<tool_call>\n${object}\n</tool_call>` }));
    expect(lost).toMatchObject({ calls: [click], thought: 'Maybe.' });
  });

  it('can hold two calls, one of them broken', () => {
    const { calls: both } = read(chatAnswer(`<tool_call>\n${object}\n</tool_call>\n<tool_call>\noops\n</tool_call>`));
    expect(both).toMatchObject([
      { id: 'call_1', ...click },
      { id: 'call_2', fault: { code: 'invalid_input' } },
    ]);
  });

  it.each([
    '<tool_call>\nclick it\n</tool_call>',
    '<tool_call></tool_call>',
    '<tool_call>',
    '<think>Only this.</think>',
    '</tool_call>',
  ])('without content is reported: %s', (text) => {
    const reply = read(chatAnswer(text));
    expect([reply.calls, reply.text]).toEqual([[], undefined]);
    expect(reply.unreadable).toContain('<tool_call>');
  });

  it('in plain text is the answer, unless it was cut off', () => {
    expect(read(chatAnswer('<think>Hm.</think>It costs 5.'))).toMatchObject({
      calls: [],
      text: 'It costs 5.',
      thought: 'Hm.',
    });
    const cut = { choices: [{ message: { content: 'It costs' }, finish_reason: 'length' }] };
    expect(read(cut)).toMatchObject({ calls: [], unreadable: expect.stringContaining('cut off') });
    expect(read(cut).text).toBeUndefined();
  });

  const begun = '<tool_call>\n{"name": "computer_use", "arguments": {"action": ';
  const xmlBegun = '<tool_call>\n<function=computer_use>\n<parameter=action>\n';
  it.each([
    `${begun}"left_click", "coordinate": [234, 68`,
    `${begun}"left_click", "coordinate": [234, 687`,
    `${begun}"left_click", "coordinate": [234, 687]`,
    `${begun}"left_click", "coordinate": [234, 687],`,
    `${begun}"left_click", "coordinate": [234, 68\n</tool_call>`,
    `${begun}"type", "text": "transfer 1000`,
    `${begun}"type", "text": "transfer 1000\n</tool_call>`,
    `${begun}"wait", "time": 3`,
    `${begun}"terminate"`,
    '<tool_call>\n{"action": "wait", "time": 3',
    '<tool_call>\n{"action": "terminate"',
    '<tool_call>\n{"name": "complete"',
    `${begun.slice('<tool_call>\n'.length)}"type", "text": "transfer 1000`,
    "<tool_call>\n{'name': 'computer_use', 'arguments': {'action': 'type', 'text': 'half of th",
    `${xmlBegun}left_click\n</parameter>\n<parameter=coordinate>\n[234, 6`,
    `${xmlBegun}left_click\n</parameter>\n<parameter=coordinate>\n[234, 6\n</tool_call>`,
    `${xmlBegun}terminate\n</parameter>\n`,
    `${xmlBegun}wai`,
  ])('that ends in the middle of a call executes nothing: %j', (text) => {
    const reply = read(chatAnswer(text));
    expect([reply.calls, reply.text]).toEqual([[], undefined]);
    expect(reply.unreadable).toMatch(/cut off.*Write less/);
    const before = says({ action: 'wait', time: 1 });
    const [first, second, ...more] = read(chatAnswer(`${before}\n${text}`)).calls;
    if (!text.startsWith('<tool_call>')) return;
    expect(first).toMatchObject({ action: { type: 'wait' } });
    expect(second).toMatchObject({ fault: { message: expect.stringContaining('cut off') } });
    expect(more).toEqual([]);
  });

  it('that the server reports as cut off omits its last call, even if it looks complete', () => {
    const answer = (message: object) => ({ choices: [{ message, finish_reason: 'length' }] });
    const first = says({ action: 'wait', time: 1 });
    for (const last of [`<tool_call>\n${object}`, `<tool_call>\n${object.slice(0, -1)}`, xml]) {
      expect(read(answer({ content: last }))).toMatchObject({
        calls: [],
        unreadable: expect.stringContaining('cut off'),
      });
      if (last === xml) continue;
      expect(read(answer({ content: `${first}\n${last}` })).calls).toMatchObject([
        { action: { type: 'wait' } },
        { fault: { message: expect.stringContaining('cut off') } },
      ]);
    }
  });

  it.each([
    '{"action":"left_click","coordinate":[234,6',
    '{"action":"type","text":"transfer 1000',
    '{"action":"terminate"',
  ])('with incomplete arguments from the server executes nothing: %s', (given) => {
    const asked = (input: string) => ({
      id: 'x',
      type: 'function',
      function: { name: 'computer_use', arguments: input },
    });
    for (const finish_reason of ['length', 'tool_calls']) {
      const message = { content: null, tool_calls: [asked('{"action":"wait","time":1}'), asked(given)] };
      const { calls: both } = read({ choices: [{ message, finish_reason }] });
      expect(both).toMatchObject([
        { action: { type: 'wait' } },
        { fault: { message: expect.stringContaining('cut off') } },
      ]);
    }
  });

  it('can hold its own tags in a text', () => {
    const text = 'hi <b> </tool_call>x <tool_call> "</tool_call>"';
    const after = says({ action: 'wait', time: 1 });
    expect(read(chatAnswer(`${says({ action: 'type', text })}\n${after}`)).calls).toMatchObject([
      { action: { type: 'type', text } },
      { action: { type: 'wait' } },
    ]);
    const inXml = `<tool_call>\n<function=computer_use>\n<parameter=action>\ntype\n</parameter>\n<parameter=text>\nhi </tool_call>x\n</parameter>\n</function>\n</tool_call>`;
    expect(read(chatAnswer(`${inXml}\n${after}`)).calls).toMatchObject([
      { action: { type: 'type', text: 'hi </tool_call>x' } },
      { action: { type: 'wait' } },
    ]);
  });

  it('that is empty is requested again; a refusal ends the run', () => {
    for (const answer of [chatAnswer(''), chatAnswer(null), {}, 'oops', null, { choices: [] }])
      expect(read(answer).retryReason).toBeTypeOf('string');
    expect(read(chatAnswer(null, { refusal: 'No.' })).refusal).toBe('No.');
  });

  it(
    'holds any text that was written well, as JSON and as XML',
    () => {
      const text = fc
        .string({ unit: 'binary', maxLength: 60 })
        .filter((said) => !/<|>/.test(said) && said.trim() !== '');
      fc.assert(
        fc.property(text, (said) => {
          const json = parseQwen(
            `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: { action: 'type', text: said } })}\n</tool_call>`,
          );
          expect(json.calls).toMatchObject([{ name: 'computer_use', input: { action: 'type', text: said } }]);
          const asXml = parseQwen(
            `<tool_call>\n<function=computer_use>\n<parameter=text>\n${said}\n</parameter>\n</function>\n</tool_call>`,
          );
          expect(asXml.calls).toMatchObject([{ name: 'computer_use', input: { text: said } }]);
        }),
        { numRuns: runs },
      );
    },
    patience,
  );

  it(
    'can be anything, of any length, and is read in no time',
    () => {
      const adapter = adapterOf('3.5');
      const turn = turnWithScreen(adapter);
      const piece = fc.constantFrom(
        '<tool_call>',
        '</tool_call>',
        '<think>',
        '</think>',
        '<function=computer_use>',
        '<parameter=action>',
        '</parameter>',
        object,
        python,
        '{',
        '}',
        '[',
        '"',
        "'",
        ':',
        ',',
        '\\',
        '\\u12',
        'null',
        'None',
        '1e309',
        '__proto__',
        '\ud800',
        ' ',
        '\n',
      );
      const text = fc
        .array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 40 })
        .map((parts) => parts.join(''));
      fc.assert(
        fc.property(text, (said) => {
          const reply = adapter.readReply(chatAnswer(said), turn);
          expect(reply.calls.length > 0 || reply.unreadable || reply.retryReason || reply.text).toBeTruthy();
        }),
        { numRuns: runs },
      );
      for (const one of [
        '<tool_call>',
        '{',
        '[',
        '"',
        "'",
        '<function=',
        '<parameter=',
        '<think>',
        '</think>',
        '{"a":',
        '\\',
        ' ',
        ',',
      ])
        for (const before of ['', '<tool_call>', '<tool_call>{"name": "computer_use", "arguments": '])
          expect(timeOf(() => read(chatAnswer(before + one.repeat(100_000))))).toBeLessThan(2_000);
    },
    patience,
  );
});

function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

describe('What is nearly JSON', () => {
  it(
    'is read as JSON is, where it is JSON',
    () => {
      const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => typeof one === 'object' && one !== null);
      fc.assert(
        fc.property(value, (one) => {
          const text = JSON.stringify(one);
          fc.pre(!text.includes('__proto__'));
          expect(parseLooseLiteral(text)).toEqual(JSON.parse(text));
        }),
        { numRuns: runs },
      );
    },
    patience,
  );

  it.each([
    ["{'a': True, 'b': None, 'c': (1, 2)}", { a: true, b: null, c: [1, 2] }],
    ["{'it': \"it's\", 'x': 'say \\'so\\''}", { it: "it's", x: "say 'so'" }],
    ['{a: 1, b: left_click}', { a: 1, b: 'left_click' }],
    ['{"a": [1, 2', undefined],
    ['{"a": {"b": 1}', undefined],
    ['{"a": {"b": "cut', undefined],
    ['{"a": [1, 2}, "b": 3', { a: [1, 2] }],
    ['{"__proto__": {"x": 1}, "a": 1}', { a: 1 }],
    ['no value', undefined],
  ])('is read: %s', (text, value) => {
    expect(parseLooseLiteral(text)).toEqual(value);
  });
});

describe('The version of a model', () => {
  it.each([
    ['qwen2.5-vl-72b-instruct', '2.5'],
    ['Qwen/Qwen2.5-VL-7B-Instruct', '2.5'],
    ['qwen2.5vl:7b', '2.5'],
    ['qwen-vl-max', '2.5'],
    ['qwen3-vl-plus', '3'],
    ['Qwen/Qwen3-VL-235B-A22B-Thinking', '3'],
    ['qwen3-vl:8b', '3'],
    ['qwen3.5-plus', '3.5'],
    ['Qwen/Qwen3.6-35B-A3B', '3.5'],
    ['qwen4-max', '3.5'],
    ['my-model', '3.5'],
  ])('%s is %s', (model, version) => {
    expect(detectQwenVersion(model)).toBe(version);
  });
});
