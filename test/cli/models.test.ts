import { afterAll, beforeAll, expect, test } from 'vitest';
import { faraComputerUse } from '../../src/exports/compat.js';
import { providers } from '../../src/models/registry.js';
import { chatContract, faraScoreContract, serveContract } from '../../src/testing/index.js';
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

test.each([
  ['fara/fara-7b', '--base-url'],
  ['fara/fara-1.5', 'FARA_AZURE_ENDPOINT'],
  ['fara/thought-action', '--base-url'],
])(
  'run --model %s with a scoring endpoint in %s sends what faraComputerUse sends',
  { timeout: 60_000 },
  async (model, place) => {
    const page = await servePages({ '/': '<title>Bell</title><form action="/rung"><button>Ring</button></form>' });
    const plan = () =>
      serveContract(faraScoreContract(), [
        [{ do: 'click', at: { x: 0.02, y: 0.02 } }],
        [{ do: 'done', answer: 'It rang.' }],
      ]);
    await using server = await plan();
    await using other = await plan();
    const task = 'Ring the bell.';
    const endpoint = `${server.url}/score`;
    const words = ['run', task, '--url', page.url, '--model', model, '--json', '--no-journal'];
    const isOption = place.startsWith('--');
    const { code, stderr } = await handrail(
      [...words, ...(isOption ? [place, endpoint, '--api-key-variable', 'FARA_AZURE_API_KEY'] : [])],
      {
        folder,
        env: {
          ...nowhere,
          FARA_BASE_URL: '',
          FARA_AZURE_API_KEY: 'test-key',
          ...(isOption ? {} : { [place]: endpoint }),
        },
      },
    );
    expect(code, stderr).toBe(0);
    expect(page.log.filter((line) => line === 'GET /rung?')).toHaveLength(1);
    await faraComputerUse({
      task,
      azure_ml_endpoint: `${other.url}/score`,
      azure_ml_api_key: 'test-key',
      initial_url: page.url,
      agent_cwd: folder,
    });
    page.close();
    expect(page.log.filter((line) => line === 'GET /rung?')).toHaveLength(2);
    expect([...server.violations, ...other.violations]).toEqual([]);
    const sent = ({ requests }: typeof server) => requests.map(({ body, path }) => [path, Object.keys(body as object)]);
    expect(sent(server)).toEqual(sent(other));
    const texts = ({ inputs }: typeof server) => inputs.map(({ text }) => text);
    expect(texts(server)).toEqual(texts(other));
  },
);

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
