import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { hostProgram } from '../../src/environments/desktop/cua-driver/driver-host.js';
import { openDriverScreen } from '../../src/environments/desktop/cua-driver/driver-screen.js';
import { screenEnvironment } from '../../src/environments/screen/environment.js';
import type { Screen } from '../../src/environments/screen/screen.js';

const standIn = fileURLToPath(new URL('./driver-host-stand-in.mjs', import.meta.url));
const folders: string[] = [];
const screens: Screen[] = [];

afterEach(async () => {
  for (const screen of screens.splice(0)) await screen.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A screen whose driver misbehaves in some manner, and what that driver was asked. */
async function open(manner: string, callMs = 5_000) {
  const folder = await mkdtemp(join(tmpdir(), 'handrail-driver-'));
  folders.push(folder);
  const log = join(folder, 'log');
  const notes: string[] = [];
  const screen = await openDriverScreen({
    env: { PATH: process.env.PATH ?? '' },
    note: (text) => notes.push(text),
    program: [standIn, log, manner],
    callMs,
  });
  screens.push(screen);
  const asked = async (word: string) =>
    (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith(word));
  return { screen, notes, asked };
}

test('a driver that dies over an act is not asked again, and its successor is', async () => {
  const { screen, notes, asked } = await open('dies over an act');
  await expect(screen.input.writeClipboard('once')).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringMatching(/code 3 \(segmentation fault\).*may have happened/),
  });
  expect(await asked('clipboard_write')).toHaveLength(1);
  expect(await screen.reader.windows()).toHaveLength(1);
  expect(await asked('start')).toHaveLength(2);
  expect(await asked('set_agent_cursor_enabled')).toHaveLength(2);
  expect(notes).toEqual([expect.stringContaining('started again')]);
});

test('a driver that dies over a question is started again, and the question is answered', async () => {
  const { screen, asked } = await open('dies over a read');
  expect(await screen.reader.windows()).toHaveLength(1);
  expect(await asked('list_windows')).toHaveLength(2);
});

test('a driver that dies each time is started once more and then told as lost, with its last words', async () => {
  await expect(open('dies at once')).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('no display could be opened'),
  });
});

test('a driver that hangs is ended at the deadline, and another takes over', async () => {
  const { screen, asked } = await open('hangs', 400);
  const began = performance.now();
  await expect(screen.input.writeClipboard('x')).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('not answered within 400 ms. What it was doing may have happened'),
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

test('what was under way when the driver died or hung may have happened: that is what the outcome says', async () => {
  for (const manner of ['dies over an act', 'hangs']) {
    const { screen } = await open(manner, 400);
    const evidence = await screenEnvironment('desktop', screen).act({ type: 'clipboard', text: 'x' });
    expect(evidence).toMatchObject({ done: 'maybe', complete: false, error: { code: 'driver_failed' } });
  }
});

test('a window that the driver hangs over is left alone, and the others are seen', async () => {
  const { screen, asked } = await open('hangs over a window', 400);
  const windows = await screen.reader.windows();
  const first = await screen.reader.tree({ windows });
  expect(first).toMatchObject({
    nodes: [],
    incomplete: expect.stringContaining('"A window" could not be looked into'),
  });
  const second = await screen.reader.tree({ windows });
  expect(second).toMatchObject({ nodes: [], incomplete: expect.stringContaining('is not looked into for a while') });
  expect(await asked('get_window_state')).toHaveLength(1);
  expect(await screen.reader.size()).toEqual({ width: 800, height: 600 });
});

test('answers in another order reach who asked', async () => {
  const { screen } = await open('answers backwards');
  const [first, second] = await Promise.all([screen.input.readClipboard(), screen.input.writeClipboard('x')]);
  expect(first).toBe('asked by clipboard_read');
  expect(second).toBeUndefined();
});

test('junk on its output and in its messages is no answer', async () => {
  const { screen } = await open('prints junk');
  expect(await screen.reader.windows()).toMatchObject([{ title: 'A window' }]);
  await screen.input.writeClipboard('x');
});

test('what it refuses is told in words of ours, with what to do next', async () => {
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
  const evidence = await screenEnvironment('desktop', screen).act({
    type: 'clipboard',
    text: 'background_occluded:no',
  });
  expect(evidence).toMatchObject({ done: 'no', error: { code: 'covered' } });
});

test('an answer that is no answer is told', async () => {
  const { screen } = await open('talks nonsense');
  await expect(screen.reader.windows()).rejects.toMatchObject({
    code: 'driver_failed',
    message: expect.stringContaining('no JSON'),
  });
});

test('a driver that cannot be loaded is named with the command that installs it', async () => {
  const program = ['--input-type=module', '--eval', hostProgram.replace('@trycua/cua-driver', '@trycua/not-there')];
  await expect(openDriverScreen({ env: { PATH: process.env.PATH ?? '' }, program })).rejects.toMatchObject({
    code: 'driver_missing',
    message: expect.stringContaining('@trycua/cua-driver'),
    hint: expect.stringContaining('npm install @trycua/cua-driver'),
  });
});

test('the process of the driver ends with ours, however ours ends', async () => {
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
