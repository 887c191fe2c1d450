import { describe, expect, it } from 'vitest';
import { googleContract, googleMessages, interactionsContract, serveContract } from '../../../src/testing/index.js';
import { legacyModel, modernModel } from './play.js';

type Json = Record<string, unknown>;

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
).toString('base64');
const picture = { inlineData: { mimeType: 'image/png', data: png } };
const click = { do: 'click', at: { x: 0.5, y: 0.5 } } as const;

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'test-key', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

/** A value without one of its fields, or with another value there. `path` as `tools.0.computerUse`. */
function changed(value: unknown, path: string, to?: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<unknown>((inner, name) => (inner as Json)[name], copy) as Json;
  if (to === undefined) delete holder[last];
  else holder[last] = to;
  return copy;
}

const asItIs = (right: unknown): unknown => right;
const set =
  (path: string, to?: unknown) =>
  (right: unknown): unknown =>
    changed(right, path, to);
const contentsIn = (right: unknown): Json[] => (right as { contents: Json[] }).contents;
const inputIn = (right: unknown): Json[] => (right as { input: Json[] }).input;

/** A broken rule, the server's message, and how to change a valid request. */
type Breach = [
  name: string,
  says: string,
  wrong: (right: unknown) => unknown,
  more?: { status?: number; headers?: Record<string, string>; path?: string; model?: string; unkept?: boolean },
];

describe('the server of generateContent', () => {
  const pathOf = (model: string): string => `/v1beta/models/${model}:generateContent`;
  const first = {
    systemInstruction: { role: 'user', parts: [{ text: 'Be careful.' }] },
    contents: [{ role: 'user', parts: [{ text: 'Click it.' }, picture] }],
    tools: [
      { computerUse: { environment: 'ENVIRONMENT_BROWSER', excludedPredefinedFunctions: ['drag_and_drop'] } },
      {
        functionDeclarations: [{ name: 'note', description: 'Notes.', parameters: { type: 'object', properties: {} } }],
      },
    ],
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  };

  /** The second request of a conversation, after the model requested two clicks, and its path. */
  async function conversation(url: string, model: string): Promise<unknown> {
    const [status, text] = await post(url + pathOf(model), first);
    expect([status, text]).toEqual([200, expect.any(String)]);
    const { content } = JSON.parse(text).candidates[0];
    const answers = content.parts
      .filter((part: Json) => part.functionCall)
      .map(({ functionCall: { id, name, args } }: { functionCall: Json }) => ({
        functionResponse: {
          ...(id ? { id } : {}),
          name,
          response: {
            url: 'http://a.test/',
            ...((args as Json).safety_decision ? { safety_acknowledgement: 'true' } : {}),
          },
          parts: [picture],
        },
      }));
    return { ...first, contents: [...first.contents, content, { role: 'user', parts: answers }] };
  }

  const script = [[click, { ...click, safety: 'It buys.' }], [{ do: 'done', answer: 'Done.' }]] as const;
  const answer = 'contents.2.parts.0.functionResponse';
  const shown = `${answer}.parts.0.inlineData`;
  const use = 'tools.0.computerUse';
  const own = 'tools.1.functionDeclarations.0';

  it.each([legacyModel, modernModel, 'gemini-3-flash-preview'])('accepts a valid request: %s', async (model) => {
    await using server = await serveContract(googleContract(), script);
    const right = await conversation(server.url, model);
    const [status, text] = await post(server.url + pathOf(model), right);
    expect([status, JSON.parse(text).candidates[0].content.parts.at(-1), server.violations]).toEqual([
      200,
      { text: 'Done.' },
      [],
    ]);
  });

  it('accepts both spellings, as Google does', async () => {
    await using server = await serveContract(googleContract(), script);
    const snake = {
      contents: [{ role: 'user', parts: [{ text: 'Go.' }, { inline_data: { mime_type: 'image/png', data: png } }] }],
      tools: [{ computer_use: { environment: 'ENVIRONMENT_BROWSER', excluded_predefined_functions: ['search'] } }],
    };
    const byQuery = `${server.url}${pathOf(legacyModel)}?key=test-key`;
    expect((await post(byQuery, snake, { 'x-goog-api-key': '' }))[0]).toBe(200);
    expect((await post(server.url + pathOf(legacyModel), snake))[0]).toBe(200);
  });

  const violations: Breach[] = [
    ['no key', 'unregistered callers', asItIs, { status: 403, headers: { 'x-goog-api-key': '' } }],
    ['a wrong key', googleMessages.wrongKey, asItIs, { headers: { 'x-goog-api-key': 'wrong-key' } }],
    ['a model that is none', 'is not found', asItIs, { status: 404, path: pathOf('gemini-9') }],
    ['a path that is none', 'not found', asItIs, { status: 404, path: '/v1/other' }],
    ['a body that is no JSON', 'expected an object', () => '"contents":'],
    ['an unknown field', 'Unknown name \\"content\\"', set('content', [])],
    ['no contents', 'contents is not specified', set('contents', [])],
    ['an empty content', 'must not be empty', set('contents.0.parts', [])],
    ['a part without anything', 'one initialized field', set('contents.0.parts.0', {})],
    ['a role that is none', 'valid role', set('contents.0.role', 'assistant')],
    ['no computer use tool', googleMessages.toolRequired, set('tools', []), { model: legacyModel }],
    [
      'only own functions',
      googleMessages.toolRequired,
      set('tools.0', { functionDeclarations: [] }),
      { model: legacyModel },
    ],
    ['an environment of the other interface', 'environment', set(`${use}.environment`, 'browser')],
    ['no environment', 'environment', set(`${use}.environment`)],
    ['an excluded function that is none', 'unknown predefined', set(`${use}.excludedPredefinedFunctions`, ['fly'])],
    ['a policy that is none', 'safety_policies', set(`${use}.disabledSafetyPolicies`, ['account_creation'])],
    ['detection that is no flag', 'injection_detection', set(`${use}.enablePromptInjectionDetection`, 'yes')],
    ['two tools in one object', 'exactly one', set('tools.0.functionDeclarations', [])],
    [
      'a function named like an action',
      'Duplicate function declaration found: navigate',
      set(`${own}.name`, 'navigate'),
    ],
    ['a function name that is none', 'Invalid function name', set(`${own}.name`, '1 note')],
    ['a schema that was not cleaned', 'additionalProperties', set(`${own}.parameters.additionalProperties`, false)],
    ['a union of types', 'not repeating', set(`${own}.parameters.type`, ['object', 'null'])],
    ['a field required that is not there', 'property is not defined', set(`${own}.parameters.required`, ['x'])],
    ['a list of nothing', 'items: missing field', set(`${own}.parameters.type`, 'array')],
    ['a missing response', googleMessages.responseCount, set('contents.2.parts', [{ text: 'No.' }])],
    [
      'no answer at all',
      googleMessages.responseCount,
      (right) => changed(right, 'contents', contentsIn(right).slice(0, 2)),
    ],
    [
      'a response to nothing',
      googleMessages.responseTurn,
      (right) => changed(right, 'contents.1.parts', [{ text: 'So.' }]),
    ],
    [
      'calls that nobody asked for',
      googleMessages.callTurn,
      (right) => changed(right, 'contents', contentsIn(right).slice(1)),
    ],
    ['another name', googleMessages.responseName, set(`${answer}.name`, 'move')],
    ['another id', googleMessages.responseName, set(`${answer}.id`, 'fc_9')],
    ['no id', googleMessages.responseName, set(`${answer}.id`)],
    ['no address', googleMessages.noUrl, set(`${answer}.response`, { error: 'It failed.' })],
    ['no yes', 'was not acknowledged', set('contents.2.parts.1.functionResponse.response', { url: 'http://a.test/' })],
    ['no signature', 'missing a thought_signature', set('contents.1.parts.1.thoughtSignature')],
    ['another signature', googleMessages.signature, set('contents.1.parts.1.thoughtSignature', 'b3RoZXI=')],
    [
      'words of the model that were changed',
      googleMessages.signature,
      set('contents.1.parts.1.functionCall.args.x', 7),
    ],
    [
      'a picture with a header before it',
      'Base64 decoding failed',
      set(`${shown}.data`, `data:image/png;base64,${png}`),
    ],
    ['a picture that is none', googleMessages.badImage.slice(0, 30), set(`${shown}.data`, 'AAAA')],
    ['a picture of another type', googleMessages.badImage.slice(0, 30), set(`${shown}.mimeType`, 'image/jpeg')],
    ['a type of picture that it does not take', 'Unsupported MIME type', set(`${shown}.mimeType`, 'image/svg+xml')],
    ['a picture beside the response', 'Unknown name', set(`${answer}.inlineData`, picture.inlineData)],
    ['too much', 'payload size exceeds', set('contents.0.parts.0.text', 'x'.repeat(21 * 1024 * 1024))],
  ];

  it.each(violations)(
    'refuses %s',
    async (_, says, wrong, { status = 400, headers, path, model = modernModel } = {}) => {
      await using server = await serveContract(googleContract(), script);
      const right = await conversation(server.url, model);
      const [code, text] = await post(server.url + (path ?? pathOf(model)), wrong(right), headers);
      expect([code, text]).toEqual([status, expect.stringContaining(says)]);
      expect(JSON.parse(text).error).toMatchObject({ code: status, status: expect.stringMatching(/^[A-Z_]+$/) });
      expect(server.violations).toHaveLength(1);
    },
  );
});

describe('the server of interactions', () => {
  const path = '/v1beta/interactions';
  const first = {
    model: modernModel,
    input: [
      { type: 'text', text: 'Click it.' },
      { type: 'image', data: png, mime_type: 'image/png' },
    ],
    system_instruction: 'Be careful.',
    tools: [
      { type: 'computer_use', environment: 'browser', excluded_predefined_functions: ['drag_and_drop'] },
      { type: 'function', name: 'note', description: 'Notes.', parameters: { type: 'object', properties: {} } },
    ],
  };
  const script = [[click, { ...click, safety: 'It buys.' }], [{ do: 'done', answer: 'Done.' }]] as const;

  /** The second request: by the id of the first, or with the whole conversation. */
  async function conversation(url: string, isKept: boolean): Promise<unknown> {
    const [status, text] = await post(url + path, isKept ? first : { ...first, store: false });
    expect([status, text]).toEqual([200, expect.any(String)]);
    const { id, steps } = JSON.parse(text);
    const results = steps
      .filter(({ type }: Json) => type === 'function_call')
      .map(({ id: call_id, name, arguments: args }: Json) => {
        const yes = (args as Json).safety_decision ? { safety_acknowledgement: true } : {};
        const told = JSON.stringify({ url: 'http://a.test/', ...yes });
        return {
          type: 'function_result',
          call_id,
          name,
          result: [
            { type: 'text', text: told },
            { type: 'image', data: png, mime_type: 'image/png' },
          ],
        };
      });
    if (isKept) return { ...first, previous_interaction_id: id, input: results };
    return { ...first, store: false, input: [{ type: 'user_input', content: first.input }, ...steps, ...results] };
  }

  it.each([true, false])('accepts a valid request; stored by Google: %s', async (isKept) => {
    await using server = await serveContract(interactionsContract(), script);
    const [status, text] = await post(server.url + path, await conversation(server.url, isKept));
    const { status: ended, steps } = JSON.parse(text);
    expect([status, ended, server.violations]).toEqual([200, 'completed', []]);
    expect(steps.at(-1)).toEqual({ type: 'model_output', content: [{ type: 'text', text: 'Done.' }] });
  });

  const violations: Breach[] = [
    ['no key', 'unregistered callers', asItIs, { status: 403, headers: { 'x-goog-api-key': '' } }],
    ['a wrong key', googleMessages.wrongKey, asItIs, { headers: { 'x-goog-api-key': 'wrong-key' } }],
    ['a model that is none', 'is not found', set('model', 'gemini-9'), { status: 404 }],
    ['a path that is none', 'not found', asItIs, { status: 404, path: '/v1beta/other' }],
    ['the other spelling', 'previousInteractionId', set('previousInteractionId', 'x')],
    ['the other spelling in a tool', 'Unknown name', set('tools.0.excludedPredefinedFunctions', [])],
    ['the other spelling of a picture', 'mimeType', set('input.0.result.1.mimeType', 'image/png')],
    ['an environment of the other interface', 'environment', set('tools.0.environment', 'ENVIRONMENT_BROWSER')],
    [
      'a policy of the other interface',
      'disabled_safety_policies',
      set('tools.0.disabled_safety_policies', ['ACCOUNT_CREATION']),
    ],
    [
      'an excluded function that is none',
      'unknown predefined function',
      set('tools.0.excluded_predefined_functions', ['fly']),
    ],
    ['a tool of the other interface', "field 'type'", set('tools.0', { computerUse: {} })],
    ['a tool that is none', 'tools[0].type', set('tools.0', { type: 'magic' })],
    [
      'no tool for a model that needs it',
      googleMessages.toolRequired,
      (right) => changed(changed(right, 'tools'), 'model', legacyModel),
    ],
    ['a function named like an action', 'Duplicate function declaration', set('tools.1.name', 'click')],
    ['instructions that are no text', 'system_instruction', set('system_instruction', { parts: [] })],
    ['a conversation that is not kept', 'was not found', set('previous_interaction_id', 'int_0'), { status: 404 }],
    ['no input', "field 'input'", set('input')],
    ['a step that is none', 'input[0].type', set('input.0.type', 'functionResponse')],
    ['a missing result', googleMessages.responseCount, (right) => changed(right, 'input', inputIn(right).slice(0, 1))],
    ['words in place of results', googleMessages.responseCount, set('input', 'Go on.')],
    ['a result to nothing', googleMessages.responseTurn, set('previous_interaction_id')],
    ['another id', googleMessages.responseName, set('input.0.call_id', 'fc_9')],
    ['another name', googleMessages.responseName, set('input.0.name', 'move')],
    ['no address', googleMessages.noUrl, set('input.0.result.0.text', '{}')],
    ['no yes', 'was not acknowledged', set('input.1.result.0.text', '{"url":"http://a.test/"}')],
    [
      'a yes as text',
      'was not acknowledged',
      set('input.1.result.0.text', '{"url":"http://a.test/","safety_acknowledgement":"true"}'),
    ],
    ['is_error that is no flag', 'is_error', set('input.0.is_error', 'yes')],
    ['a text without text', "field 'text'", set('input.0.result.0.text', 5)],
    ['a picture that is none', 'Base64 decoding failed', set('input.0.result.1.data', 'no')],
    [
      'a picture of another type',
      googleMessages.badImage.slice(0, 30),
      set('input.0.result.1.mime_type', 'image/webp'),
    ],
    [
      'a thought that was left out',
      'missing a thought_signature',
      (right) =>
        changed(
          right,
          'input',
          inputIn(right).filter(({ type }) => type !== 'thought'),
        ),
      { unkept: true },
    ],
    ['a thought that was changed', googleMessages.signature, set('input.1.signature', 'b3RoZXI='), { unkept: true }],
    ['a call that was changed', googleMessages.signature, set('input.2.arguments', { x: 7 }), { unkept: true }],
    [
      'an end with the model',
      'last step',
      (right) => changed(right, 'input', [...inputIn(right), { type: 'model_output', content: [] }]),
      { unkept: true },
    ],
  ];

  it.each(violations)('refuses %s', async (_, says, wrong, { status = 400, headers, path: other, unkept } = {}) => {
    await using server = await serveContract(interactionsContract(), script);
    const right = await conversation(server.url, !unkept);
    const [code, text] = await post(server.url + (other ?? path), wrong(right), headers);
    expect([code, text]).toEqual([status, expect.stringContaining(says)]);
    expect(JSON.parse(text).error).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/) });
    expect(server.violations).toHaveLength(1);
  });
});
