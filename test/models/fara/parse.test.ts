import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFaraResponse } from '../../../src/models/fara/read-response.js';
import { readThoughtAction } from '../../../src/models/fara/thought-action/action-text.js';
import { parseAction, thoughtActionNames } from '../../../src/models/fara/thought-action/parsed-action.js';
import { isLongJob } from '../../support/sample.js';

const read = (text: string) => readThoughtAction(text, thoughtActionNames);

const parse = (text: string) => read(text).actions.map(parseAction);

const one = (action: string) => parse(`Thought: t\n\nAction: ${action}`);

describe('A thought and an action', () => {
  it.each([
    ['click(x=512, y=305)', { type: 'click', x: 512, y: 305 }],
    ['click(y=305,x=512)', { type: 'click', x: 512, y: 305 }],
    ['click ( x = 512 , y = 305 )', { type: 'click', x: 512, y: 305 }],
    ['click(x=-3, y=1.5)', { type: 'click', x: -3, y: 1.5 }],
    ['click(x="512", y=\'305\')', { type: 'click', x: 512, y: 305 }],
    ['click(512, 305)', { type: 'click', x: 512, y: 305 }],
    ['click([512, 305])', { type: 'click', x: 512, y: 305 }],
    ['click(point=(512, 305))', { type: 'click', x: 512, y: 305 }],
    ['click({"x": 512, "y": 305})', { type: 'click', x: 512, y: 305 }],
    ['click(x: 512, y: 305)', { type: 'click', x: 512, y: 305 }],
    ['Click(X=512, Y=305).', { type: 'click', x: 512, y: 305 }],
    ['`click(x=512, y=305)`', { type: 'click', x: 512, y: 305 }],
    ['```python\nclick(x=512, y=305)\n```', { type: 'click', x: 512, y: 305 }],
    ['click(x=512, y=305) to open the menu', { type: 'click', x: 512, y: 305 }],
    ['I will click(x=512, y=305) now.', { type: 'click', x: 512, y: 305 }],
    ['click(\n  x=512,\n  y=305,\n)', { type: 'click', x: 512, y: 305 }],
    ['click（x=512，y=305）', { type: 'click', x: 512, y: 305 }],
    ['double_click(x=1, y=2)', { type: 'double_click', x: 1, y: 2 }],
    ['right_click(x=1, y=2)', { type: 'right_click', x: 1, y: 2 }],
    ["type(text='hello')", { type: 'type', text: 'hello' }],
    ['type(text="it\'s")', { type: 'type', text: "it's" }],
    ["type(text='it's here')", { type: 'type', text: "it's here" }],
    ["type(text='it\\'s \\\"here\\\"')", { type: 'type', text: 'it\'s "here"' }],
    ['type(text="say "hi", then go")', { type: 'type', text: 'say "hi", then go' }],
    ["type(text='print('x')')", { type: 'type', text: "print('x')" }],
    ["type(text='')", { type: 'type', text: '' }],
    ["type(text='a\\nb\\tc\\\\d')", { type: 'type', text: 'a\nb\tc\\d' }],
    ["type(text='C:\\\\path')", { type: 'type', text: 'C:\\path' }],
    ["type(text='\\u00fc\\ud83d\\ude00')", { type: 'type', text: 'ü😀' }],
    ["type(text='one\ntwo')", { type: 'type', text: 'one\ntwo' }],
    ["type(text='I am done(result=1) and fail(x)')", { type: 'type', text: 'I am done(result=1) and fail(x)' }],
    ["type(text='wait(seconds=5)')", { type: 'type', text: 'wait(seconds=5)' }],
    ["type(text='Action: click(x=1, y=2)')", { type: 'type', text: 'Action: click(x=1, y=2)' }],
    ["type(text='one\nAction: done(result=1)')", { type: 'type', text: 'one\nAction: done(result=1)' }],
    ["type(text='a\nThought: b\nAction: fail()')", { type: 'type', text: 'a\nThought: b\nAction: fail()' }],
    ["type(text='a, b=c')", { type: 'type', text: 'a, b=c' }],
    ["type(text='(')", { type: 'type', text: '(' }],
    ['type(text=“quoted”)', { type: 'type', text: 'quoted' }],
    ["type('hello')", { type: 'type', text: 'hello' }],
    ['type(text=42)', { type: 'type', text: '42' }],
    ["key(key='ctrl+c')", { type: 'key', key: 'ctrl+c' }],
    ['key(key=Return)', { type: 'key', key: 'Return' }],
    ["scroll(direction='up', amount=120)", { type: 'scroll', direction: 'up', amount: 120 }],
    ['scroll(amount=120, direction=Left)', { type: 'scroll', direction: 'left', amount: 120 }],
    ['scroll()', { type: 'scroll', direction: 'down', amount: 300 }],
    ['drag(start_x=1, start_y=2, end_x=3, end_y=4)', { type: 'drag', x1: 1, y1: 2, x2: 3, y2: 4 }],
    ['drag(end_y=4, end_x=3, start_y=2, start_x=1)', { type: 'drag', x1: 1, y1: 2, x2: 3, y2: 4 }],
    ['drag(1, 2, 3, 4)', { type: 'drag', x1: 1, y1: 2, x2: 3, y2: 4 }],
    ['wait(seconds=3)', { type: 'wait', duration: 3 }],
    ['wait()', { type: 'wait', duration: 2 }],
    ["done(result='All good')", { type: 'done', result: 'All good' }],
    ['done()', { type: 'done', result: 'Task completed' }],
    ["done(result='')", { type: 'done', result: 'Task completed' }],
    ["done(result='I could not fail(it)')", { type: 'done', result: 'I could not fail(it)' }],
    ["fail(reason='Not done(yet)')", { type: 'fail', reason: 'Not done(yet)' }],
    ['fail()', { type: 'fail', reason: 'Task failed' }],
  ])('reads %s', (action, parsed) => {
    expect(one(action)).toEqual([parsed]);
  });

  it.each([
    ['Thought：看\nAction：click(x=1, y=2)', '看'],
    ['**Thought:** Look.\n\n**Action:** click(x=1, y=2)', 'Look.'],
    ['thought: Look.\naction: click(x=1, y=2)', 'Look.'],
    ['Thought: Look. Action: click(x=1, y=2)', 'Look.'],
    ['Look.\nAction: click(x=1, y=2)', 'Look.'],
    ['Thought: Look.\n\nclick(x=1, y=2)', 'Look.'],
    ['<think>Hm.</think>Thought: Look.\r\nAction: click(x=1, y=2)\r\n', 'Look.'],
    ['Sure! Here it is:\n```\nThought: Look.\nAction: click(x=1, y=2)\n```\nGood luck!', 'Look.'],
    ['Thought: I am nearly done (two of three), and nothing may fail(ed).\nAction: click(x=1, y=2)', undefined],
  ])('finds both in %j', (text, thought) => {
    expect(parse(text)).toEqual([{ type: 'click', x: 1, y: 2 }]);
    if (thought !== undefined) expect(read(text).thought.endsWith(thought)).toBe(true);
  });

  it.each([
    'Action: click(x=1, y=2)\nAction: wait(seconds=1)',
    'Action: click(x=1, y=2)\n\nwait(seconds=1)',
    'Action: click(x=1, y=2); wait(seconds=1)',
    'Action: click(x=1, y=2), wait(seconds=1)',
    'Action:\n1. click(x=1, y=2)\n2. wait(seconds=1)',
    'Action:\n- click(x=1, y=2)\n- wait(seconds=1)',
  ])('reads several actions: %j', (text) => {
    expect(parse(text).map(({ type }) => type)).toEqual(['click', 'wait']);
  });

  it.each([
    'Action: click(x=1, y=2)\nAfter that I will call done(result="x").',
    'Action: click(x=1, y=2) and I am done(result="x") after that',
    'Action: click(x=1, y=2)\nObservation: It worked.\nThought: I am done.\nAction: done(result="x")',
  ])('ignores actions that the text only mentions: %j', (text) => {
    expect(parse(text)).toEqual([{ type: 'click', x: 1, y: 2 }]);
  });

  it.each([
    'I am done.',
    'The task is done (finally), nothing to fail(ed) here.',
    'Thought: I will click(x=1, y=2) soon.',
    'Thought: The page says "Action: done(result=1)".',
    "Action: type(text='cut o",
    "Action: type(text='cut off\nAction: done(result=1)",
    'Action: click(x=1, y=',
    'Action: none',
    '',
  ])('finds no action in %j', (text) => {
    expect(read(text).actions).toEqual([]);
  });

  it.each([
    'click(x=1)',
    'click(x=NaN, y=2)',
    'click(x=one, y=2)',
    "scroll(direction='sideways')",
    'fly(x=1)',
    'key()',
  ])('reports what is wrong with %s', (action) => {
    expect(() => one(action)).toThrow(/needs|There is no/);
  });

  it('returns every quoted text', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\r\u2028]/.test(value));
    fc.assert(
      fc.property(text, fc.constantFrom("'", '"'), (value, quote) => {
        const escaped = value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
        expect(one(`type(text=${quote}${escaped}${quote})`)).toEqual([{ type: 'type', text: value }]);
      }),
      { numRuns: isLongJob ? 500 : 100 },
    );
  });

  it('never throws, and is quick', () => {
    const bits = fc.constantFrom(
      'Action:',
      'Thought:',
      'click(',
      'x=1',
      ', ',
      ')',
      "'",
      '"',
      '\\',
      '\n',
      '(',
      '[',
      '{',
      'done',
      '：',
      '`',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string()), { maxLength: 60 }), (parts) => {
        expect(Array.isArray(read(parts.join('')).actions)).toBe(true);
      }),
      { numRuns: isLongJob ? 1_000 : 200 },
    );
    const began = performance.now();
    for (const long of ['Action: click(', "type(text='", 'Action: ', '((((', '\\', '```', ' ', '\n- '])
      read(`Action: ${long.repeat(Math.floor(32_000 / long.length))}`);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('A response', () => {
  it.each([
    [{ choices: [{ message: { content: 'x' } }] }],
    [{ choices: [{ message: { content: [{ type: 'text', text: 'x' }] } }] }],
    [{ output: 'x' }],
    [{ response: 'x' }],
    [{ generated_text: 'x' }],
    [[{ generated_text: 'x' }]],
    [{ result: 'x' }],
    [{ text: 'x' }],
    [['x']],
    ['x'],
    [{ output: { choices: [{ message: { content: 'x' } }] } }],
    [{ output: [{ generated_text: 'x' }] }],
  ])('is read in the form of %j', (answer) => {
    expect(readFaraResponse(answer)?.text).toBe('x');
  });

  it.each([
    [null],
    [undefined],
    [{}],
    [[]],
    [''],
    [5],
    [{ choices: [] }],
    [{ choices: [{ message: { content: '' } }] }],
  ])('has no content: %j', (answer) => {
    expect(readFaraResponse(answer)).toBeUndefined();
  });

  it('of an unknown shape is returned as text, limited in length', () => {
    expect(readFaraResponse({ strange: 1 })?.text).toBe('{"strange":1}');
    expect(readFaraResponse({ filler: 'x'.repeat(1_000_000) })?.text.length).toBeLessThan(40_000);
  });
});
