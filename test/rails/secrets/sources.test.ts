import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadSecrets } from '../../../src/rails/secrets/load-secrets.js';
import { matchesOrigin } from '../../../src/rails/secrets/origin-pattern.js';
import { createVault } from '../../../src/rails/secrets/vault.js';

const origins = ['https://shop.example'];
const place = { origin: 'https://shop.example', kind: 'password' } as const;

describe('The value of a secret', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-sources-'));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'value.txt'), 'from-file\n');
    // Each program of a store prints its name, what it was asked for, and the keys of models that it received.
    for (const name of ['op', 'bw', 'secret-tool', 'security']) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho "${name} $* $OPENAI_API_KEY $OP_SESSION"\n`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function readValue(definition: object): Promise<string> {
    const path = join(folder, 'handrail.secrets.json');
    writeFileSync(path, JSON.stringify({ IT: { ...definition, origins } }));
    const opened = await createVault(path).open(['IT']);
    return opened.fill('{{secret:IT}}', place);
  }

  it('is read from a variable, a file beside the secrets file, and a program', async () => {
    vi.stubEnv('TEST_SOURCE', 'from-variable');
    expect(await readValue({ env: 'TEST_SOURCE' })).toBe('from-variable');
    expect(await readValue({ file: 'value.txt' })).toBe('from-file');
    expect(await readValue({ command: [process.execPath, '-p', '"from-program"'] })).toBe('from-program');
  });

  it('is read from the stores, whose programs receive no key of a model', async () => {
    vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env.PATH}`);
    vi.stubEnv('OPENAI_API_KEY', 'model-key');
    vi.stubEnv('OP_SESSION', 'session-key');
    expect((await readValue({ op: 'op://vault/shop/password' })).trim()).toBe(
      'op read --no-newline op://vault/shop/password  session-key',
    );
    expect((await readValue({ bw: { item: 'shop' } })).trim()).toBe('bw get password shop');
    const asked =
      process.platform === 'darwin'
        ? /^security find-generic-password/
        : /^secret-tool lookup service shop account ada$/;
    expect((await readValue({ keychain: { service: 'shop', account: 'ada' } })).trim()).toMatch(asked);
  });

  it.each([
    ['a variable that is not set', { env: 'TEST_SOURCE_MISSING' }],
    ['an empty variable', { env: 'TEST_SOURCE_EMPTY' }],
    ['a file that does not exist', { file: 'missing.txt' }],
    ['a folder', { file: 'bin' }],
    ['a program that does not exist', { command: ['handrail-no-such-program'] }],
    [
      'a program that fails',
      { command: [process.execPath, '-e', 'console.log("canary"); console.error("canary"); process.exit(3)'] },
    ],
  ])('is never empty or guessed: %s', async (_, definition) => {
    vi.stubEnv('TEST_SOURCE_EMPTY', '');
    const failure = await readValue(definition).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'secret_unavailable' });
    expect(String(failure)).not.toContain('canary');
  });

  it('ends a program when the caller cancels', async () => {
    const vault = createVault({ SLOW: { command: [process.execPath, '-e', 'setInterval(() => 0, 1000)'], origins } });
    await expect(vault.open(['SLOW'], AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('A secrets file', () => {
  it.each([
    [{ A: { env: 'A' } }, 'needs origins'],
    [{ A: { origins } }, 'exactly one of env'],
    [{ A: { env: 'A', file: 'a', origins } }, 'exactly one of env'],
    [{ A: { env: 'A', origins: ['shop.example'] } }, 'not an origin'],
    [{ A: { env: 'A', origins: ['https://shop.example/login'] } }, 'not an origin'],
    [{ A: { env: 'A', origins: ['https://*'] } }, 'not an origin'],
    [{ A: { env: 'A', origins: [] } }, 'A.origins'],
    [{ A: { env: 'A', origins, orign: 1 } }, 'unknown key orign'],
    [{ 'A B': { env: 'A', origins } }, 'not a name'],
  ])('%j is refused', (definitions, reason) => {
    expect(() => loadSecrets(definitions as never)).toThrow(reason);
  });

  it('contains no values', () => {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-secrets-'));
    const path = join(folder, 'handrail.secrets.json');
    writeFileSync(path, JSON.stringify({ A: { value: 'canary', origins } }));
    expect(() => loadSecrets(path)).toThrow('contains its value');
    expect(() => loadSecrets(path)).not.toThrow(/canary/);
    rmSync(folder, { recursive: true, force: true });
  });
});

it.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'https://shop.example:8443', false],
  ['https://shop.example', 'http://shop.example', false],
  ['https://shop.example', 'https://shop.example.evil.test', false],
  ['https://shop.example', 'https://evil.test', false],
  ['https://shop.example', 'null', false],
  ['https://*.shop.example', 'https://www.shop.example', true],
  ['https://*.shop.example', 'https://shop.example', false],
  ['https://*.shop.example', 'https://evilshop.example', false],
  ['https://*.shop.example', 'http://www.shop.example', false],
])('the origin %s for %s: %s', (pattern, origin, expected) => {
  expect(matchesOrigin(pattern, origin)).toBe(expected);
});
