import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { resolveModel } from '../../../src/agent/resolve-model.js';
import { loadDotEnv } from '../../../src/doors/cli/load-dot-env.js';
import { readCredentials } from '../../../src/doors/compat/fara-options.js';
import { openSession, run } from '../../../src/index.js';

const key = 'canary-key-0123456789';
const models: [name: string, keyVariable: string, urlVariable: string | undefined][] = [
  ['anthropic/claude-sonnet-5', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  ['openai/gpt-5.6', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['google/gemini-3.5-flash', 'GEMINI_API_KEY', 'GEMINI_BASE_URL'],
  ['chat/some-model', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['chat/openrouter/qwen/qwen3-vl-235b-a22b-instruct', 'OPENROUTER_API_KEY', undefined],
  ['chat/vllm/Qwen/Qwen3-VL-8B-Instruct', 'VLLM_API_KEY', undefined],
  ['qwen/qwen3-vl-plus', 'QWEN_API_KEY', 'QWEN_BASE_URL'],
  ['ui-tars/UI-TARS-7B-DPO', 'UI_TARS_API_KEY', undefined],
  ['fara/thought-action', 'FARA_AZURE_API_KEY', undefined],
];

/** Everything that a request contains besides its connection. */
const textOf = ({ url, headers }: IncomingMessage): string => JSON.stringify([url, headers]);

describe('An API key of the environment', () => {
  const received: string[] = [];
  const redirected: string[] = [];
  let server: Server;
  let other: Server;
  let url = '';

  beforeAll(async () => {
    other = createServer((request, response) => {
      redirected.push(textOf(request));
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, resolve));
    const target = other.address();
    server = createServer((request, response) => {
      received.push(textOf(request));
      const port = typeof target === 'object' ? target?.port : 0;
      response.writeHead(307, { location: `http://localhost:${port}/elsewhere` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    received.length = 0;
    redirected.length = 0;
  });
  afterAll(() => {
    for (const one of [server, other]) one?.close();
  });

  const attempt = async (create: () => ReturnType<typeof resolveModel>): Promise<string> => {
    try {
      const model = create();
      await using session = await openSession({ policy: 'open' });
      const result = await run({ task: 'Look.', model, session, journal: false, limits: { maxSteps: 1 } });
      return result.reason ?? '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  it.each(models)('of %s is not sent to another base URL', async (name, keyVariable) => {
    vi.stubEnv(keyVariable, key);
    const reason = await attempt(() => resolveModel(name, { baseUrl: url }));
    expect(reason).toContain(`The key in ${keyVariable}`);
    expect(received).toEqual([]);
  });

  it.each(models.filter(([, , variable]) => variable))(
    'of %s is not sent to the server of %s',
    async (name, keyVariable, urlVariable = '') => {
      vi.stubEnv(keyVariable, key);
      vi.stubEnv(urlVariable, url);
      expect(await attempt(() => resolveModel(name))).toContain(`The key in ${keyVariable}`);
      expect(received).toEqual([]);
    },
  );

  it.each(models)('given for a server of %s is sent there, and not where the server redirects to', async (name) => {
    await attempt(() => resolveModel(name, { baseUrl: url, apiKey: key }));
    expect(received.length).toBeGreaterThan(0);
    expect(received.every((request) => request.includes(key))).toBe(true);
    expect(redirected).toEqual([]);
  });
});

describe('The file .env', () => {
  const before = process.cwd();
  const folders: string[] = [];
  afterEach(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function load(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-env-'));
    folders.push(folder);
    writeFileSync(join(folder, '.env'), text);
    process.chdir(folder);
    const warnings: string[] = [];
    loadDotEnv((warning) => warnings.push(warning));
    return warnings.join('\n');
  }

  it('sets keys of models, and names what it must not set', () => {
    const ignored = [
      ...[
        'HANDRAIL_BROWSER',
        'OPENAI_BASE_URL',
        'ANTHROPIC_BASE_URL',
        'GEMINI_BASE_URL',
        'DOCKER_HOST',
        'NODE_OPTIONS',
      ],
      ...[
        'LD_PRELOAD',
        'HANDRAIL_HOME',
        'HANDRAIL_RUNTIME',
        'FARA_AZURE_ENDPOINT',
        'UI_TARS_ENDPOINT',
        'HANDRAIL_MCP_TOKEN',
      ],
    ];
    for (const name of [...ignored, 'OPENROUTER_API_KEY']) vi.stubEnv(name, undefined);
    const path = process.env.PATH;
    const warning = load([...ignored, 'PATH', 'OPENROUTER_API_KEY'].map((name) => `${name}=from-file`).join('\n'));
    for (const name of ignored) {
      expect(process.env[name], name).toBeUndefined();
      expect(warning).toContain(name);
    }
    expect(process.env.PATH).toBe(path);
    expect(process.env.OPENROUTER_API_KEY).toBe('from-file');
    expect(warning).not.toContain('OPENROUTER_API_KEY');
  });

  it('sets endpoint and key of faraComputerUse together, and no endpoint for a key of the environment', () => {
    for (const name of ['FARA_AZURE_API_KEY', 'FARA_AZURE_ENDPOINT']) vi.stubEnv(name, undefined);
    load('FARA_AZURE_ENDPOINT=https://evil.test/score\nFARA_AZURE_API_KEY=from-file');
    vi.stubEnv('FARA_AZURE_API_KEY', undefined);
    expect(readCredentials({ task: '' })).toEqual({ endpoint: 'https://evil.test/score', apiKey: 'from-file' });
    vi.stubEnv('FARA_AZURE_API_KEY', key);
    expect(() => readCredentials({ task: '' })).toThrow('The key was not sent');
  });

  it('does not replace a key of the environment', () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'from-environment');
    load('ANTHROPIC_API_KEY=from-file');
    expect(process.env.ANTHROPIC_API_KEY).toBe('from-environment');
  });
});
