import { describe, expect, it } from 'vitest';
import { googleMessages, interactionsContract, serveContract } from '../../../src/testing/index.js';
import { asItIs, type Breach, changed, click, type Json, png, post, set } from './breach.js';
import { legacyModel, modernModel } from './play.js';

const inputIn = (right: unknown): Json[] => (right as { input: Json[] }).input;

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
