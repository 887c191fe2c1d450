import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveModel } from '../../src/agent/resolve-model.js';
import { steps } from '../../src/exports/models.js';
import { createAgent } from '../../src/index.js';
import { checkProvider } from '../../src/models/availability.js';
import type { Provider } from '../../src/models/provider.js';
import { providers } from '../../src/models/registry.js';
import { chatContract, serveContract } from '../../src/testing/index.js';
import { drawScreen } from '../contract/drawn-screen.js';

/** The tests ignore the keys in the environment. */
beforeEach(() => {
  for (const { apiKeyVariables: keys, baseUrlVariable: baseUrlKey } of providers)
    for (const name of [...keys, ...(baseUrlKey ? [baseUrlKey] : [])]) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('an invalid name is reported with the valid ones', () => {
  it.each<[string, RegExp]>([
    ['hal', /no model "hal"\./],
    ['', /no model ""/],
    ['step', /Did you mean steps\?/],
    ['cat/gpt-6-sol', /Did you mean chat\/gpt-6-sol\?/],
    ['ollama/qwen3-vl', /Did you mean chat\/ollama\/qwen3-vl\?/],
    ['mistral-small3.2', /Did you mean chat\/ollama\/mistral-small3\.2\?/],
    ['chat', /is a provider/],
    ['chat/ollama/', /is a provider \(Ollama\)/],
  ])('%s', (name, sentence) => {
    expect(() => resolveModel(name)).toThrow(sentence);
    expect(() => createAgent({ model: name })).toThrow(sentence);
    try {
      resolveModel(name);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_option', hint: expect.stringMatching(/chat\/|steps/) });
    }
  });
});

describe('what is missing is reported with the fix', () => {
  it.each<[string, object, RegExp, RegExp]>([
    ['chat/gpt-6-sol', {}, /needs a key/, /OPENAI_API_KEY/],
    ['chat/openrouter/qwen/qwen3-vl', {}, /OpenRouter needs a key/, /OPENROUTER_API_KEY/],
    ['chat/ollama/qwen3-vl', { baseUrl: 'nowhere' }, /"nowhere" is not the URL/, /http:/],
    ['chat/ollama/qwen3-vl', { baseUrl: 'ftp://127.0.0.1' }, /is not the URL/, /http:/],
    ['steps', { baseUrl: 'http://127.0.0.1' }, /uses no server/, /Remove/],
  ])('%s %o', (name, settings, sentence, fix) => {
    const pick = () => resolveModel(name, settings);
    expect(pick).toThrow(sentence);
    expect(pick).toThrow(expect.objectContaining({ code: 'invalid_option', hint: expect.stringMatching(fix) }));
  });

  it('a package that is not installed', async () => {
    const far: Provider = {
      name: 'far',
      title: 'Far',
      apiKeyVariables: [],
      package: '@far/away',
      models: ['one'],
      createModel: () => steps(),
    };
    expect(() => resolveModel('far/one', {}, [far])).toThrow(/"@far\/away" is not installed/);
    expect(await checkProvider(far)).toMatchObject({ available: false, fix: 'npm install @far/away' });
  });
});

describe('a model of a server', () => {
  const asked = async (name: string, env: (url: string) => Record<string, string>, given = false, apiKey?: string) => {
    await using server = await serveContract(chatContract({ flavour: 'vllm' }), [[{ do: 'done', answer: 'Good.' }]]);
    for (const [key, value] of Object.entries(env(`${server.url}/v1`))) vi.stubEnv(key, value);
    const model = resolveModel(name, { apiKey, ...(given && { baseUrl: `${server.url}/v1/` }) });
    await using agent = createAgent({ model, session: drawScreen().session, journal: false });
    expect(await agent.send('Say good.')).toMatchObject({ status: 'done', model: name });
    const [request] = server.requests;
    return { path: request?.path, key: request?.headers.authorization, body: request?.body };
  };

  it('uses the URL and the key from the environment', async () => {
    expect(
      await asked('chat/ollama/llama3.3:70b', (url) => ({ OLLAMA_BASE_URL: url, OPENAI_API_KEY: 'test-other' })),
    ).toMatchObject({
      path: '/v1/chat/completions',
      key: 'Bearer no-key',
      body: { model: 'llama3.3:70b' },
    });
    expect(
      await asked('chat/vllm/Qwen/Qwen3-8B', (url) => ({ VLLM_BASE_URL: url, VLLM_API_KEY: 'test-key' })),
    ).toMatchObject({
      key: 'Bearer test-key',
      body: { model: 'Qwen/Qwen3-8B' },
    });
    expect(await asked('chat/gpt-6-sol', (url) => ({ OPENAI_BASE_URL: url }), false, 'test-key')).toMatchObject({
      key: 'Bearer test-key',
      body: { model: 'gpt-6-sol' },
    });
  });

  it('uses a given URL, and then needs no key', async () => {
    expect(await asked('chat/any/model', () => ({}), true)).toMatchObject({
      key: 'Bearer no-key',
      body: { model: 'any/model' },
    });
    const keyed = await asked('chat/openrouter/qwen/qwen3-vl', () => ({}), true, 'test-key');
    expect(keyed).toMatchObject({ key: 'Bearer test-key', body: { model: 'qwen/qwen3-vl' } });
  });
});

describe('whether a provider can be used', () => {
  const find = (name: string): Provider => {
    const found = providers.find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };

  it('depends on the server on this machine, which may not respond', async () => {
    const answers: (string | undefined)[] = [
      '{"object":"list","data":[{"id":"qwen3-vl:8b"}]}',
      '{"data":[]}',
      '<html>',
      undefined,
    ];
    const server = createServer((_, response) => {
      const answer = answers.shift();
      if (answer !== undefined) response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    vi.stubEnv('OLLAMA_BASE_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`);
    try {
      const ollama = find('chat/ollama');
      expect(await checkProvider(ollama)).toMatchObject({ available: true, models: ['qwen3-vl:8b'] });
      expect(await checkProvider(ollama)).toMatchObject({
        available: false,
        fix: expect.stringContaining('Load a model'),
      });
      const away = {
        available: false,
        reason: expect.stringMatching(/no server at/),
        fix: expect.stringContaining('OLLAMA_BASE_URL'),
      };
      expect(await checkProvider(ollama)).toMatchObject(away);
      const began = performance.now();
      expect(await checkProvider(ollama, 100)).toMatchObject(away);
      expect(performance.now() - began).toBeLessThan(2_000);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is reported for each, with the fix', async () => {
    const examined = await Promise.all(providers.map((provider) => checkProvider(provider, 200)));
    for (const { available: usable, reason, fix } of examined)
      if (!usable) expect([reason, fix]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\S+/)]);
    expect(examined.find(({ provider }) => provider.name === 'chat/openai')?.fix).toContain('OPENAI_API_KEY');
    vi.stubEnv('OPENAI_API_KEY', 'test-key');
    expect(await checkProvider(find('chat/openai'))).toMatchObject({ available: true });
  });
});
