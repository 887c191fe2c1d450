import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session/session.js';

let session: Session;
let folder: string;
let file: string;
const notes: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handrail-driver-'));
  file = join(folder, 'list.txt');
  await writeFile(file, 'eggs\n');
  const launch = [['galculator'], ['mousepad', '--disable-server', file]];
  session = await openSession({ environment: 'desktop', via: 'driver', launch, note: (text) => notes.push(text) });
  await vi.waitFor(async () => {
    const { elements } = await session.observe();
    expect(elements.some(({ role, value }) => role === 'TextInput' && value === 'eggs\n')).toBe(true);
    expect(elements.some(({ role, name }) => role === 'Button' && name === '7')).toBe(true);
  }, 20_000);
});

afterAll(async () => {
  await session?.close();
  await rm(folder, { recursive: true });
});

async function element(fits: (one: Element) => boolean): Promise<Element> {
  const found = (await session.observe()).elements.find(fits);
  if (!found) throw new Error('There is no such element.');
  return found;
}

/** The environment of the driver's process: where an outsider finds the same desktop. */
async function outside(): Promise<Record<string, string>> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''); // ended meanwhile, or not ours to read
    const pairs = text.split('\0').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
    });
    const env: Record<string, string> = Object.fromEntries(pairs);
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (env.DISPLAY && command.includes(file)) return env;
  }
  throw new Error('Mousepad is not running.');
}

test('what the driver calls unverifiable is told as changed or unchanged, by looking, and the person is left alone', async () => {
  const env = await outside();
  const ask = async (...words: string[]) => (await promisify(execFile)('xdotool', words, { env })).stdout;
  const person = async () => `${await ask('getwindowfocus')} ${await ask('getmouselocation')}`;
  await ask('mousemove', '1200', '20');
  const before = await person();

  const seven = await element(({ role, name }) => role === 'Button' && name === '7');
  const clicked = await session.perform({ type: 'click', target: { element: seven.id } });
  expect(clicked).toMatchObject({ ok: true, effect: 'changed' });
  expect(clicked.changes).toContainEqual(expect.objectContaining({ kind: 'value', to: '7' }));

  const equals = await element(({ role, name }) => role === 'Button' && name === '=');
  await session.perform({ type: 'click', target: { element: equals.id } });
  const again = await session.perform({ type: 'click', target: { element: equals.id } });
  expect(again).toMatchObject({ ok: true, effect: 'unchanged' });

  const field = await element(({ value }) => value === 'eggs\n');
  const written = await session.perform({ type: 'set_value', target: { element: field.id }, value: 'Öl & Eier 🥚\n' });
  expect(written).toMatchObject({ ok: true, effect: 'changed' });
  expect(await session.perform({ type: 'menu', path: ['File', 'Save'], app: 'Mousepad' })).toMatchObject({ ok: true });
  await expect.poll(() => readFile(file, 'utf8')).toBe('Öl & Eier 🥚\n');
  expect((await element(({ value }) => value === 'Öl & Eier 🥚\n')).id).toBe(field.id);

  const refused = await session.perform({ type: 'key', keys: 'Enter' });
  expect(refused).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'background_unavailable' } });
  expect(await person()).toBe(before);
});

test('a driver that is killed is started again, and the elements keep their ids', async () => {
  const eight = await element(({ role, name }) => role === 'Button' && name === '8');
  process.kill(await driverOn((await outside()).DISPLAY ?? ''), 'SIGKILL');
  await expect.poll(() => notes.join() || session.observe().then(() => notes.join())).toContain('started again');
  const clicked = await session.perform({ type: 'click', target: { element: eight.id } });
  expect(clicked).toMatchObject({ ok: true, effect: 'changed' });
});

async function driverOn(display: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [command, environ] = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')), // ended meanwhile
    );
    if (command?.includes('cua-driver') && environ?.includes(`DISPLAY=${display}\0`)) return Number(pid);
  }
  throw new Error('The driver is not running.');
}
