import { describe, expect, it } from 'vitest';
import type { Call, Message } from '../../../src/exports/models.js';
import { detectQwenVersion, type QwenVersion } from '../../../src/models/qwen/version.js';
import { chatAnswer, expectFault } from '../turn-fixture.js';
import { read, says } from './read.js';

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
    ['3', { action: 'left_click' }, 'Pass x and y'],
    ['3', { action: 'scroll' }, 'needs a number in \\"pixels\\"'],
    ['3', { action: 'type' }, 'needs a text in \\"text\\"'],
    ['3', { action: 'key', keys: ['hyper'] }, 'key'],
    ['3', { action: 'key' }, 'Use a key such as'],
    ['3', { action: 'terminate', status: 'maybe' }, 'success, failure'],
    ['3', { action: 'left_click', coordinate: [1, 1], text: 'hello' }, 'hello'],
    ['3', { action: 'dance' }, 'key, type, mouse_move, left_click'],
    ['3', {}, 'key, type, mouse_move, left_click'],
  ] as const)('%s is told what is valid: %j', (version, input, hint) => expectFault(calls(input, version)[0], hint));
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
        results: [{ call: earlier, result: { success: true, data: undefined, metadata: { tool: 'click', ms: 1 } } }],
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
