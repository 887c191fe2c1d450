import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gemini } from '../../../src/models/google/google.js';
import { click, done } from './intents.js';
import { askGemini, calls, legacyModel, modernModel, noting, place, responsesIn, wiresOf, withGemini } from './play.js';

describe('compatibility with Gemini computer use', () => {
  it('G1: the default model is the computer use preview', async () => {
    const { server, result } = await askGemini([done]);
    expect(server.requests[0]?.path).toBe(`/v1beta/models/${legacyModel}:generateContent`);
    expect(result.model).toBe(`google/${legacyModel}`);
  });

  it('G2: every request to that model has the tool, and it cannot be disabled', async () => {
    await withGemini([done, { raw: textAnswer('{"price": 5}') }], {}, async ({ agent, server }) => {
      await agent.send('Do it.');
      const filled = await agent.model.fill?.(
        { schema: { type: 'object' }, text: 'It costs 5.' },
        new AbortController().signal,
      );
      expect(filled?.value).toEqual({ price: 5 });
      expect(wiresOf(server).map(({ tools }) => tools[0]?.computerUse !== undefined)).toEqual([true, true]);
      expect(server.violations).toEqual([]);
    });
    expect(() => gemini({ apiKey: 'test-key', enableComputerUse: false })).toThrow(/requires its computer use tool/);
  });

  it('G3: the caller’s functions are in their own tool object, beside the computer use tool', async () => {
    const { tool } = noting('look_up', z.object({ word: z.string() }));
    const { wires, server } = await askGemini([done], { tools: [tool] });
    const tools = wires[0]?.tools ?? [];
    expect(tools).toHaveLength(2);
    expect(Object.keys(tools[0] ?? {})).toEqual(['computerUse']);
    expect(Object.keys(tools[1] ?? {})).toEqual(['functionDeclarations']);
    expect(tools[1]?.functionDeclarations?.map(({ name }) => name)).toContain('look_up');
    expect(server.violations).toEqual([]);
  });

  it.each([
    ['browser', 'ENVIRONMENT_BROWSER'],
    ['desktop', 'ENVIRONMENT_DESKTOP'],
    ['mobile', 'ENVIRONMENT_MOBILE'],
    ['ENVIRONMENT_DESKTOP', 'ENVIRONMENT_DESKTOP'],
  ] as const)('G4: the environment %s is sent as %s', async (environment, sent) => {
    const { wires, server } = await askGemini([done], { options: { environment } });
    expect(wires[0]?.tools[0]?.computerUse?.environment).toBe(sent);
    expect(server.violations).toEqual([]);
  });

  it('G5: excluded functions are sent if there are any', async () => {
    const some = await askGemini([done], { options: { excludedFunctions: ['drag_and_drop', 'hover_at'] } });
    expect(some.wires[0]?.tools[0]?.computerUse).toEqual({
      environment: 'ENVIRONMENT_BROWSER',
      excludedPredefinedFunctions: ['drag_and_drop', 'hover_at'],
    });
    const none = await askGemini([done], { options: { excludedFunctions: [] } });
    expect(none.wires[0]?.tools[0]?.computerUse).toEqual({ environment: 'ENVIRONMENT_BROWSER' });
    expect([...some.server.violations, ...none.server.violations]).toEqual([]);
    expect(() => gemini({ apiKey: 'test-key', excludedFunctions: ['fly'] })).toThrow(/no function "fly" to exclude/);
  });

  it('G6: the key and the excluded functions are the only required options', async () => {
    const model = gemini({ apiKey: 'test-key', excludedFunctions: ['drag_and_drop'] });
    expect(model.name).toBe(`google/${legacyModel}`);
    const { result, server, screen } = await askGemini([[click('Two')], done], {
      options: { apiKey: 'test-key', excludedFunctions: ['drag_and_drop'] },
    });
    expect([result.status, screen.hits, server.violations]).toEqual(['done', ['Two'], []]);
  });

  it('G7: every option can be set', async () => {
    const { wires, server, result } = await askGemini([[click('One')], done], {
      options: {
        model: modernModel,
        enableComputerUse: true,
        environment: 'desktop',
        excludedFunctions: ['drag_and_drop'],
        promptInjectionDetection: true,
        disabledSafetyPolicies: ['financial_transactions'],
      },
    });
    expect(wires[0]?.tools[0]?.computerUse).toEqual({
      environment: 'ENVIRONMENT_DESKTOP',
      excludedPredefinedFunctions: ['drag_and_drop'],
      enablePromptInjectionDetection: true,
      disabledSafetyPolicies: ['FINANCIAL_TRANSACTIONS'],
    });
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G8: all thirteen actions are executed', async () => {
    const here = { x: 375, y: 116 };
    const target = { x: 300, y: 69 };
    const { screen, server, result } = await askGemini([
      calls(['open_web_browser']),
      calls(['wait_5_seconds']),
      calls(['go_back']),
      calls(['go_forward']),
      calls(['search']),
      calls(['navigate', { url: 'shop.test/sale' }]),
      calls(['click_at', here]),
      calls(['hover_at', here]),
      calls(['type_text_at', { ...here, text: 'hello', press_enter: false, clear_before_typing: false }]),
      calls(['type_text_at', { ...here, text: 'again' }]),
      calls(['key_combination', { keys: 'Control+C' }]),
      calls(['scroll_document', { direction: 'down' }]),
      calls(['scroll_at', { ...here, direction: 'up', magnitude: 500 }]),
      calls(['drag_and_drop', { ...here, destination_x: 500, destination_y: 500 }]),
      done,
    ]);
    expect(screen.done).toEqual([
      { type: 'wait', for: { seconds: 5 } },
      { type: 'back' },
      { type: 'forward' },
      { type: 'navigate', url: expect.stringContaining('search') },
      { type: 'navigate', url: 'https://shop.test/sale' },
      { type: 'click', target },
      { type: 'move', target },
      { type: 'type', target, text: 'hello', clear: false, submit: false },
      { type: 'type', target, text: 'again', clear: true, submit: true },
      { type: 'key', keys: 'Control+C' },
      { type: 'scroll', dx: 0, dy: 480 },
      { type: 'scroll', target, dx: 0, dy: -300 },
      { type: 'drag', path: [target, { x: 400, y: 300 }] },
    ]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G9: a tool with skipDefinition replaces the action, and its definition is not sent', async () => {
    const { tool, given } = noting('click_at', place);
    const { wires, screen, server, result } = await askGemini([calls(['click_at', { x: 10, y: 20 }]), done], {
      tools: [{ tool, skipDefinition: true }],
    });
    expect(given).toEqual([{ x: 10, y: 20 }]);
    expect(screen.done).toEqual([]);
    expect(JSON.stringify(wires.map(({ tools }) => tools))).not.toContain('click_at');
    expect(responsesIn(wires[1])).toMatchObject([{ name: 'click_at', response: { url: 'http://own.test/page' } }]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('G10: tools of both kinds and the actions work side by side', async () => {
    const own = noting('click_at', place);
    const custom = noting(
      'extract_data',
      z.strictObject({ kind: z.string().default('all'), limit: z.int().nullable() }),
    );
    const { wires, screen, server, result } = await askGemini(
      [
        calls(['click_at', { x: 1, y: 2 }]),
        calls(['extract_data', { kind: 'prices', limit: 5 }]),
        calls(['hover_at', { x: 375, y: 116 }]),
        done,
      ],
      { tools: [{ tool: own.tool, skipDefinition: true }, custom.tool] },
    );
    expect([own.given, custom.given]).toEqual([[{ x: 1, y: 2 }], [{ kind: 'prices', limit: 5 }]]);
    expect(screen.done).toEqual([{ type: 'move', target: { x: 300, y: 69 } }]);
    const declared = wires[0]?.tools[1]?.functionDeclarations ?? [];
    expect(declared.map(({ name }) => name)).toContain('extract_data');
    expect(JSON.stringify(declared)).not.toMatch(/additionalProperties|\$schema|"default"/);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});

function textAnswer(text: string): unknown {
  return { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: [{ text }] } }] };
}
