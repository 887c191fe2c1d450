import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chat } from '../../../src/exports/models.js';
import { createSession, run } from '../../../src/index.js';
import { paperScreen } from '../../agent/paper-screen.js';

const completion = JSON.stringify({
  choices: [{ message: { role: 'assistant', content: 'It is done.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 2 },
});

/** Runs a task on a server that answers like this. */
async function ask(answer: (response: ServerResponse) => void) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const model = chat({ model: 'own', baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'none', maxAttempts: 1 });
  const session = createSession(paperScreen(['One']).session.environment);
  const result = await run({ task: 'Say that it is done.', model, session, journal: false });
  return { result, requests: () => requests };
}

describe('A chat completions server', () => {
  it.each([
    ['no content type', {}],
    ['text/plain', { 'content-type': 'text/plain; charset=utf-8' }],
    ['application/octet-stream', { 'content-type': 'application/octet-stream' }],
    ['application/json', { 'content-type': 'application/json' }],
  ])('can answer with %s', async (_, headers) => {
    const { result } = await ask((response) => response.writeHead(200, headers).end(completion));
    expect(result).toMatchObject({ status: 'done', answer: 'It is done.', usage: { inputTokens: 5, outputTokens: 2 } });
  });

  it.each([
    [
      'HTML',
      { 'content-type': 'text/html' },
      '<h1>Sign in</h1>',
      /not JSON\. Received text\/html: "<h1>Sign in<\/h1>"/,
    ],
    ['a broken body', {}, '{"choices": [', /not JSON\. Received no content type: "{\\"choices\\": \["/],
    ['an empty body', { 'content-type': 'application/json' }, '', /Received an empty body \(application\/json\)/],
    ['other JSON', {}, '{"answer": "hello"}', /not a chat completion\. Received {"answer":"hello"}/],
  ])('that answers with %s is named in the error, with what was received', async (_, headers, body, message) => {
    const { result } = await ask((response) => response.writeHead(200, headers).end(body));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
    expect(result.error?.message).toMatch(message);
  });
});
