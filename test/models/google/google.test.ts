import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Action, call, createAgent, HandrailError, scripted } from '../../../src/index.js';
import { gemini, googleProvider } from '../../../src/models/google/google.js';
import { googleMessages, type Intent } from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { askGemini, calls, legacyModel, modernModel, noting, responsesIn, wiresOf, withGemini } from './play.js';

const done: Intent[] = [{ do: 'done', answer: 'It is done.' }];
const at = (name: string) => drawScreen().at(name);
const click = (name: string, more: { safety?: string } = {}): Intent => ({ do: 'click', at: at(name), ...more });
const here = { x: 375, y: 116 };
const target = { x: 300, y: 69 };
const lively = () =>
  drawScreen(['One', 'Two', 'Three'], (_, screen) => {
    screen.face += 1;
    screen.names[2] = `Three after ${screen.face}`;
  });
const said = (...parts: object[]) => ({
  raw: { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts } }] },
});
const ended = (finishReason: string, parts?: object[]) => ({
  raw: { candidates: [{ finishReason, ...(parts ? { content: { role: 'model', parts } } : {}) }] },
});

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
    ['fly', {}, /no "fly".*Valid: .*click_at/],
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
    expect(error).toMatch(/^There is no "drag_and_drop"\. Valid: open_web_browser/);
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

describe('what Gemini receives', () => {
  it('its own content comes back unchanged, with unknown fields', async () => {
    const odd = [
      { text: 'Hm.', thought: true, thoughtSignature: 'YQ==' },
      {
        functionCall: { id: 'a', name: 'click', args: { ...here, odd: [null, 1e21] } },
        thoughtSignature: 'Yg==',
        partMetadata: { z: 1 },
      },
    ];
    const { wires } = await askGemini([said(...odd), done], { options: { model: modernModel } });
    expect(wires[1]?.contents[1]).toEqual({ role: 'model', parts: odd });
    expect(responsesIn(wires[1])).toMatchObject([{ id: 'a', name: 'click' }]);
  });

  it('a dialog that no picture shows is described, and Enter accepts it', async () => {
    const screen = drawScreen(['One']);
    screen.modal = { kind: 'confirm', text: 'Really?', clearedBy: 'dialog' };
    const { wires } = await askGemini([calls(['key_combination', { keys: 'Enter' }]), done], { screen });
    expect(JSON.stringify(wires[0]?.contents[0])).toContain('Really?');
    expect(screen.done).toEqual([{ type: 'dialog', accept: true }]);
  });

  it('a failure because of an open dialog names the keys that answer it', async () => {
    const screen = drawScreen(['One'], () => {
      throw new HandrailError(
        'modal_open',
        'A confirm is open: BLOCKED by confirm "Really?": answer it with the dialog action (handle_dialog) before anything else',
        "Answer it with { type: 'dialog', accept: true | false }.",
      );
    });
    const { wires } = await askGemini([calls(['click_at', here]), done], { screen });
    const [response] = responsesIn(wires[1]);
    expect(response?.response.error).toMatch(/press Enter or Escape.*Press Enter to accept it/);
    expect(JSON.stringify(wires[1])).not.toMatch(/handle_dialog|type: 'dialog'/);
  });

  it('a tool that replaces an action shows the screen itself', async () => {
    const { image } = await drawScreen().session.observe({ picture: 'plain' });
    if (!image) throw new Error('There is no picture.');
    const { tool } = noting('click_at', z.strictObject({ x: z.number(), y: z.number() }), { picture: image });
    const turns = Array.from({ length: 3 }, () => calls(['click_at', here]));
    const { server, wires } = await askGemini([...turns, done], {
      tools: [{ tool, skipDefinition: true }],
      screen: lively(),
      maxPictures: 1,
    });
    for (const { pictures } of server.inputs.slice(1)) expect(pictures).toHaveLength(1);
    expect(responsesIn(wires.at(-1)).map(({ parts }) => parts?.length ?? 0)).toEqual([0, 0, 1]);
  });

  it('the calls of another model are described', async () => {
    const screen = drawScreen();
    await withGemini([[click('Two')], done], { screen }, async ({ agent, server }) => {
      await using mixed = createAgent({
        session: screen.session,
        model: scripted([
          { calls: [call('click', { selector: 'One' })] },
          new HandrailError('model_failed', 'It is tired.'),
        ]),
        fallback: agent.model,
        tools: ['click'],
        journal: false,
      });
      await mixed.send('Click both.');
      expect(screen.hits).toEqual(['One', 'Two']);
      expect(JSON.stringify(server.requests[0]?.body)).toContain('click(');
      expect(server.violations).toEqual([]);
    });
  });

  it('its usage has cached, reasoning and image tokens', async () => {
    const usageMetadata = {
      promptTokenCount: 1_000,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 10,
      cachedContentTokenCount: 600,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 742 },
        { modality: 'IMAGE', tokenCount: 258 },
      ],
    };
    const { raw } = said({ text: 'Done.' });
    const { result } = await askGemini([{ raw: { ...raw, usageMetadata } }], {
      options: { price: { input: 2, output: 10, cached: 1 } },
    });
    expect(result.usage).toMatchObject({
      inputTokens: 1_000,
      outputTokens: 50,
      cachedTokens: 600,
      imageTokens: 258,
      reasoningTokens: 10,
      money: expect.closeTo((400 * 2 + 600 * 1 + 50 * 10) / 1e6, 9),
    });
  });
});

describe('what Google rejects', () => {
  it.each(['generateContent', 'interactions'] as const)(
    '%s: a declined call is taken back, and the next task goes on',
    async (api) => {
      const script = [[click('One')], [click('Three', { safety: 'It buys.' })], [click('Two')], done];
      const options = { model: modernModel, api };
      await withGemini(
        script,
        { options, approve: async () => false, screen: lively() },
        async ({ agent, server, screen }) => {
          const first = await agent.send('Buy it.');
          expect([first.status, screen.hits]).toEqual(['refused', ['One']]);
          const second = await agent.send('Do something else.');
          expect([second.status, screen.hits, server.violations]).toEqual(['done', ['One', 'Two'], []]);
          expect(server.inputs[2]?.text).toMatch(/did not agree to this: It buys\.[\s\S]*Do something else/);
        },
      );
    },
  );

  it.each(['generateContent', 'interactions'] as const)(
    '%s: a call to confirm that was skipped is not sent back without a yes',
    async (api) => {
      const leaving = drawScreen(['One', 'Two', 'Three'], (_, screen) => {
        screen.url = `${screen.url}/on`;
      });
      const script = [[click('One'), click('Two', { safety: 'It buys.' })], [click('Three')], done];
      const { result, screen, server } = await askGemini(script, {
        options: { model: modernModel, api },
        screen: leaving,
        approve: 'all',
      });
      expect([result.status, screen.hits, server.violations]).toEqual(['done', ['One', 'Three'], []]);
      expect(server.inputs[1]?.text).toMatch(/click[\s\S]*not done/);
    },
  );

  it.each(['blocked', 'deny', 'escalate'])(
    'the decision "%s" stops the run before anything is done',
    async (decision) => {
      const args = { ...here, safety_decision: { decision, explanation: 'This is a scam.' } };
      const script = [calls(['hover_at', here], ['click_at', args]), done];
      await withGemini(script, { approve: 'all' }, async ({ agent, server, screen }) => {
        const result = await agent.send('Click.');
        expect(result).toMatchObject({
          status: 'refused',
          reason: expect.stringMatching(`${decision}.*This is a scam`),
        });
        expect(screen.done).toEqual([]);
        expect(await agent.send('And now?')).toMatchObject({ status: 'done' });
        expect(server.violations).toEqual([]);
      });
    },
  );

  it.each([{ decision: 7 }, { decision: null }, {}, { decision: ['require_confirmation'] }, 7, true, ''])(
    'a decision that nobody can read, %j, is nothing that a person could agree to',
    async (decision) => {
      const explained = typeof decision === 'object' ? { ...decision, explanation: 'This is a scam.' } : decision;
      const args = { ...here, safety_decision: explained };
      const asked: unknown[] = [];
      const approve = async (what: unknown) => asked.push(what) > 0;
      const { result, screen } = await askGemini([calls(['click_at', args]), done], { approve });
      expect(result).toMatchObject({ status: 'refused', reason: expect.stringContaining('Google stopped click_at') });
      expect([screen.done, asked]).toEqual([[], []]);
    },
  );

  it.each(['regular', 'allow', 'ALLOWED'])('the decision "%s" allows the call', async (decision) => {
    const args = { ...here, safety_decision: { decision } };
    const { screen, result } = await askGemini([calls(['click_at', args]), done]);
    expect([result.status, screen.hits]).toEqual(['done', ['One']]);
  });

  it.each(['generateContent', 'interactions'] as const)(
    '%s: what was done before a declined call is told with the next task',
    async (api) => {
      const script = [[click('One'), click('Two', { safety: 'It buys.' })], done];
      const options = { model: modernModel, api };
      await withGemini(script, { options, approve: async () => false }, async ({ agent, server, screen }) => {
        expect((await agent.send('Buy it.')).status).toBe('refused');
        expect((await agent.send('Do something else.')).status).toBe('done');
        expect([screen.hits, server.violations]).toEqual([['One'], []]);
        expect(server.inputs[1]?.text).toMatch(
          /You did this: click\(.*300.*\)\. The user did not agree to this: It buys\./,
        );
      });
    },
  );

  it.each([
    ['a blocked question', { raw: { promptFeedback: { blockReason: 'JAILBREAK' } } }, /JAILBREAK/],
    ['a blocked answer', ended('SAFETY'), /SAFETY/],
    ['a recitation', ended('RECITATION', [{ text: 'Once upon' }]), /RECITATION.*Once upon/],
    ['private data', ended('SPII'), /SPII/],
  ])('%s ends the run with its reason, and the next task runs', async (_, answer, reason) => {
    await withGemini([answer, done], {}, async ({ agent, server }) => {
      expect(await agent.send('Do it.')).toMatchObject({ status: 'refused', reason: expect.stringMatching(reason) });
      expect(await agent.send('Do something else.')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
    });
  });

  it('a malformed call alone is requested again, a limited number of times', async () => {
    const { result, server } = await askGemini([
      ended('MALFORMED_FUNCTION_CALL'),
      ended('MALFORMED_FUNCTION_CALL', []),
      done,
    ]);
    expect([result.status, server.requests.length]).toEqual(['done', 3]);
    const [first, second] = server.requests;
    expect(second?.body).toEqual(first?.body);
    const never = await askGemini(Array.from({ length: 9 }, () => ended('MALFORMED_FUNCTION_CALL')));
    expect(never.result).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
    expect(never.server.requests).toHaveLength(3);
  });

  it('the last call of a reply that was cut off is not executed, and reported', async () => {
    const half = [
      { functionCall: { name: 'click_at', args: here } },
      { functionCall: { name: 'type_text_at', args: { ...here, text: 'transfer 10' } } },
    ];
    const { screen, wires, result, server } = await askGemini([ended('MAX_TOKENS', half), done]);
    expect(screen.done.map(({ type }) => type)).toEqual(['click']);
    expect(responsesIn(wires[1])).toMatchObject([
      { name: 'click_at' },
      { name: 'type_text_at', response: { error: expect.stringContaining('cut off') } },
    ]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('content without a role, or with invalid parts, is sent back as Google accepts it', async () => {
    const call = { functionCall: { name: 'click_at', args: here } };
    const content = { parts: [null, {}, { thought: true }, { text: 5 }, call, 'click'] };
    const { wires, screen, result, server } = await askGemini([{ raw: { candidates: [{ content }] } }, done]);
    expect(wires[1]?.contents[1]).toEqual({ role: 'model', parts: [call] });
    expect([screen.hits, result.status, server.violations]).toEqual([['One'], 'done', []]);
  });

  it.each([
    ['without a name', {}, /no name/],
    ['that is none', 'click_at', /no name/],
    ['with arguments that are none', { name: 'click_at', args: [1, 2] }, /arguments of click_at are not an object/],
  ])('a function call %s is reported, and not sent back', async (_, functionCall, words) => {
    const good = { functionCall: { name: 'click_at', args: here } };
    const { wires, screen, result, server } = await askGemini([said(good, { functionCall }), done]);
    expect(JSON.stringify(wires[1]?.contents)).toMatch(words);
    expect(wires[1]?.contents.some(({ role }) => role === 'model')).toBe(false);
    expect([screen.done, result.status, server.violations]).toEqual([[], 'done', []]);
  });

  it('a reply that was cut off is reported', async () => {
    const { result, wires, server } = await askGemini([ended('MAX_TOKENS', [{ text: 'The answ' }]), done]);
    expect(JSON.stringify(wires[1]?.contents.at(-1))).toContain('cut off');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});

describe('interactions', () => {
  const options = { model: modernModel, api: 'interactions' } as const;
  interface Sent {
    previous_interaction_id?: string;
    store?: boolean;
    input: { type: string; is_error?: boolean; result?: { type: string; text: string }[] }[];
    tools: unknown[];
    system_instruction: string;
  }
  const bodies = (requests: { body: unknown }[]): Sent[] => requests.map(({ body }) => body as Sent);

  it('continues from the last one, with only new content, and with tools and instructions each time', async () => {
    const { server, result } = await askGemini([[click('One')], [click('Two')], done], {
      options: {
        ...options,
        environment: 'browser',
        promptInjectionDetection: true,
        disabledSafetyPolicies: ['ACCOUNT_CREATION'],
      },
      systemPrompt: 'Be quick.',
      screen: lively(),
    });
    const sent = bodies(server.requests);
    expect(sent.map((body) => body.previous_interaction_id !== undefined)).toEqual([false, true, true]);
    expect(sent.map(({ input }) => input.map(({ type }) => type))).toEqual([
      ['user_input'],
      ['function_result'],
      ['function_result'],
    ]);
    for (const { tools, system_instruction } of sent) {
      expect(tools[0]).toEqual({
        type: 'computer_use',
        environment: 'browser',
        enable_prompt_injection_detection: true,
        disabled_safety_policies: ['account_creation'],
      });
      expect(system_instruction).toContain('Be quick.');
    }
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('sends everything, thoughts too, if nothing is stored', async () => {
    const { server } = await askGemini([[click('One')], [click('Two')], done], {
      options: { ...options, store: false },
    });
    const last = bodies(server.requests).at(-1);
    expect([last?.store, last?.previous_interaction_id]).toEqual([false, undefined]);
    const turn = ['thought', 'function_call', 'function_result'];
    expect(last?.input.map(({ type }) => type)).toEqual(['user_input', ...turn, ...turn]);
    expect(server.violations).toEqual([]);
  });

  it('marks failures, with the URL, and acknowledges with true', async () => {
    const wrong = { type: 'function_call', id: 'w', name: 'click', arguments: { x: 5_000, y: 5 } };
    const script = [
      { raw: { status: 'requires_action', steps: [wrong] } },
      [click('One', { safety: 'It buys.' })],
      done,
    ];
    const { server } = await askGemini(script, { options, approve: 'all' });
    const [, failed, agreed] = bodies(server.requests);
    const result = failed?.input.at(-1);
    expect(result?.is_error).toBe(true);
    expect(JSON.parse(result?.result?.[0]?.text ?? '')).toMatchObject({
      url: 'http://drawn.test/1',
      error: expect.any(String),
    });
    expect(JSON.parse(agreed?.input.at(-1)?.result?.[0]?.text ?? '')).toMatchObject({ safety_acknowledgement: true });
    expect(server.violations).toEqual([]);
  });

  it('gives a call without an id its own, and rejects one without a name', async () => {
    const calling = (call: object) => ({
      raw: { status: 'requires_action', steps: [{ type: 'function_call', arguments: { x: 375, y: 116 }, ...call }] },
    });
    const { server, screen, result } = await askGemini([calling({ name: 'click' }), calling({ id: 'n' }), done], {
      options: { ...options, store: false },
    });
    const last = bodies(server.requests).at(-1)?.input ?? [];
    expect(last.slice(1, 3)).toMatchObject([
      { id: 'call_1', name: 'click' },
      { call_id: 'call_1', name: 'click' },
    ]);
    expect(JSON.stringify(last.slice(3))).toContain('no name');
    expect([screen.hits, result.status, server.violations]).toEqual([['One'], 'done', []]);
  });

  it('does not execute the last call of a reply that was cut off', async () => {
    const half = { type: 'function_call', id: 'h', name: 'type', arguments: { text: 'transfer 10' } };
    const { server, screen } = await askGemini([{ raw: { status: 'incomplete', steps: [half] } }, done], { options });
    expect(screen.done).toEqual([]);
    expect(server.inputs[1]?.results).toMatchObject([{ failed: true, text: expect.stringContaining('cut off') }]);
  });

  it('restarts a long run, so that the stored conversation stays small', async () => {
    const turns = Array.from({ length: 40 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]);
    const { server, result } = await askGemini([...turns, done], { options, screen: lively(), limits: { steps: 50 } });
    const anew = bodies(server.requests).flatMap((body, index) => (body.previous_interaction_id ? [] : [index]));
    expect(anew).toEqual([0, 31]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('respects maxPictures by sending everything', async () => {
    const turns = Array.from({ length: 4 }, () => [click('One')]);
    const { server } = await askGemini([...turns, done], { options, screen: lively(), maxPictures: 1 });
    expect(server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1, 1, 1]);
    expect(server.violations).toEqual([]);
  });
});

describe('the provider', () => {
  const names = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_BASE_URL'] as const;
  const before = names.map((name) => process.env[name]);
  afterEach(() => {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('takes the key and the URL from the environment, with or without the version', async () => {
    await withGemini([done, done], {}, async ({ server, screen }) => {
      process.env.GOOGLE_API_KEY = 'test-key';
      for (const end of ['', '/v1beta/']) {
        process.env.GEMINI_BASE_URL = `${server.url}${end}`;
        await using agent = createAgent({ model: `google/${modernModel}`, session: screen.session, journal: false });
        expect(await agent.send('Do it.')).toMatchObject({ status: 'done', model: `google/${modernModel}` });
      }
      expect(server.requests.map(({ path }) => path)).toEqual(
        Array(2).fill(`/v1beta/models/${modernModel}:generateContent`),
      );
    });
  });

  it('reports what is missing, and what to do', async () => {
    for (const name of names) delete process.env[name];
    expect(() => gemini()).toThrow(/Google Gemini needs a key/);
    expect(() => gemini({ apiKey: 'test-key', environment: 'toaster' as never })).toThrow(/no environment "toaster"/);
    expect(() => gemini({ apiKey: 'test-key', model: 'a b' })).toThrow(/not the name of a Gemini model/);
    expect(() => gemini({ apiKey: 'test-key', disabledSafetyPolicies: ['all' as never] })).toThrow(
      /no safety policy "all"/,
    );
    expect(() => gemini({ apiKey: 'test-key', thinkingLevel: 'low' })).toThrow(/2\.5.* does not support thinkingLevel/);
    for (const model of [legacyModel, 'gemini-3-flash-preview']) {
      const one = { apiKey: 'test-key', model };
      expect(() => gemini({ ...one, promptInjectionDetection: true })).toThrow(
        /does not support promptInjectionDetection/,
      );
      expect(() => gemini({ ...one, disabledSafetyPolicies: ['account_creation'] })).toThrow(
        /does not support disabledSafety/,
      );
      expect(gemini({ ...one, promptInjectionDetection: false, disabledSafetyPolicies: [] }).name).toContain(model);
    }
    expect(gemini({ apiKey: 'test-key', model: 'gemini-3-flash-preview', thinkingLevel: 'low' }).priced).toBeDefined();
    expect(googleProvider.models).toContain(legacyModel);
    const wrongKey = await askGemini([done], { options: { apiKey: 'wrong-key' } });
    expect(wrongKey.result.reason).toContain(googleMessages.wrongKey);
    expect(wrongKey.server.requests).toHaveLength(1);
    const wrongModel = await askGemini([done], { options: { model: 'gemini-9' } });
    expect(wrongModel.result.reason).toMatch(/HTTP 404.*is not found.*handrail models/);
    expect(wiresOf(wrongModel.server)).toHaveLength(1);
  });
});
