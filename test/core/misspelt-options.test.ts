import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as compat from '../../src/exports/compat.js';
import * as models from '../../src/exports/models.js';
import { call, scripted } from '../../src/exports/testing.js';
import * as tools from '../../src/exports/tools.js';
import * as handrail from '../../src/index.js';

// Callers without a compiler can pass anything.
// biome-ignore lint/suspicious/noExplicitAny: the types forbid these calls
const api = { ...handrail, ...models, ...tools, ...compat, call, scripted } as any;

const tool = (more: object = {}) => ({
  name: 'x_tool',
  title: 'X',
  description: 'Does x.',
  category: 'utility',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  input: z.object({}),
  output: z.object({}),
  returns: 'Nothing.',
  examples: ['x_tool()'],
  timeoutMs: 1_000,
  needs: { required: [], optimal: [] },
  takes: { urls: [], paths: [], secrets: [] },
  run: async () => ({}),
  ...more,
});
const model = () => api.scripted([]);
/** The error in a result of a function that never throws. */
const failure = ({ error, output_blocks: blocks }: { error?: string; output_blocks?: { data: string }[] }) =>
  new Error(error ?? JSON.parse(blocks?.[0]?.data ?? '{}').error);

const misspelt: Record<string, [() => unknown, RegExp]> = {
  "askFrom('mediun')": [() => api.askFrom('mediun'), /no safety level "mediun"\. Did you mean "medium"\?/],
  'askFrom()': [() => api.askFrom(), /no safety level undefined/],
  skipDefinitions: [
    () => api.createAgent({ model: model(), tools: [{ tool: tool(), skipDefinitions: true }] }),
    /Did you mean skipDefinition\?/,
  ],
  WithMaxMultimodalMessages: [
    () => api.createAgent({ model: model(), WithMaxMultimodalMessages: 1 }),
    /Did you mean maxPictures\?/,
  ],
  defineTool: [() => api.defineTool(tool({ requirespage: false })), /Did you mean requiresPage\?/],
  register: [() => api.builtinRegistry().register(tool({ requirespage: false })), /Did you mean requiresPage\?/],
  'a turn of scripted': [() => api.scripted([{ cals: [] }]), /Did you mean calls\?/],
  'options of scripted': [() => api.scripted([], { nam: 'x' }), /Did you mean name\?/],
  steps: [() => api.steps({ pakcs: 1 }), /steps has no option "pakcs"/],
  'price of google': [() => api.google({ apiKey: 'k', price: { inputt: 1 } }), /Did you mean input\?/],
  'price of anthropic': [() => api.anthropic({ apiKey: 'k', price: { input: 1 } }), /needs input and output/],
  filtered: [() => api.builtinRegistry().filtered(['vison']), /Did you mean "vision"\?/],
  byCategory: [() => api.builtinRegistry().byCategory('navigaton'), /Did you mean "navigation"\?/],
  createRegistry: [() => api.createRegistry([], { x: 1 }), /must be a Set/],
  createModel: [() => api.createModel({ nme: 'x' }), /Did you mean name\?/],
  planImageRetention: [() => api.planImageRetention([], { kep: 1 }), /Did you mean keep\?/],
  toModelPoint: [() => api.toModelPoint({ x: 1, y: 1 }, api.grid999, { siz: 1 }), /no kind of coordinate space/],
  renderOutcome: [() => api.renderOutcome({ ok: true }), /needs an outcome/],
  BrowserToolExecutor: [() => new api.BrowserToolExecutor(), /needs a session or an environment/],
};

describe('A misspelt option or argument is an invalid_option error:', () => {
  it.each(Object.entries(misspelt))('%s', (_, [run, message]) => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'invalid_option', message: expect.stringMatching(message) });
  });

  it('callTool without a host, or with another thing than a signal, returns the error', async () => {
    const call = (...more: unknown[]) => api.callTool(api.builtinRegistry(), 'log', { message: 'x' }, ...more);
    expect(await call()).toMatchObject({ success: false, metadata: { code: 'invalid_option' } });
    expect(await call({ memory: new Map() }, {})).toMatchObject({
      success: false,
      metadata: { code: 'invalid_option' },
    });
    expect(await call({})).toMatchObject({ success: true });
  });

  it.each([
    [{ environment_config: { headles: null } }, /Did you mean headless/],
    [{ environment_config: { container_name: 'x' } }, /container_name is only for environment .*linux/],
    [{ environment: 'linux', environment_config: { headless: true } }, /headless is only for environment .*browser/],
    [{ max_iterations: 2.5 }, /max_iterations is 2\.5/],
    [{ max_iterations: 0 }, /max_iterations is 0/],
    [{ max_iterations: -1 }, /max_iterations is -1/],
    [{ signal: {} }, /must be an AbortSignal/],
  ])('faraComputerUse %j', async (options, message) => {
    const keys = { azure_ml_endpoint: 'http://127.0.0.1:9/score', azure_ml_api_key: 'k' };
    const { output_blocks } = await api.faraComputerUse({ task: 'x', ...keys, ...options });
    expect(JSON.parse(output_blocks[0].data).error).toMatch(message);
  });
});

const adapter = {
  name: 'own/model',
  capabilities: [],
  buildRequest: () => undefined,
  send: async () => undefined,
  readReply: () => ({ calls: [] }),
  readUsage: () => undefined,
};

/** Every exported function that takes options, with one option that does not exist. */
const withMisspelt: Record<string, (misspelt: object) => unknown> = {
  createAgent: (misspelt) => api.createAgent({ model: model(), ...misspelt }),
  run: (misspelt) => api.run({ task: 'x', model: model(), ...misspelt }),
  openSession: (misspelt) => api.openSession(misspelt),
  createSession: (misspelt) => api.createSession({}, misspelt),
  anthropic: (misspelt) => api.anthropic({ apiKey: 'k', ...misspelt }),
  chat: (misspelt) => api.chat({ model: 'x', apiKey: 'k', ...misspelt }),
  fara: (misspelt) => api.fara(misspelt),
  google: (misspelt) => api.google({ apiKey: 'k', ...misspelt }),
  openai: (misspelt) => api.openai({ apiKey: 'k', ...misspelt }),
  qwen: (misspelt) => api.qwen({ model: 'x', apiKey: 'k', ...misspelt }),
  uiTars: (misspelt) => api.uiTars({ model: 'x', baseUrl: 'http://127.0.0.1:9/v1', ...misspelt }),
  scripted: (misspelt) => api.scripted([], misspelt),
  steps: (misspelt) => api.steps(misspelt),
  createModel: (misspelt) => api.createModel(adapter, misspelt),
  planImageRetention: (misspelt) => api.planImageRetention({ exchanges: [] }, { keep: 1, ...misspelt }),
  ground: (misspelt) => api.ground('x', [], misspelt),
  renderOutcome: (misspelt) => api.renderOutcome({ changes: [], settled: { ms: 0, reason: '' } }, misspelt),
  defineTool: (misspelt) => api.defineTool(tool(misspelt)),
  callTool: (misspelt) => api.callTool(api.builtinRegistry(), 'log', { message: 'x' }, misspelt).then(failure),
  faraComputerUse: (misspelt) => api.faraComputerUse({ task: 'x', ...misspelt }).then(failure),
};

/** Exported functions whose arguments are no options. */
const withoutOptions = [
  'BrowserToolExecutor',
  'HandrailError',
  'askFrom',
  'builtinRegistry',
  'call',
  'countTokens',
  'createRegistry',
  'describeChange',
  'findPrice',
  'formatCall',
  'getComputerUseSchema',
  'inputSchema',
  'isCallOf',
  'isElementId',
  'outputSchema',
  'parseAction',
  'parseCallString',
  'parseKeySequence',
  'parseKeys',
  'pickTools',
  'toModelPoint',
  'toScreenPoint',
  'validate',
];
describe('An exported function', () => {
  it('either takes options, which are tested here, or does not', () => {
    const functions = Object.keys(api).filter((name) => typeof api[name] === 'function');
    expect(functions.sort()).toEqual([...Object.keys(withMisspelt), ...withoutOptions].sort());
  });

  it.each(Object.entries(withMisspelt))('%s rejects an option that does not exist', async (_, run) => {
    const rejected = await Promise.resolve()
      .then(() => run({ misspeltOption: 1 }))
      .catch((error: unknown) => error);
    expect(String(rejected)).toContain('has no option "misspeltOption"');
  });
});

describe('A session', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the types forbid these calls
  let session: any;
  beforeAll(async () => {
    session = await handrail.openSession();
  });
  afterAll(() => session?.close());

  it('rejects misspelt options, and accepts undefined ones', async () => {
    await expect(session.observe({ pictur: 'plain' })).rejects.toThrow(/Did you mean picture\?/);
    await expect(session.observe({ picture: 'plian' })).rejects.toThrow(/must be "plain" or "marks" or false/);
    await expect(session.observe({ signal: {} })).rejects.toThrow(/must be an AbortSignal/);
    await expect(session.read({ knd: 'text' })).rejects.toThrow(/no option "knd"/);
    await expect(session.storageState({})).rejects.toThrow(/path of a file/);
    expect(() => session.on('outcome')).toThrow(/must be a function/);
    expect(() => session.events({ signl: 1 })).toThrow(/Did you mean signal\?/);
    const { error } = await session.perform({ type: 'scroll', dx: 0, dy: 1 }, { signl: 1 });
    expect(error).toMatchObject({ code: 'invalid_option', message: expect.stringContaining('signal') });
    await session.observe({ picture: undefined, budget: undefined, signal: undefined });
    expect((await session.perform({ type: 'scroll', dx: 0, dy: 1 }, { signal: undefined, rails: undefined })).ok).toBe(
      true,
    );
  });
});
