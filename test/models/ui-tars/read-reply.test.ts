import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/exports/models.js';
import { parseUiTars } from '../../../src/models/ui-tars/parse.js';
import { uiTarsAdapter } from '../../../src/models/ui-tars/ui-tars.js';
import { detectUiTarsVersion, type UiTarsVersion } from '../../../src/models/ui-tars/version.js';
import { assertAlways, durationMs, fuzzTimeoutMs, readAnyText } from '../read-any-text.js';
import { chatAnswer, expectFault, turnWithScreen } from '../turn-fixture.js';

const adapterOf = (version: UiTarsVersion) =>
  uiTarsAdapter({ model: 'any', version, baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'test-key' });

function read(text: string, version: UiTarsVersion = '1.5', seen = {}) {
  const adapter = adapterOf(version);
  return adapter.readReply(chatAnswer(text), turnWithScreen(adapter, seen));
}
const calls = (text: string, version?: UiTarsVersion, seen = {}): Call[] =>
  read(`Thought: So.\nAction: ${text}`, version, seen).calls;
const actions = (text: string, version?: UiTarsVersion): unknown[] =>
  calls(text, version).map((call) => ('action' in call ? call.action : call));

describe('The points of UI-TARS', () => {
  // 1.5 is shown 800x600 as 812x588; the others use a grid of a thousand.
  it.each([
    ['1.5', "click(start_box='(406,294)')", { x: 400, y: 300 }],
    ['1.5', "click(start_box='<|box_start|>(406,294)<|box_end|>')", { x: 400, y: 300 }],
    ['1.5', "click(start_box='(400,290,412,298)')", { x: 400, y: 300 }],
    ['1.5', "click(start_box='[400, 290, 412, 298]')", { x: 400, y: 300 }],
    ['1.5', "click(point='<point>406 294</point>')", { x: 400, y: 300 }],
    ['1.5', 'click(start_box=(406,294))', { x: 400, y: 300 }],
    ['1.5', 'click(x=406, y=294)', { x: 400, y: 300 }],
    ['1.5', 'click(406, 294)', { x: 400, y: 300 }],
    ['1.5', 'click(start_point="(406, 294)")', { x: 400, y: 300 }],
    ['1.0', "click(start_box='<|box_start|>(500,500)<|box_end|>')", { x: 400, y: 300 }],
    ['1.0', "click(start_box='(500,500)')", { x: 400, y: 300 }],
    ['1.0', "click(start_box='(1000,1000)')", { x: 799, y: 599 }],
    ['doubao', "click(point='<point>500 500</point>')", { x: 400, y: 300 }],
    ['doubao', "click(point='<bbox>450 450 550 550</bbox>')", { x: 400, y: 300 }],
  ] as const)('%s: %s', (version, text, target) => {
    expect(actions(text, version)).toEqual([{ type: 'click', target }]);
  });

  it.each([
    ['1.5', "click(start_box='(812,10)')", 'x goes from 0 to 811, y from 0 to 587.'],
    ['1.0', "click(start_box='(1001,10)')", 'x goes from 0 to 1000'],
    ['doubao', "click(point='<point>0.5 0.5</point>')", 'from 0 to 1000'],
    ['1.5', "click(start_box='here')", 'Pass x and y'],
    ['1.5', "click(start_box='(1e309,2)')", 'x goes from 0 to 811'],
    ['1.5', "scroll(start_box='(1,1)', direction='in')", 'down, up, right, left'],
    ['1.5', 'scroll()', 'down, up, right, left'],
    ['1.5', "hotkey(key='hyper')", 'key'],
    ['1.5', 'type()', 'content='],
    ['1.5', 'dance()', 'click, left_double, right_single'],
    ['1.5', 'press_home()', 'click, left_double, right_single'],
    ['1.5', "open_app(app_name='Mail')", 'navigate'],
  ] as const)('%s is told what is valid: %s', (version, text, hint) => expectFault(calls(text, version)[0], hint));
});

describe('UI-TARS can write', () => {
  const at = { x: 400, y: 300 };
  const box = "start_box='(406,294)'";
  it.each([
    [`left_double(${box})`, [{ type: 'click', target: at, count: 2 }]],
    [`right_single(${box})`, [{ type: 'click', target: at, button: 'right' }]],
    [`hover(${box})`, [{ type: 'move', target: at }]],
    ["drag(start_box='(406,294)', end_box='(0,0)')", [{ type: 'drag', path: [at, { x: 0, y: 0 }] }]],
    [
      "drag(start_point='<point>406 294</point>', end_point='<point>0 0</point>')",
      [{ type: 'drag', path: [at, { x: 0, y: 0 }] }],
    ],
    ["select(start_box='(406,294)', end_box='(0,0)')", [{ type: 'drag', path: [at, { x: 0, y: 0 }] }]],
    [`scroll(${box}, direction='down')`, [{ type: 'scroll', target: at, dx: 0, dy: 500 }]],
    ["scroll(direction='up')", [{ type: 'scroll', target: at, dx: 0, dy: -500 }]],
    ["scroll(direction='left')", [{ type: 'scroll', target: at, dx: -500, dy: 0 }]],
    ["hotkey(key='ctrl c')", [{ type: 'key', keys: 'ctrl+c' }]],
    ["hotkey(key='ctrl shift t')", [{ type: 'key', keys: 'ctrl+shift+t' }]],
    ["hotkey(key='ctrl+v')", [{ type: 'key', keys: 'ctrl+v' }]],
    ["hotkey(key='page down')", [{ type: 'key', keys: 'pagedown' }]],
    ["hotkey(hotkey='enter')", [{ type: 'key', keys: 'enter' }]],
    ["press(key='shift')", [{ type: 'key', keys: 'shift', phase: 'down' }]],
    ["release(key='shift')", [{ type: 'key', keys: 'shift', phase: 'up' }]],
    ["keydown(key='arrowleft')", [{ type: 'key', keys: 'arrowleft', phase: 'down' }]],
    ["keyup(key='arrowleft')", [{ type: 'key', keys: 'arrowleft', phase: 'up' }]],
    ['arrowdown()', [{ type: 'key', keys: 'arrowdown' }]],
    ["type(content='hello')", [{ type: 'type', text: 'hello' }]],
    ["type(content='hello\\n')", [{ type: 'type', text: 'hello', submit: true }]],
    ["type(content='\\n')", [{ type: 'key', keys: 'Enter' }]],
    ["type(content='it\\'s \\\"so\\\"')", [{ type: 'type', text: 'it\'s "so"' }]],
    ["type(content='it's (really) 'so', yes')", [{ type: 'type', text: "it's (really) 'so', yes" }]],
    ["type(content='C:\\\\new')", [{ type: 'type', text: 'C:\\new' }]],
    ["type(content='Action: click(1)')", [{ type: 'type', text: 'Action: click(1)' }]],
    ['wait()', [{ type: 'wait', for: { seconds: 5 } }]],
    ['wait', [{ type: 'wait', for: { seconds: 5 } }]],
    [
      `long_press(${box})`,
      [
        { type: 'press', target: at },
        { type: 'wait', for: { seconds: 1 } },
        { type: 'release', target: at },
      ],
    ],
    ['press_back()', [{ type: 'back' }]],
    ["navigate(content='example.com')", [{ type: 'navigate', url: 'https://example.com' }]],
    ["navigate(content='/other?x=1')", [{ type: 'navigate', url: 'http://drawn.test/other?x=1' }]],
    ["navigate(content='../up')", [{ type: 'navigate', url: 'http://drawn.test/up' }]],
    ["navigate(content='//example.com/a')", [{ type: 'navigate', url: 'http://example.com/a' }]],
    ["navigate(content='where is it')", [{ type: 'navigate', url: expect.stringContaining('where%20is%20it') }]],
    ["click(start_box='(406,294)'", [{ type: 'click', target: at }]],
  ])('%s', (text, expected) => {
    expect(actions(text)).toEqual(expected);
  });

  it('scrolling at the pointer', () => {
    expect(actions("hover(start_box='(0,0)')\n\nscroll(direction='down')").at(-1)).toEqual({
      type: 'scroll',
      target: { x: 0, y: 0 },
      dx: 0,
      dy: 500,
    });
  });

  it('several actions', () => {
    const both = [
      { type: 'click', target: at },
      { type: 'type', text: 'a)\n\nb' },
      { type: 'wait', for: { seconds: 5 } },
    ];
    expect(actions(`click(${box})\n\ntype(content='a)\\n\\nb')\n\nwait()[EOS]`)).toEqual(both);
    expect(actions(`click(${box})\ntype(content='a)\n\nb')\nAction: wait()`)).toEqual(both);
    const ids = calls(`long_press(${box})\n\nwait()`).map(({ id }) => id);
    expect(ids).toEqual(['action_1', 'action_1', 'action_1', 'action_2']);
  });

  it('an end, and a question', () => {
    expect(calls("finished(content='It costs 5.')")).toEqual([
      { id: 'action_1', tool: 'complete', input: { summary: 'It costs 5.' } },
    ]);
    expect(calls('finished()')).toMatchObject([{ tool: 'complete', input: { summary: 'So.' } }]);
    expect(calls('call_user()')).toMatchObject([{ tool: 'ask_user', input: { question: 'So.' } }]);
  });

  it('an app, on a desktop', () => {
    const apps = calls("open_app(app_name='Mail')", '1.5', { url: undefined });
    expect(apps).toMatchObject([{ action: { type: 'focus_app', app: 'Mail' } }]);
  });

  it('the answer to an open dialog', () => {
    const modal = { kind: 'prompt', text: 'Your name?', clearedBy: 'dialog' } as const;
    expect(calls("type(content='Ada\\n')", '1.5', { modal })).toMatchObject([
      { action: { type: 'dialog', accept: true, text: 'Ada' } },
    ]);
  });
});

describe('A reply of UI-TARS', () => {
  const click = [{ verb: 'click', fields: new Map([['start_box', '(1,2)']]) }];
  it.each([
    ["Thought: A plan.\nAction: click(start_box='(1,2)')", 'A plan.'],
    ["Thought：A plan.\nAction：click(start_box='(1,2)')", 'A plan.'],
    ["Reflection: Wrong.\nAction_Summary: A plan.\nAction: click(start_box='(1,2)')", 'Wrong.\nA plan.'],
    ["Action_Summary: A plan.\nAction: click(start_box='(1,2)')[EOS]", 'A plan.'],
    ["Thought: A plan. Action: click(start_box='(1,2)')", 'A plan.'],
    ["Thought: A plan.\n**Action:** click(start_box='(1,2)')", 'A plan.'],
    ["Thought: A plan.\nAction: `click(start_box='(1,2)')`", 'A plan.'],
    ["Thought: A plan.\nAction:\n```\nclick(start_box='(1,2)')\n```", 'A plan.'],
    ["Thought: A plan.\nclick(start_box='(1,2)')", 'A plan.'],
    ["Thought: A plan.\nAction: click(start_box='(1,2)')\nThought: I see it.\nAction: finished()", 'A plan.'],
    ["Action: click(start_box='(1,2)')", ''],
  ])('is read: %j', (text, thought) => {
    expect(parseUiTars(text)).toMatchObject({ thought, calls: click });
  });

  it.each([
    "click(start_box='(300,55",
    "click(start_box='(300,55)",
    "click(start_box='<|box_start|>(300,5",
    "click(point='<point>300 5",
    'click(start_box=(300,5',
    'click(x=300, y=5',
    'click(300, 5',
    "type(content='half of th",
    "type(content='half of th)",
    "type(content='it'",
    "type(content='say 'hi', then",
    "hotkey(key='ctrl",
    "finished(content='It costs 1",
    "navigate(content='https://example.com/pay",
    'finished(',
  ])('that ends in the middle of an action does not execute it: %s', (text) => {
    for (const before of ['', "click(start_box='(406,294)')\n\n"]) {
      const read = calls(before + text);
      expect(read).toHaveLength(before ? 2 : 1);
      expect(read.at(-1)).toMatchObject({ fault: { message: expect.stringContaining('cut off') } });
      if (before) expect(read[0]).toMatchObject({ action: { type: 'click' } });
    }
  });

  it('that the server reports as cut off omits its last action, unless text follows it', () => {
    const adapter = adapterOf('1.5');
    const cut = (content: string) =>
      adapter.readReply({ choices: [{ message: { content }, finish_reason: 'length' }] }, turnWithScreen(adapter));
    const said = "Thought: So.\nAction: click(start_box='(406,294)')";
    expect(cut(said).calls).toMatchObject([{ fault: { message: expect.stringContaining('cut off') } }]);
    expect(cut(`${said}\n\nwait()`).calls).toMatchObject([{ action: { type: 'click' } }, { fault: {} }]);
    expect(cut(`${said}\nThought: Now I see`).calls).toMatchObject([{ action: { type: 'click' } }]);
    expect(cut('Thought: So, I')).toMatchObject({ calls: [], unreadable: expect.stringContaining('cut off') });
  });

  it('without an action is not an answer: the model is told how to write one', () => {
    const { calls: none, text, unreadable } = read('Thought: I am done, everything worked.');
    expect([none, text]).toEqual([[], undefined]);
    expect(unreadable).toContain('Action:');
  });

  it('that is empty is requested again; a refusal ends the run', () => {
    const adapter = adapterOf('1.5');
    const turn = turnWithScreen(adapter);
    for (const answer of [chatAnswer(''), chatAnswer(null), {}, 'oops', null, { choices: [] }])
      expect(adapter.readReply(answer, turn).retryReason).toBeTypeOf('string');
    expect(adapter.readReply(chatAnswer(null, { refusal: 'No.' }), turn).refusal).toBe('No.');
    expect(adapter.readReply(chatAnswer([{ type: 'text', text: 'Action: wait()' }]), turn).calls).toHaveLength(1);
  });

  it(
    'holds any text that was written well',
    () => {
      const escaped = (text: string): string =>
        text
          .replace(/[\\'"]/g, '\\$&')
          .replace(/\n/g, '\\n')
          .replace(/\r/g, '\\r')
          .replace(/\t/g, '\\t');
      assertAlways(
        fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom("'", '"'), (text, quote) => {
          fc.pre(!/\[EOS\]|<\|/.test(text));
          const { calls: read } = parseUiTars(
            `Thought: x\nAction: type(content=${quote}${escaped(text)}${quote})\n\nwait()`,
          );
          expect(read.map(({ verb }) => verb)).toEqual(['type', 'wait']);
          expect(read[0]?.fields.get('content')).toBe(text);
        }),
      );
    },
    fuzzTimeoutMs,
  );

  it(
    'can be any text of any length, and is read within two seconds',
    () => {
      const pieces = [
        'Thought:',
        'Action：',
        "click(start_box='",
        '(1,2)',
        "')",
        '\n\n',
        '\\',
        "'",
        '"',
        '(',
        ')',
        ',',
        'x=',
        '<point>',
        '[EOS]',
        '\ud800',
        ' ',
      ];
      readAnyText(adapterOf('1.5'), pieces, (reply) => reply.calls.length > 0 || reply.unreadable || reply.retryReason);
      for (const one of ["'", '\n', ' ', '(', 'Action:', "a('", "type(content='", '<|', 'x=', "')", 'a()'])
        expect(durationMs(() => read(`Action: ${one.repeat(1_000_000)}`))).toBeLessThan(2_000);
    },
    fuzzTimeoutMs,
  );
});

describe('The version of a model', () => {
  it.each([
    ['ByteDance-Seed/UI-TARS-1.5-7B', '1.5'],
    ['ui-tars-1.5-7b-q4', '1.5'],
    ['bytedance-research/UI-TARS-7B-DPO', '1.0'],
    ['UI-TARS-2B-SFT', '1.0'],
    ['ui-tars-72b', '1.0'],
    ['doubao-1-5-ui-tars-250428', 'doubao'],
    ['doubao-seed-1-6-vision-250815', 'doubao'],
    ['UI-TARS-2', 'doubao'],
    ['my-model', '1.5'],
  ])('%s is %s', (model, version) => {
    expect(detectUiTarsVersion(model)).toBe(version);
  });
});
