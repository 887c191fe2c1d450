import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeys } from '../../src/core/keys.js';
import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import { dialDisplay } from '../../src/environments/x11/dial-display.js';
import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import type { Seat, XDisplay } from '../../src/environments/x11/x-display.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';
import { eventually, windowCalled } from './witness.js';

let desk: PrivateDesk;
let x: XDisplay;
let seat: Seat;
let back: ScreenWindow;

beforeAll(async () => {
  desk = await openPrivateDesk();
  x = await openXDisplay({ display: desk.display, dial: () => dialDisplay(desk.display) });
  seat = await x.takeSeat();
  desk.start('xterm', '-T', 'back', '-geometry', '80x20+20+20', '-e', 'sh', '-c', `cat > ${join(desk.home, 'typed')}`);
  back = await windowCalled(x, 'back');
  desk.start(
    'xterm',
    '-T',
    'front',
    '-geometry',
    '80x20+400+300',
    '-e',
    'sh',
    '-c',
    `cat > ${join(desk.home, 'front')}`,
  );
  await windowCalled(x, 'front');
  await desk.run('xdotool', 'search', '--sync', '--name', '^front$', 'windowactivate', '--sync');
  await desk.run('xdotool', 'mousemove', '1100', '700');
}, 30_000);
afterAll(async () => {
  await x?.close();
  await desk?.close();
});

const typed = (file = 'typed') => readFile(join(desk.home, file), 'utf8').catch(() => '');
const person = () => desk.run('xdotool', 'getwindowfocus', 'getwindowname', 'getmouselocation');

async function typesExactly(text: string): Promise<void> {
  const before = await typed();
  await seat.type(`${text}\n`, back);
  expect(
    await eventually(
      async () => (await typed()).slice(before.length),
      (now) => now.length > text.length,
    ),
  ).toBe(`${text}\n`);
}

test('keys go to a window in the background while the person keeps focus and pointer', async () => {
  const before = await person();
  await typesExactly('Hello, World! ~^`"\'\\');
  expect(await person()).toBe(before);
  expect(before).toContain('front');
  expect(await typed('front')).toBe('');
});

test.each([
  ['us', []],
  ['de', []],
  ['ru', []],
  ['us', ['-variant', 'dvorak']],
  ['us,ru', []],
  ['fr', ['-option', 'ctrl:swapcaps']],
])('types any text with the layout %s %j', async (layout, options) => {
  await desk.run('setxkbmap', '-layout', layout, ...options);
  await typesExactly('The quick brown fox @ 12:34 ~^`´ {[|]} \\ ÄÖÜß é€ Привет, мир! 日本語 中文 😀👍🏽 ∑√');
  await seat.key(parseKeys('Control+u'), { repeat: 1 }, back);
  await desk.run('setxkbmap', '-option', '', 'us');
});
