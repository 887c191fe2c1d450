import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { hostProgram } from '../../src/environments/desktop/cua-driver/host-program.js';
import { openCuaScreen } from '../../src/environments/desktop/cua-driver/open-cua-screen.js';
import { createScreenEnvironment } from '../../src/environments/screen/environment.js';
import type { Screen } from '../../src/environments/screen/screen.js';

const standIn = fileURLToPath(new URL('./driver-host-stand-in.mjs', import.meta.url));
const folders: string[] = [];
const screens: Screen[] = [];

afterEach(async () => {
  for (const screen of screens.splice(0)) await screen.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A screen with a faulty driver, and the calls that the driver received. */
async function open(manner: string, callMs = 5_000) {
  const folder = await mkdtemp(join(tmpdir(), 'handrail-driver-'));
  folders.push(folder);
  const log = join(folder, 'log');
  const notes: string[] = [];
  const screen = await openCuaScreen({
    env: { PATH: process.env.PATH ?? '' },
    note: (text) => notes.push(text),
    program: [standIn, log, manner],
    maxCallMs: callMs,
  });
  screens.push(screen);
  const asked = async (word: string) =>
    (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith(word));
  return { screen, notes, asked };
}

test('an act is not repeated when the driver dies; the next call goes to a new driver', async () => {
  const { screen, notes, asked } = await open('dies over an act');
  await expect(screen.input.writeClipboard('once')).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringMatching(/code 3 \(segmentation fault\).*may have happened/),
  });
  expect(await asked('clipboard_write')).toHaveLength(1);
  expect(await screen.reader.windows()).toHaveLength(1);
  expect(await asked('start')).toHaveLength(2);
  expect(await asked('set_agent_cursor_enabled')).toHaveLength(2);
  expect(notes).toEqual([expect.stringContaining('is restarted')]);
});

test('a read is repeated with a new driver when the driver dies', async () => {
  const { screen, asked } = await open('dies over a read');
  expect(await screen.reader.windows()).toHaveLength(1);
  expect(await asked('list_windows')).toHaveLength(2);
});

test('a driver that dies twice is final, and the error has its last output', async () => {
  await expect(open('dies at once')).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('no display could be opened'),
  });
});

test('a driver that hangs is killed at the timeout and replaced', async () => {
  const { screen, asked } = await open('hangs', 400);
  const began = performance.now();
  await expect(screen.input.writeClipboard('x')).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('within 400 ms. Its last action may have happened'),
  });
  expect(performance.now() - began).toBeLessThan(2_400);
  const [first] = await asked('start');
  await expect.poll(() => isRunning(Number(first?.split(' ')[1]))).toBe(false);
  expect(await screen.reader.windows()).toHaveLength(1);
  await expect(screen.input.writeClipboard('y')).rejects.toMatchObject({ code: 'driver_failed' });
  await expect(screen.reader.windows()).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('twice'),
  });
  expect(await asked('start')).toHaveLength(2);
});

test('when the driver dies or hangs during an action, the effect is unknown', async () => {
  for (const manner of ['dies over an act', 'hangs']) {
    const { screen } = await open(manner, 400);
    const evidence = await createScreenEnvironment('desktop', screen).act({ type: 'clipboard', text: 'x' });
    expect(evidence).toMatchObject({ executed: 'maybe', complete: false, error: { code: 'driver_failed' } });
  }
});

test('a window that makes the driver hang is not read for a while; other windows are', async () => {
  const { screen, asked } = await open('hangs over a window', 400);
  const windows = await screen.reader.windows();
  const first = await screen.reader.tree({ windows });
  expect(first).toMatchObject({
    nodes: [],
    incomplete: expect.stringContaining('"A window" cannot be read'),
  });
  const second = await screen.reader.tree({ windows });
  expect(second).toMatchObject({ nodes: [], incomplete: expect.stringContaining('is not read for a while') });
  expect(await asked('get_window_state')).toHaveLength(1);
  expect(await screen.reader.size()).toEqual({ width: 800, height: 600 });
});

test('replies in another order reach their callers', async () => {
  const { screen } = await open('answers backwards');
  const [first, second] = await Promise.all([screen.input.readClipboard(), screen.input.writeClipboard('x')]);
  expect(first).toBe('asked by clipboard_read');
  expect(second).toBeUndefined();
});

test('invalid output and messages are ignored', async () => {
  const { screen } = await open('prints junk');
  expect(await screen.reader.windows()).toMatchObject([{ title: 'A window' }]);
  await screen.input.writeClipboard('x');
});

test('driver errors are converted to our errors with a hint', async () => {
  const { screen } = await open('refuses');
  const refusals = [
    ['background_unavailable:no', 'background_unavailable'],
    ['background_occluded:no', 'covered'],
    ['ambiguous_window_target:no', 'ambiguous'],
    ['window_id_not_found:no', 'not_found'],
    ['window_owner_pid_mismatch:no', 'not_found'],
    ['snapshot_id_required:no', 'stale_element'],
    [':Window target pid 1 is stale or no longer running', 'not_found'],
    [':Unknown tool', 'unsupported'],
  ];
  for (const [words = '', code] of refusals) {
    const attempt = screen.input.writeClipboard(words);
    await expect(attempt, words).rejects.toMatchObject({ code, hint: expect.any(String) });
  }
  const unknown = screen.input.writeClipboard('something_new:the moon is full');
  await expect(unknown).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('moon is full'),
  });
  const evidence = await createScreenEnvironment('desktop', screen).act({
    type: 'clipboard',
    text: 'background_occluded:no',
  });
  expect(evidence).toMatchObject({ executed: 'no', error: { code: 'covered' } });
});

test('an invalid reply is an error', async () => {
  const { screen } = await open('talks nonsense');
  await expect(screen.reader.windows()).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('not valid JSON'),
  });
});

test('a driver that cannot be loaded is reported with the install command', async () => {
  const program = ['--input-type=module', '--eval', hostProgram.replace('@trycua/cua-driver', '@trycua/not-there')];
  await expect(openCuaScreen({ env: { PATH: process.env.PATH ?? '' }, program })).rejects.toMatchObject({
    code: 'driver_missing',
    message: expect.stringContaining('@trycua/cua-driver'),
    hint: expect.stringContaining('npm install @trycua/cua-driver'),
  });
});

test('the driver process ends with ours, however ours ends', async () => {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { spawn } from 'node:child_process';
       const child = spawn(process.execPath, ['--input-type=module', '--eval', process.argv[1], '/'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
       child.on('message', () => console.log(child.pid));`,
      hostProgram,
    ],
    { cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [chunk] = await new Promise<Buffer[]>((resolve) => parent.stdout.once('data', (...data) => resolve(data)));
  const pid = Number(String(chunk));
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // there is no such process: that is the answer
  }
}
