import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, scripted } from '../../src/exports/testing.js';
import { run } from '../../src/index.js';

const before = process.cwd();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-env-'));
  writeFileSync(join(folder, '.env'), 'HANDRAIL_TEST_ONLY=from-file\n');
  vi.stubEnv('HANDRAIL_HOME', undefined);
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('a run changes no environment variable, reads no .env, and git ignores what it records', async () => {
  const variables = { ...process.env };
  const model = scripted([{ calls: [call('complete', { summary: 'Done.' })] }]);
  const { folder: recorded } = await run({ task: 'Nothing.', model, url: 'about:blank' });
  expect(process.env).toEqual(variables);
  expect(existsSync(recorded ?? '')).toBe(true);
  expect(readFileSync(join(folder, '.handrail', '.gitignore'), 'utf8')).toBe('*\n');
});
