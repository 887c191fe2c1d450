import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { chatClient } from '../../../src/models/chat-completions/client.js';

let body = '';
const server = createServer((_, response) => response.writeHead(400, { 'retry-after': '7' }).end(body));
server.listen(0, '127.0.0.1');
afterAll(() => server.close());

it.each([
  ['OpenAI', { error: { message: 'It is too long.', type: 'invalid_request_error' } }],
  ['vLLM', { object: 'error', message: 'It is too long.', code: 400 }],
  ['FastAPI', { detail: 'It is too long.' }],
  ['Ollama', { error: 'It is too long.' }],
])('an error has the server’s own message, wherever the server puts it: %s', async (_, said) => {
  body = JSON.stringify(said);
  const { port } = server.address() as AddressInfo;
  const client = chatClient({ apiKey: 'test-key', baseUrl: `http://127.0.0.1:${port}/v1` });
  const asked = client.complete({ model: 'any', messages: [] }, new AbortController().signal);
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining('It is too long.') });
  expect(
    error instanceof Error &&
      'headers' in error &&
      error.headers instanceof Headers &&
      error.headers.get('retry-after'),
  ).toBe('7');
});
