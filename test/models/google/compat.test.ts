import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type AgentOptions, createAgent } from '../../../src/index.js';
import { google } from '../../../src/models/google/google.js';
import { guideTable, tableRows } from '../../support/guide-table.js';
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
    expect(() => google({ apiKey: 'test-key', enableComputerUse: false })).toThrow(/requires its computer use tool/);
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

  it('G7: "options.EnableComputerUse", "ComputerUseEnvironment", "ExcludedComputerUseFunctions" work, and other names are errors', async () => {
    const seed = {
      Model: legacyModel,
      EnableComputerUse: true,
      ComputerUseEnvironment: 'Desktop',
      ExcludedComputerUseFunctions: ['drag_and_drop', 'hover_at'],
    };
    const { wires, server } = await askGemini([done], { options: seed });
    expect(wires[0]?.tools[0]?.computerUse).toEqual({
      environment: 'ENVIRONMENT_DESKTOP',
      excludedPredefinedFunctions: ['drag_and_drop', 'hover_at'],
    });
    expect(server.violations).toEqual([]);
    const wrong = (options: object) => () => google({ apiKey: 'test-key', ...options });
    expect(wrong({ excluded_predefined_functions: ['fly'] })).toThrow(/no function "fly" to exclude/);
    expect(wrong({ enableComputer: true })).toThrow(
      /has no option "enableComputer"\. Did you mean enableComputerUse\?/,
    );
    expect(wrong({ environment: 'browser', computerUseEnvironment: 'Browser' })).toThrow(/environment .*given twice/);
    // ".WithMaxMultimodalMessages(1)"
    const model = google({ apiKey: 'test-key' });
    expect(() => createAgent({ model, maxMultimodalMessages: 1 } as AgentOptions)).toThrow(
      /Did you mean maxPictures\?/,
    );
  });

  it('G8: "search: Navigate to search engine" opens the page that searchUrl sets', async () => {
    const found = async (options: object, args?: Record<string, unknown>) => {
      const { screen } = await askGemini([calls(['search', args ?? {}]), done], { options });
      return screen.done;
    };
    expect(await found({})).toEqual([{ type: 'navigate', url: 'https://www.bing.com/search?q=' }]);
    const searchUrl = 'https://search.test/find?text={query}';
    expect(await found({ searchUrl }, { query: 'red mug' })).toEqual([
      { type: 'navigate', url: 'https://search.test/find?text=red%20mug' },
    ]);
    expect(await found({ searchUrl: 'https://search.test/' })).toEqual([
      { type: 'navigate', url: 'https://search.test/' },
    ]);
    expect(() => google({ apiKey: 'test-key', searchUrl: 'bing' })).toThrow(/not the URL of a page/);
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
    expect(() => google({ apiKey: 'test-key', excludedFunctions: ['fly'] })).toThrow(/no function "fly" to exclude/);
  });

  it('G6: the key and the excluded functions are the only required options', async () => {
    const model = google({ apiKey: 'test-key', excludedFunctions: ['drag_and_drop'] });
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

describe('the tables of the guide', () => {
  afterEach(() => vi.unstubAllEnvs());
  const thrownBy = (options: object): { message?: string; hint?: string } => {
    try {
      google({ apiKey: 'test-key', ...options });
    } catch (error) {
      return error as Error;
    }
    return {};
  };

  it('list every option of google, and no other', () => {
    const listed = guideTable('gemini.md', 'option of `google` | default | meaning').flatMap(([names = []]) => names);
    const valid = /^Valid: (.*)\.$/.exec(thrownBy({ misspelt: 1 }).hint ?? '')?.[1]?.split(', ') ?? [];
    expect(listed.sort()).toEqual(valid.sort());
  });

  it('name the option of each other name', () => {
    const pairs = guideTable('gemini.md', 'other name | option').flatMap(([others = [], options = []]) => {
      const names = others.filter((name) => /^\w+$/.test(name) && !/^(?:Browser|Desktop)$/.test(name));
      return names.map((name, index) => [name, options.length > 1 ? options[index] : options[0]] as const);
    });
    expect(pairs.length).toBeGreaterThanOrEqual(8);
    for (const [name, target = ''] of pairs)
      expect(thrownBy({ [target]: 'x', [name]: 'x' }).message, name).toContain(
        `The option ${target} of google is given twice, once as ${name}.`,
      );
  });

  it('name options of createAgent for the methods of other libraries', () => {
    const model = google({ apiKey: 'test-key' });
    const { tool } = noting('look_up', z.object({}));
    const values: Record<string, unknown> = {
      maxPictures: 1,
      tools: [{ tool, skipDefinition: true }],
      systemPrompt: 'x',
    };
    const rows = guideTable('gemini.md', 'other name | option').filter(
      ([, options = []]) => options[1] === 'createAgent',
    );
    const names = rows.map(([, [option = ''] = []]) => option.split(':')[0] ?? '');
    expect(names).toEqual(Object.keys(values));
    for (const name of names)
      expect(() => createAgent({ model, [name]: values[name] } as AgentOptions), name).not.toThrow();
  });

  it('name the page that a search opens', async () => {
    const [, standard = ''] =
      tableRows('gemini.md', 'option of `google` | default | meaning').find(([name]) => name?.includes('searchUrl')) ??
      [];
    const [variable = '', url = ''] = [...standard.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    const opened = async () => (await askGemini([calls(['search', { query: 'red mug' }]), done])).screen.done;
    vi.stubEnv(variable, '');
    expect(await opened()).toEqual([{ type: 'navigate', url: url.replace('{query}', 'red%20mug') }]);
    vi.stubEnv(variable, 'https://search.test/find?text={query}');
    expect(await opened()).toEqual([{ type: 'navigate', url: 'https://search.test/find?text=red%20mug' }]);
  });

  it('name models and actions that the code knows', () => {
    const rows = guideTable('gemini.md', 'model | its actions');
    expect(rows).toHaveLength(2);
    for (const [models = [], actions = []] of rows) {
      expect(actions.length).toBeGreaterThan(2);
      for (const model of models.filter((name) => name.startsWith('google/')))
        expect(thrownBy({ model, excludedFunctions: actions })).toEqual({});
    }
  });
});

function textAnswer(text: string): unknown {
  return { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: [{ text }] } }] };
}
