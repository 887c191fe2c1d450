import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from './cli/handrail.js';

const script = fileURLToPath(new URL('../examples/start.mjs', import.meta.url));
let home: string;
beforeAll(() => {
  ensureBuilt();
  home = mkdtempSync(join(tmpdir(), 'handrail-start-'));
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

function start(env: NodeJS.ProcessEnv = {}): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const all = { ...process.env, HANDRAIL_HOME: home, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env: all }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('buys a mug from a task in plain language, and the shop has the order', async () => {
  const { code, stdout, stderr } = await start();
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  const answer = /^Answer: (FF-\d+)$/m.exec(stdout)?.[1];
  expect(answer).toBeDefined();
  expect(stdout).toContain(`The shop confirms it: order ${answer}, 1 × Stoneware mug, for Ada Lovelace.`);
  expect(stdout).toMatch(/^Done and verified/m);
  expect(existsSync(/^Report: (.*)$/m.exec(stdout)?.[1] ?? '')).toBe(true);
});

test('exits with 1 if nothing was bought', async () => {
  const { code, stdout, stderr } = await start({ HANDRAIL_BROWSER: '/nowhere/chromium' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Failed/m);
  expect(stdout).not.toContain('The shop confirms');
  expect(stderr).toContain('The run failed with exit code 1.');
});
