import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeys } from '../../src/core/keys/keys.js';
import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';
import type { Seat, XDisplay } from '../../src/environments/x11/x-display.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';
import { eventually, windowCalled } from './witness.js';

let desk: PrivateDesk;
let x: XDisplay;
let seat: Seat;
let target: ScreenWindow;
let person: ScreenWindow;
let spy: ChildProcess;
let told = '';

const titles = async (): Promise<string[]> => (await x.windows()).map(({ title }) => title);
const active = async (): Promise<string> => (await desk.run('xdotool', 'getactivewindow', 'getwindowname')).trim();

beforeAll(async () => {
  desk = await openPrivateDesk();
  x = await openXDisplay({ display: desk.display, dial: () => dialDisplay(desk.display) });
  desk.start('xterm', '-T', 'target', '-geometry', '60x20+100+100', '-e', 'sh', '-c', 'cat > typed.txt');
  target = await windowCalled(x, 'target');
  await desk.run('setxkbmap', 'de');
  desk.start('xterm', '-fullscreen', '-T', 'person', '-e', 'sh', '-c', 'stty -icanon -echo; exec cat > heard.txt');
  person = await windowCalled(x, 'person');
  await x.raise(person);
  // It prints the current value and then each change.
  spy = spawn('stdbuf', ['-oL', 'xprop', '-root', '-spy', '_NET_ACTIVE_WINDOW', '_NET_CLIENT_LIST_STACKING'], {
    env: desk.environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  spy.stdout?.on('data', (chunk) => {
    told += chunk;
  });
  await eventually(
    async () => told,
    (text) => text.includes('STACKING'),
  );
  seat = await x.openSeat();
}, 30_000);

afterAll(async () => {
  spy?.kill();
  await x?.close();
  await desk?.close();
});

test('the window manager does not notice the second keyboard', async () => {
  const before = told;
  for (const text of ['once', 'twice']) {
    await seat.type(text, target);
    await seat.key(parseKeys('Enter', false), { repeat: 1 }, target);
    expect(await active()).toBe('person');
  }
  await seat.type('more', target);
  await seat.releaseAll();
  const typed = async () => desk.run('cat', `${desk.home}/typed.txt`);
  expect(await eventually(typed, (text) => text === 'once\ntwice\n')).toBe('once\ntwice\n');
  expect(await active()).toBe('person');
  expect(told).toBe(before);
  expect((await titles())[0]).toBe('person');
});

test('a launched program leaves the user window in front and focused', async () => {
  const notice = await x.expectLaunch('xterm', 5000);
  desk.start('xterm', '-T', 'started', '-geometry', '40x10+20+20');
  await windowCalled(x, 'started');
  notice.end();
  expect((await eventually(titles, (all) => all[0] === 'person'))[0]).toBe('person');
  expect(await eventually(active, (title) => title === 'person')).toBe('person');
});

test('closing a window that has the second keyboard leaves the user focus', async () => {
  desk.start('xterm', '-T', 'short', '-geometry', '20x5+600+20', '-e', 'sh', '-c', 'stty -icanon; dd bs=1 count=1');
  const short = await windowCalled(x, 'short');
  await x.raise(person);
  await desk.run('xdotool', 'sleep', '0.1');
  const before = told;
  await seat.type('q', short);
  expect(await eventually(titles, (all) => !all.includes('short'))).not.toContain('short');
  await seat.type('still', target);
  await seat.releaseAll();
  expect(told.slice(before.length)).not.toContain('ACTIVE');
  expect(await active()).toBe('person');
});

test('the user keeps typing into the same window while others take the focus', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(8);
  const heard = async () => desk.run('cat', `${desk.home}/heard.txt`);
  const before = await heard();
  await seat.type('z', target);
  const thief = desk.run(
    'xdotool',
    'search',
    '--name',
    '^target$',
    ...Array(40).fill(['windowfocus', 'sleep', '0.02']).flat(),
  );
  await Promise.all([desk.run('xdotool', 'type', '--delay', '4', letters), thief]);
  expect(await eventually(heard, (text) => text.length >= before.length + letters.length)).toBe(before + letters);
});

test('a window that the user raises stays in front', async () => {
  await seat.key(parseKeys('a', false), { repeat: 1 }, target);
  await desk.run('xdotool', 'search', '--name', '^started$', 'windowactivate', '--sync');
  expect((await eventually(titles, (all) => all[0] === 'started'))[0]).toBe('started');
  await seat.key(parseKeys('a', false), { repeat: 1 }, target);
  expect((await titles())[0]).toBe('started');
  expect(await active()).toBe('started');
});

test('the published keyboard layout stays the same', async () => {
  expect(await desk.run('setxkbmap', '-query')).toMatch(/layout:\s+de/);
});
