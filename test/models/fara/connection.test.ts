import { describe, expect, it, vi } from 'vitest';
import { createModel } from '../../../src/models/adapter/provider-adapter.js';
import { faraAdapter, faraProvider } from '../../../src/models/fara/fara.js';
import { faraCases } from '../../contract/fara-cases.js';
import { hasty, play } from '../../contract/play.js';
import { done, in7b } from './fara-cases.js';

describe('The connection to Fara', () => {
  const make = (model: string, more: object = {}) => faraProvider.createModel(model, more);

  it('is set by name, URL and key', async () => {
    expect(make('fara-7b').name).toBe('fara/fara-7b');
    expect(() => make('gpt')).toThrow('There is no Fara model "gpt"');
    expect(() => make('fara-7b', { baseUrl: 'nowhere' })).toThrow('is not the URL of a server');
    const azure = 'https://x.swedencentral.inference.ml.azure.com/';
    vi.stubEnv('FARA_AZURE_API_KEY', '');
    expect(() => make('fara-7b', { baseUrl: azure })).toThrow('FARA Azure ML API key not found');
    expect(make('fara-7b', { baseUrl: azure, apiKey: 'test-key' }).name).toBe('fara/fara-7b');
    vi.stubEnv('FARA_AZURE_ENDPOINT', `${azure}score`);
    expect([faraProvider.apiKeyVariables, faraProvider.baseUrlVariable, faraProvider.localUrl]).toEqual([
      ['FARA_AZURE_API_KEY'],
      'FARA_AZURE_ENDPOINT',
      undefined,
    ]);
    expect(() => make('thought-action')).toThrow('API key not found');
    vi.unstubAllEnvs();
    expect(faraProvider.localUrl).toBe('http://localhost:5000/v1');
  });

  it.each([
    ['fara-7b', 'Fara-7B'],
    ['fara-1.5', 'Fara1.5-9B'],
  ])('in Foundry, %s has the name that it has there', async (name, known) => {
    const asked: [url: string, body: unknown][] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      asked.push([String(url), JSON.parse(body)]);
      return Response.json({ choices: [{ message: { content: 'Hello.' } }] });
    });
    const adapter = faraAdapter(name, { baseUrl: 'https://x.region.inference.ml.azure.com/', apiKey: 'test-key' });
    await adapter.send([], new AbortController().signal).finally(() => vi.unstubAllGlobals());
    expect(asked).toMatchObject([['https://x.region.inference.ml.azure.com/chat/completions', { model: known }]]);
  });

  it.each([
    ["Thought: It is there.\nAction: done(result='raw')", 1],
    ['{"output": "Thought: It is there.\\nAction: done(res', 2],
  ])('a scoring endpoint may return plain text; truncated JSON is requested again: %j', async (body, times) => {
    const score = faraCases.find(({ name }) => name === 'fara/thought-action');
    if (!score) throw new Error('There is no such case.');
    const { result, server } = await play(score, [[{ do: 'done', answer: 'raw' }]], { faults: [{ body }] });
    expect([result.status, result.answer, server.requests.length]).toEqual(['done', 'raw', times]);
    expect(server.requests[0]?.path).toBe('/score');
  });

  it.each([
    ['', '/chat/completions'],
    ['/', '/chat/completions'],
    ['/v1', '/v1/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
  ])('uses its own path: %j', async (path, asked) => {
    const adapter = (url: string) => faraAdapter('microsoft/Fara-7B', { baseUrl: `${url}${path}`, apiKey: 'test-key' });
    const one = { ...in7b, adapter, model: (url: string) => createModel(adapter(url), hasty) };
    const { result, server } = await play(one, [[done]]);
    expect([result.status, server.requests[0]?.path]).toEqual(['done', asked]);
    expect(server.requests[0]?.body).toMatchObject({ model: 'microsoft/Fara-7B', temperature: 0 });
  });
});
