import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { acquireBrowser, type BrowserLease } from '../src/environments/browser/launch/acquire-browser.js';

const trial = fileURLToPath(new URL('../bench/trial', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handrail-trial-'));
let server: ChildProcess;
let lease: BrowserLease;
let page: Page;
let tasks = '';

beforeAll(async () => {
  server = spawn(process.execPath, [join(trial, 'server.mjs'), '--seed', '3', '--folder', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.stdout?.on('data', (chunk) => {
    tasks += chunk;
  });
  lease = await acquireBrowser({});
  page = await (await lease.browser.playwright()).newPage();
  await vi.waitFor(() => expect(tasks).toMatch(/\/t\/wiki/), { timeout: 20_000 });
});

afterAll(async () => {
  await page.close();
  await lease.release();
  server.kill();
  rmSync(folder, { recursive: true });
});

function score(): string {
  return execFileSync(process.execPath, [join(trial, 'score.mjs'), folder], { encoding: 'utf8' });
}

function taskLine(id: string): { url: string; instruction: string } {
  const [, url = '', instruction = ''] = new RegExp(`(http\\S+/t/${id}) : (.*)`).exec(tasks) ?? [];
  return { url, instruction };
}

describe('the trial', () => {
  test('has at least 30 small and 8 large tasks, which depend on the seed', () => {
    expect(tasks.trim().split('\n').length).toBeGreaterThanOrEqual(38);
    const again = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { makeInstances } from ${JSON.stringify(join(trial, 'server.mjs'))};
        const text = (seed) => JSON.stringify([...makeInstances(seed)]);
        console.log(text(3) === text(3), text(3) === text(4));`,
      ],
      { encoding: 'utf8' },
    );
    expect(again.trim()).toBe('true false');
  });

  test('counts a press that does not belong to the task, and a solved task', async () => {
    const { url, instruction } = taskLine('checkboxes');
    const names = /these names: (.*)\. Then/.exec(instruction)?.[1]?.split('; ') ?? [];
    await page.goto(url);
    for (const name of names) await page.getByLabel(name, { exact: true }).check();
    await page.getByRole('button', { name: 'Submit' }).click();
    await vi.waitFor(() => expect(score()).toMatch(/1 +1 +0 +0/), { timeout: 10_000 }); // started, solved, wrong, calls

    const food = taskLine('food');
    await page.goto(food.url);
    await page.getByText('−').first().click();
    await vi.waitFor(() => expect(score()).toMatch(/food wrong presses: minus/), { timeout: 10_000 });
    expect(score()).toMatch(/food not solved/);
  });

  test('records every call with its characters, documentation and screenshots', () => {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\necho "called with $1"\nexit 3\n', { mode: 0o755 });
    const call = (...args: string[]) => {
      try {
        execFileSync(join(trial, 'bin/handrail'), args, {
          env: { ...process.env, TRIAL_FOLDER: folder, HANDRAIL_PROGRAM: program },
          input: '',
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        throw new Error('The exit code was lost.');
      } catch (error) {
        expect(error).toMatchObject({ status: 3 });
      }
    };
    call('skill');
    call('click', '--help');
    call('batch', 'open x', 'screenshot --image a.png', 'screenshot --image b.png');
    call('observe', '--image', 'a.png');
    const calls = readFileSync(join(folder, 'calls.jsonl'), 'utf8').trim().split('\n');
    expect(calls.map((line) => JSON.parse(line))).toMatchObject([
      { args: ['skill'], characters: 18, documentation: true, screenshots: 0, code: 3 },
      { documentation: true, screenshots: 0 },
      { documentation: false, screenshots: 2 },
      { documentation: false, screenshots: 1 },
    ]);
  });
});
