import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Action } from '../../../src/index.js';
import { done, here, said } from './intents.js';
import { askGemini, calls, legacyModel, modernModel, noting, responsesIn } from './play.js';

const target = { x: 300, y: 69 };

describe('what Gemini asks for', () => {
  const understood: [name: string, args: Record<string, unknown>, done: Action[]][] = [
    ['click', here, [{ type: 'click', target }]],
    ['double_click', here, [{ type: 'click', target, count: 2 }]],
    ['triple_click', here, [{ type: 'click', target, count: 3 }]],
    ['middle_click', here, [{ type: 'click', target, button: 'middle' }]],
    ['right_click', here, [{ type: 'click', target, button: 'right' }]],
    ['mouse_down', here, [{ type: 'press', target }]],
    ['mouse_up', here, [{ type: 'release', target }]],
    ['move', here, [{ type: 'move', target }]],
    ['type', { text: 'hi' }, [{ type: 'type', text: 'hi', submit: false }]],
    ['type', { text: 'hi', press_enter: true }, [{ type: 'type', text: 'hi', submit: true }]],
    ['wait', {}, [{ type: 'wait', for: { seconds: 1 } }]],
    ['wait', { seconds: 2 }, [{ type: 'wait', for: { seconds: 2 } }]],
    ['press_key', { key: 'Enter' }, [{ type: 'key', keys: 'Enter' }]],
    ['key_down', { key: 'Shift' }, [{ type: 'key', keys: 'Shift', phase: 'down' }]],
    ['key_up', { key: 'Shift' }, [{ type: 'key', keys: 'Shift', phase: 'up' }]],
    ['hotkey', { keys: ['Control', 'A'] }, [{ type: 'key', keys: 'Control+A' }]],
    ['hotkey', { keys: 'Control+A' }, [{ type: 'key', keys: 'Control+A' }]],
    ['take_screenshot', {}, []],
    ['scroll', { ...here, direction: 'down' }, [{ type: 'scroll', target, dx: 0, dy: 300 }]],
    ['scroll', { ...here, direction: 'up', magnitude_in_pixels: 450 }, [{ type: 'scroll', target, dx: 0, dy: -450 }]],
    ['scroll', { ...here, direction: 'left', magnitude: 200 }, [{ type: 'scroll', target, dx: -200, dy: 0 }]],
    [
      'scroll',
      { ...here, direction: 'right', magnitude_in_wheel_clicks: 3 },
      [{ type: 'scroll', target, dx: 300, dy: 0 }],
    ],
    ['go_back', {}, [{ type: 'back' }]],
    ['go_forward', {}, [{ type: 'forward' }]],
    ['navigate', { url: 'http://a.test/' }, [{ type: 'navigate', url: 'http://a.test/' }]],
    ['navigate', { url: '/cart' }, [{ type: 'navigate', url: 'http://drawn.test/cart' }]],
    ['open_app', { app_name: 'Clock' }, [{ type: 'focus_app', app: 'Clock' }]],
    [
      'drag_and_drop',
      { start_x: 375, start_y: 116, end_x: 500, end_y: 500 },
      [{ type: 'drag', path: [target, { x: 400, y: 300 }] }],
    ],
    [
      'drag_and_drop',
      { ...here, destination_x: 500, destination_y: 500 },
      [{ type: 'drag', path: [target, { x: 400, y: 300 }] }],
    ],
    [
      'long_press',
      { ...here, seconds: 1 },
      [
        { type: 'press', target },
        { type: 'wait', for: { seconds: 1 } },
        { type: 'release', target },
      ],
    ],
    ['scroll_at', { ...here, direction: 'down' }, [{ type: 'scroll', target, dx: 0, dy: 480 }]],
    ['scroll_document', { direction: 'right' }, [{ type: 'scroll', dx: 400, dy: 0 }]],
    ['key_combination', { keys: 'Control+Shift+T' }, [{ type: 'key', keys: 'Control+Shift+T' }]],
    ['key_combination', { keys: 'Control + A' }, [{ type: 'key', keys: 'Control+A' }]],
    ['hotkey', { keys: ['ControlOrMeta', 'a'] }, [{ type: 'key', keys: 'ControlOrMeta+a' }]],
    ['open_web_browser', {}, []],
  ];

  it.each(understood)('%s %j, whatever the model is called', async (name, args, actions) => {
    for (const model of [legacyModel, modernModel]) {
      const turn = calls([name, { ...args, intent: 'to go on' }]);
      const { screen, server, result } = await askGemini([turn, done], { options: { model } });
      expect([result.status, screen.done, server.violations]).toEqual(['done', actions, []]);
    }
  });

  it.each([
    ['click', { x: 5 }, /two numbers/],
    ['scroll', { ...here, direction: 'sideways' }, /one of up, down, left, right/],
    ['scroll', { ...here, direction: 'up', magnitude_in_pixels: -5 }, /from 0 to/],
    ['wait', { seconds: 1e9 }, /from 0 to 300/],
    ['press_key', { key: 'AnyKey' }, /AnyKey/],
    ['type', {}, /needs a text in "text"/],
    ['list_apps', {}, /cannot be listed/],
    ['fly', {}, /no action or function "fly".*Valid: .*click_at/],
  ] as const)('%s %j is answered with what is valid', async (name, args, words) => {
    const { screen, wires, server } = await askGemini([calls([name, args]), done]);
    expect(screen.done).toEqual([]);
    expect(responsesIn(wires[1])).toMatchObject([{ name, response: { error: expect.stringMatching(words) } }]);
    expect(server.violations).toEqual([]);
  });

  it('an excluded action is not executed and not listed as valid', async () => {
    const { screen, wires } = await askGemini(
      [calls(['drag_and_drop', { ...here, destination_x: 5, destination_y: 5 }]), done],
      {
        options: { excludedFunctions: ['drag_and_drop'] },
      },
    );
    expect(screen.done).toEqual([]);
    const error = String(responsesIn(wires[1])[0]?.response.error);
    expect(error).toMatch(/^There is no action or function "drag_and_drop"\. Valid: open_web_browser/);
    expect(error.match(/drag_and_drop/g)).toHaveLength(1);
  });

  it('a function of the caller replaces the action of the same name, which is excluded', async () => {
    const { tool, given } = noting('navigate', z.strictObject({ url: z.string() }));
    for (const model of [legacyModel, modernModel]) {
      const { wires, screen, server } = await askGemini([[{ do: 'navigate', url: 'http://a.test/' }], done], {
        tools: [tool],
        options: { model },
      });
      expect(wires[0]?.tools[0]?.computerUse?.excludedPredefinedFunctions).toEqual(['navigate']);
      expect([screen.done, server.violations]).toEqual([[], []]);
    }
    expect(given).toEqual([{ url: 'http://a.test/' }, { url: 'http://a.test/' }]);
  });

  it('the schemas of functions have only keywords that Google accepts', async () => {
    const input = z.strictObject({
      kind: z.enum(['a', 'b']),
      size: z.union([z.literal(1), z.literal(2)]).describe('How large.'),
      grade: z.literal([1, 2]).optional(),
      note: z.string().nullable(),
      when: z.email().optional(),
      either: z.union([z.string(), z.number()]),
      many: z.array(z.strictObject({ id: z.int().positive() })).default([]),
      more: z.record(z.string(), z.number()).optional(),
    });
    const { tool, given } = noting('file_it', input);
    const words = { kind: 'a', size: 2, note: null, either: 5, many: [{ id: 1 }] };
    const { wires, server } = await askGemini([calls(['file_it', words]), done], { tools: [tool] });
    const declared = wires[0]?.tools[1]?.functionDeclarations?.find(({ name }) => name === 'file_it');
    expect(declared?.parameters).toMatchObject({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['a', 'b'] },
        size: { description: 'How large.', anyOf: [{ type: 'number' }, { type: 'number' }] },
        grade: { type: 'number', description: 'One of: 1, 2.' },
        note: { type: 'string', nullable: true },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        many: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
      },
    });
    expect(given).toEqual([words]);
    expect(server.violations).toEqual([]);
  });

  it('a phone is operated like any other screen', async () => {
    const turns = [calls(['click', here]), calls(['long_press', { ...here, seconds: 0 }]), calls(['go_back']), done];
    const { screen, server, wires } = await askGemini(turns, {
      options: { model: modernModel, environment: 'mobile' },
    });
    expect(screen.done.map(({ type }) => type)).toEqual(['click', 'press', 'wait', 'release', 'back']);
    expect(responsesIn(wires.at(-1)).map(({ name }) => name)).toEqual(['click', 'long_press', 'go_back']);
    expect(server.violations).toEqual([]);
  });

  it('its thoughts and its text are separate', async () => {
    const { agent, result } = await askGemini([
      said(
        { text: 'First I look.', thought: true },
        { text: 'I click.' },
        { functionCall: { name: 'click_at', args: here } },
      ),
      said({ text: 'Now it is ', thought: true }, { text: 'The answer ' }, { text: 'is 42.' }),
    ]);
    const replies = agent.history.flatMap((message) => (message.role === 'model' ? [message.reply] : []));
    expect(replies[0]).toMatchObject({ thought: 'First I look.', text: 'I click.' });
    expect(result.answer).toBe('The answer is 42.');
  });

  it('without the computer use tool it has the browser tools and the UI map', async () => {
    const { wires, result, server } = await askGemini(
      [[{ do: 'tool', name: 'click', input: { selector: 'One' } }], done],
      {
        options: { model: modernModel, enableComputerUse: false },
      },
    );
    expect(wires[0]?.tools.map((tool) => Object.keys(tool))).toEqual([['functionDeclarations']]);
    expect(JSON.stringify(wires[0]?.contents)).toContain('el_1');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});
