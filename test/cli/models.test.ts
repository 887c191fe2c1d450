import { afterAll, beforeAll, expect, test } from 'vitest';
import { providers } from '../../src/models/registry.js';
import { chatContract, serveContract } from '../../src/testing/index.js';
import { servePages } from '../support/serve.js';
import { endStarted, ensureBuilt, handrail, removeFolders, temporaryFolder } from './handrail.js';

let folder: string;
beforeAll(() => {
  ensureBuilt();
  folder = temporaryFolder();
}, 120_000);
afterAll(() => {
  endStarted();
  removeFolders();
});

/** Removes the keys of the developer's environment. No server listens on port 1. */
const nowhere: NodeJS.ProcessEnv = Object.fromEntries(
  providers.flatMap(({ apiKeyVariables: keys, baseUrlVariable: baseUrlKey, localUrl }) => [
    ...keys.map((key) => [key, '']),
    ...(baseUrlKey ? [[baseUrlKey, localUrl ? 'http://127.0.0.1:1/v1' : '']] : []),
  ]),
);

test('models: each provider, what is missing to use it, and the fix', async () => {
  const { code, stdout, stderr } = await handrail(['models'], { folder, env: nowhere });
  expect([code, stderr]).toEqual([0, '']);
  for (const { name } of providers) expect(stdout).toContain(`${name}/…`);
  expect(stdout).toContain('ok    steps');
  expect(stdout).toMatch(/no {4}chat\/openai\/….*needs a key\.\n {6}→ Set OPENAI_API_KEY/);
  expect(stdout).toMatch(
    /no {4}chat\/ollama\/….*There is no server at http:\/\/127\.0\.0\.1:1\/v1\.\n {6}→ Start Ollama/,
  );
  const told = JSON.parse((await handrail(['models', '--json'], { folder, env: nowhere })).stdout);
  expect(told[0]).toMatchObject({ provider: 'steps', available: true });
  expect(told.slice(1).map(({ provider }: { provider: string }) => provider)).toEqual(
    providers.map(({ name }) => name),
  );
});

test('models: a configured provider is available, and its key is never shown', async () => {
  const pages = { '/v1/models': '{"data":[{"id":"tiny:1b"}]}' };
  const local = await servePages(pages);
  const env = { ...nowhere, OPENAI_API_KEY: 'test-key-0123456789', OLLAMA_BASE_URL: `${local.url}/v1` };
  const { stdout } = await handrail(['models', '--json'], { folder, env });
  local.close();
  const told: { provider: string; available: boolean; models: string[] }[] = JSON.parse(stdout);
  expect(told.find(({ provider }) => provider === 'chat/openai')).toMatchObject({ available: true });
  expect(told.find(({ provider }) => provider === 'chat/ollama')).toMatchObject({
    available: true,
    models: ['chat/ollama/tiny:1b'],
  });
  expect(stdout).not.toContain('0123456789');
});

test('run --model --base-url: the request goes to the server, and the page receives the click', {
  timeout: 60_000,
}, async () => {
  const page = await servePages({ '/': '<title>Bell</title><form action="/rung"><button>Ring</button></form>' });
  await using server = await serveContract(chatContract({ flavour: 'ollama', vision: false }), [
    [{ do: 'click', at: { x: 0.5, y: 0.5, name: 'Ring' } }],
    [{ do: 'done', answer: 'It rang.' }],
  ]);
  const words = [
    'run',
    'Ring the bell.',
    '--url',
    page.url,
    '--model',
    'chat/tiny',
    '--base-url',
    `${server.url}/v1`,
    '--json',
  ];
  const { code, stdout, stderr } = await handrail([...words, '--no-journal'], { folder, env: nowhere });
  page.close();
  expect(code, stderr).toBe(0);
  expect(page.log).toContain('GET /rung?');
  expect(server.violations).toEqual([]);
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
  expect(JSON.stringify(result)).toContain('It rang.');
});

test.each<[string[], RegExp]>([
  [['--model', 'chat/gpt-6-sol'], /needs a key\.\n {2}Set OPENAI_API_KEY/],
  [['--model', 'chat/tiny', '--base-url', 'here'], /"here" is not the URL of a server/],
  [['--model', 'steps', '--base-url', 'http://127.0.0.1'], /uses no server/],
  [['--model', 'ollama/tiny'], /Did you mean chat\/ollama\/tiny\?/],
])('run %j exits with 2 and prints the fix', async (words, sentence) => {
  const { code, stdout, stderr } = await handrail(['run', 'Ring the bell.', ...words], { folder, env: nowhere });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(sentence);
});
