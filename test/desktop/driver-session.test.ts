import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session/session.js';

let session: Session;
let home: string;
const notes: string[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'handrail-driver-'));
  // A home of its own: galculator would come up as somebody left it.
  const launch = [['env', `HOME=${home}`, 'galculator']];
  session = await openSession({
    policy: 'open',
    environment: 'desktop',
    via: 'driver',
    launch,
    note: (text) => notes.push(text),
  });
  await vi.waitFor(() => button('7'), { timeout: 20_000, interval: 200 });
});

afterAll(async () => {
  await session?.close();
  await rm(home, { recursive: true });
});

async function button(label: string): Promise<Element> {
  const found = (await session.observe()).elements.find(({ role, name }) => role === 'Button' && name === label);
  if (!found) throw new Error(`There is no button "${label}".`);
  return found;
}

/** The process whose command and environment contain these texts. */
async function processOf(command: string, variable: string): Promise<{ pid: number; env: Record<string, string> }> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [words = '', environ = ''] = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')), // ended meanwhile
    );
    if (!words.includes(command) || !environ.includes(variable)) continue;
    const pairs = environ.split('\0').map((pair) => pair.split(/=(.*)/s).slice(0, 2));
    return { pid: Number(pid), env: Object.fromEntries(pairs) };
  }
  throw new Error(`${command} is not running.`);
}

test('an action that the driver calls unverifiable is reported as changed or unchanged by observation, and focus and pointer of the user stay', async () => {
  const { env } = await processOf('galculator', `HOME=${home}`);
  const ask = async (...words: string[]) => (await promisify(execFile)('xdotool', words, { env })).stdout;
  const person = async () => `${await ask('getwindowfocus')} ${await ask('getmouselocation')}`;
  await ask('mousemove', '1200', '20');
  const before = await person();

  const clicked = await session.perform({ type: 'click', target: { element: (await button('7')).id } });
  expect(clicked).toMatchObject({ ok: true, effect: 'changed' });
  expect(clicked.changes).toContainEqual(expect.objectContaining({ kind: 'value', to: '7' }));

  const target = { element: (await button('=')).id };
  await session.perform({ type: 'click', target });
  expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'unchanged' });

  const refused = await session.perform({ type: 'key', keys: 'Enter' });
  expect(refused).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'background_unavailable' } });
  expect(await person()).toBe(before);
});

test('a killed driver is restarted, and elements keep their ids', async () => {
  const target = { element: (await button('8')).id };
  const { env } = await processOf('galculator', `HOME=${home}`);
  process.kill((await processOf('cua-driver', `DISPLAY=${env.DISPLAY}\0`)).pid, 'SIGKILL');
  await expect.poll(() => notes.join() || session.observe().then(() => notes.join())).toContain('is restarted');
  expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'changed' });
});
