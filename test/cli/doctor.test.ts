import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/doors/doctor/check.js';
import { alive, descendants, type Ended, endStarted, ensureBuilt, start, until } from './handrail.js';

let folder: string;
let temporary: string;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hd-')); // short: browsers put sockets below it
  temporary = join(folder, 't');
  mkdirSync(temporary);
});
afterEach(() => {
  endStarted();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(endStarted);

/** A program in place of a browser. */
function fake(name: string, lines: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

const surroundings = (env: NodeJS.ProcessEnv) => ({
  TMPDIR: temporary,
  HANDRAIL_RUNTIME: join(folder, 'run'),
  DISPLAY: '',
  WAYLAND_DISPLAY: '',
  ...env,
});

interface Examined extends Ended {
  ok: boolean;
  results: Result[];
  find(name: string): Result | undefined;
}

/** Runs the doctor and checks that it leaves no process and no file behind. */
async function examine(parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<Examined> {
  const { child, ended } = start(['doctor', 'browser', '--json', ...parameters], { folder, env: surroundings(env) });
  const seen = new Set<number>();
  const watch = setInterval(() => {
    for (const pid of descendants(child.pid)) seen.add(pid);
  }, 50);
  const end = await ended.finally(() => clearInterval(watch));
  await until(() => alive([...seen]).length === 0, 'every process has ended', 2_000);
  expect(readdirSync(temporary), 'temporary files').toEqual([]);
  expect(existsSync(join(folder, '.handrail')), 'the home was not there before').toBe(false);
  expect(existsSync(join(folder, 'run')), 'the folder of the socket was not there before').toBe(false);
  const { ok, results }: { ok: boolean; results: Result[] } = JSON.parse(end.stdout);
  return { ...end, ok, results, find: (name) => results.find((result) => result.name === name) };
}

describe('doctor', () => {
  test('uses the browser of this machine and reports that everything works', async () => {
    const { code, ok, results } = await examine([]);
    expect(code, JSON.stringify(results)).toBe(0);
    expect(ok).toBe(true);
    for (const check of ['node', 'home', 'disk', 'socket', 'sandbox', 'browser'])
      expect(results.map((result) => result.check)).toContain(check);
    const browser = results.find((result) => result.check === 'browser' && result.status === 'ok');
    expect(browser?.name).toMatch(/, headless$/);
    expect(browser?.message).toMatch(/: the page received the click and the typed text; pictures have marks\.$/);
    expect(browser?.ms, 'a real browser takes its time').toBeGreaterThan(100);
    expect(results.find(({ name }) => name === 'window')).toMatchObject({
      status: 'note',
      fix: expect.stringContaining('xvfb-run -a'),
    });
  }, 60_000);

  test('prints one line per result with its fix below, and a summary', async () => {
    const { code, stdout } = await start(['doctor', 'browser', '--timeout-ms', '5000'], {
      folder,
      env: surroundings({ HANDRAIL_BROWSER: fake('crash', 'exit 3'), PATH: '/nowhere', HANDRAIL_HOME: 'kept' }),
    }).ended;
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {4}node: Node \d+\.\d+\.\d+; .* or later is required\.$/m);
    expect(stdout).toMatch(
      /^FAIL {2}HANDRAIL_BROWSER, headless: .*it exits at once with code \d+\.\n {6}→ .*`unset HANDRAIL_BROWSER`/m,
    );
    expect(stdout).toMatch(/\n\n1 check failed\.\n$/);
    expect(readdirSync(folder)).not.toContain('kept');
  }, 60_000);

  test('reports a browser that does not exist', async () => {
    const { code, find } = await examine([], { HANDRAIL_BROWSER: '/nowhere/chromium' });
    expect(code).toBe(1);
    expect(find('browser')).toMatchObject({
      status: 'failed',
      message: 'HANDRAIL_BROWSER is set to /nowhere/chromium, which is not an executable file.',
      fix: expect.stringMatching(/unset HANDRAIL_BROWSER|Install a browser/),
    });
  }, 60_000);

  test('reports the error of a browser that crashes at start, and the command that fixes it', async () => {
    const said = 'error while loading shared libraries: libnss3.so: cannot open shared object file';
    const path = fake('crash', `echo "${said}" >&2; exit 127`);
    const { code, find } = await examine([], { HANDRAIL_BROWSER: path });
    expect(code).toBe(1);
    expect(find('HANDRAIL_BROWSER, headless')).toMatchObject({
      status: 'failed',
      message: `${path}: it does not start: ${said}.`,
      fix: expect.stringContaining('npx playwright-core install-deps chromium'),
    });
  }, 60_000);

  test('ends a browser that never responds, within the time limit', async () => {
    const path = fake('mute', 'sleep 300 & wait');
    const { code, find, results } = await examine(['--timeout-ms', '3000'], { HANDRAIL_BROWSER: path });
    expect(code).toBe(1);
    const trial = find('HANDRAIL_BROWSER, headless');
    expect(trial).toMatchObject({
      status: 'failed',
      message: `${path}: it did not finish in time: starting it took too long.`,
    });
    expect(trial?.ms).toBeGreaterThanOrEqual(3_000);
    expect(results.at(-1)?.name, 'the rest was tried').toBe('window');
  }, 120_000);

  test('reports a home and a socket folder that are not writable, and a missing display', async () => {
    const file = fake('file', '');
    const { code, find, results } = await examine([], {
      HANDRAIL_HOME: join(file, 'home'),
      HANDRAIL_RUNTIME: join(file, 'run'),
      DISPLAY: ':4711',
    });
    expect(code).toBe(1);
    expect(find('home')).toMatchObject({
      status: 'failed',
      message: `${join(file, 'home')} is not writable: a part of its path is a file. Handrail stores runs and sessions there.`,
      fix: expect.stringContaining('export HANDRAIL_HOME='),
    });
    expect(find('socket')).toMatchObject({
      status: 'failed',
      fix: expect.stringContaining('export HANDRAIL_RUNTIME='),
    });
    const window = results.find(({ name }) => name.endsWith(', with a window'));
    expect(window).toMatchObject({ status: 'failed', fix: expect.stringContaining(':4711') });
    expect(window?.message).toMatch(/it does not start: .*(?:X server|display)/i);
    expect(results.filter(({ status }) => status === 'failed')).toHaveLength(3);
  }, 90_000);

  test('Ctrl+C ends it at once, with the browser that does not respond', async () => {
    const path = fake('mute', `echo here > '${join(folder, 'started')}'; sleep 300 & wait`);
    const { child, ended } = start(['doctor', 'browser'], { folder, env: surroundings({ HANDRAIL_BROWSER: path }) });
    await until(() => existsSync(join(folder, 'started')), 'the browser was started');
    const below = descendants(child.pid);
    expect(below.length).toBeGreaterThan(1);
    const began = performance.now();
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toBe('Interrupted: the other checks did not run.\n');
    expect(performance.now() - began).toBeLessThan(5_000);
    await until(() => alive(below).length === 0, 'every process has ended', 2_000);
    expect(readdirSync(temporary)).toEqual([]);
  }, 60_000);

  test('leaves no browser behind when it is killed', async () => {
    const path = fake('mute', `echo here > '${join(folder, 'started')}'; sleep 300 & wait`);
    const { child, ended } = start(['doctor', 'browser'], { folder, env: surroundings({ HANDRAIL_BROWSER: path }) });
    await until(() => existsSync(join(folder, 'started')), 'the browser was started');
    const below = descendants(child.pid);
    child.kill('SIGKILL');
    await ended;
    await until(() => alive(below).length === 0, 'every process has ended', 5_000);
  }, 60_000);
});
