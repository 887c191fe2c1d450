import { expect, it } from 'vitest';
import { type ChatRules, chatContract, serveContract } from '../../../src/testing/index.js';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const user = { role: 'user', content: 'Click.' };
const shown = (url: string) => ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] });
const called = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'click', arguments: '{}' } })),
});
const result = (id: string, content: unknown = 'Done.') => ({ role: 'tool', tool_call_id: id, content });
const image = [{ type: 'image_url', image_url: { url: png } }];
const tool = { type: 'function', function: { name: 'click', description: '', parameters: { type: 'object' } } };
const whole = { model: 'test', temperature: 0, messages: [user] };

/** The response of a server to a handwritten request. */
async function ask(
  rules: ChatRules,
  body: object,
  headers: object = { authorization: 'Bearer test-key' },
): Promise<[number, string]> {
  await using server = await serveContract(chatContract(rules), () => [{ do: 'done', answer: 'Good.' }]);
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(server.violations.map(({ status }) => status)).toEqual(response.ok ? [] : [response.status]);
  return [response.status, text];
}

const messages = (...list: object[]) => ({ ...whole, messages: [user, ...list] });

it.each<[string, ChatRules, object, RegExp]>([
  ['no model', { flavour: 'openai' }, { messages: [user] }, /model parameter/],
  ['no messages', { flavour: 'openai' }, { model: 'test' }, /messages/],
  ['a role that is none', { flavour: 'openai' }, messages({ role: 'person', content: '' }), /'person'/],
  [
    'a call without an answer',
    { flavour: 'openai' },
    messages(called('a', 'b'), result('a')),
    /did not have response messages: b/,
  ],
  [
    'another message in between',
    { flavour: 'vllm' },
    messages(called('a'), user, result('a')),
    /did not have response/,
  ],
  ['an answer too few', { flavour: 'mistral' }, messages(called('a', 'b'), result('a')), /Not the same number/],
  ['an answer to nothing', { flavour: 'openai' }, messages(result('a')), /preceeding message/],
  ['an answer to something else', { flavour: 'openai' }, messages(called('a'), result('b')), /'b' not found/],
  ['two answers', { flavour: 'openai' }, messages(called('a'), result('a'), result('a')), /Duplicate response/],
  ['two calls of one id', { flavour: 'openai' }, messages(called('a', 'a'), result('a')), /Duplicate tool call/],
  [
    'a picture as a result',
    { flavour: 'lmstudio' },
    messages(called('a'), result('a', image)),
    /Invalid 'messages' in payload/,
  ],
  [
    'a picture as a result',
    { flavour: 'vllm' },
    messages(called('a'), result('a', image)),
    /role 'tool' contains an image/,
  ],
  [
    'a result that is a list',
    { flavour: 'ollama' },
    messages(called('a'), result('a', [{ type: 'text', text: 'x' }])),
    /must be a string/,
  ],
  [
    'a user after a tool',
    { flavour: 'mistral' },
    messages(called('a'), result('a'), user),
    /Unexpected role 'user' after role 'tool'/,
  ],
  [
    'arguments that are no text',
    { flavour: 'openai' },
    messages(
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'click', arguments: {} } }] },
      result('a'),
    ),
    /expected a string/,
  ],
  [
    'arguments that are no JSON',
    { flavour: 'vllm' },
    messages(
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'click', arguments: '{"a' } }] },
      result('a'),
    ),
    /not a JSON object/,
  ],
  [
    'a name that is none',
    { flavour: 'openai' },
    messages(
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'a b', arguments: '{}' } }] },
      result('a'),
    ),
    /function\.name': 'a b'/,
  ],
  ['nothing said', { flavour: 'openai' }, messages({ role: 'assistant', content: null }), /expected a string/],
  [
    'an address of a picture',
    { flavour: 'ollama' },
    messages(shown('https://shop.example/a.png')),
    /please use base64/,
  ],
  [
    'a picture of another type',
    { flavour: 'openai' },
    messages(shown(png.replace('png', 'jpeg'))),
    /invalid image input/,
  ],
  [
    'a picture of a type that is not taken',
    { flavour: 'ollama' },
    messages(shown('data:image/gif;base64,R0lGODlhAQABAAAAACw=')),
    /invalid image input/,
  ],
  [
    'a picture for the blind',
    { flavour: 'ollama', vision: false },
    messages(shown(png)),
    /does not support image input/,
  ],
  [
    'tools for who has none',
    { flavour: 'ollama', tools: false },
    { ...whole, tools: [tool] },
    /does not support tools/,
  ],
  ['tools for who has none', { flavour: 'vllm', tools: false }, { ...whole, tools: [tool] }, /tool choice requires/],
  ['one tool twice', { flavour: 'openai' }, { ...whole, tools: [tool, tool] }, /Duplicate function/],
  ['no temperature', { flavour: 'ollama' }, { model: 'test', messages: [user] }, /temperature/],
])('%s is rejected (%o)', async (_, rules, body, sentence) => {
  const [status, text] = await ask(rules, body);
  expect(status).toBe(400);
  expect(JSON.parse(text).error.message).toMatch(sentence);
});

it('a request without a key is rejected', async () => {
  expect(await ask({ flavour: 'openai' }, whole, {})).toEqual([401, expect.stringContaining('API key')]);
});

it.each(['openai', 'ollama', 'lmstudio', 'vllm'] as const)('a valid request is accepted: %s', async (flavour) => {
  const body = { ...messages(called('a', 'b'), result('a'), result('b'), shown(png)), tools: [tool] };
  expect((await ask({ flavour }, body))[0]).toBe(200);
});
