import { describe, expect, it } from 'vitest';
import { googleContract, googleMessages, serveContract } from '../../../src/testing/index.js';
import { asItIs, type Breach, changed, click, type Json, png, post, set } from './breach.js';
import { legacyModel, modernModel } from './play.js';

const picture = { inlineData: { mimeType: 'image/png', data: png } };

const contentsIn = (right: unknown): Json[] => (right as { contents: Json[] }).contents;

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
