import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeys } from '../../src/core/keys/keys.js';
import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';
import type { Seat, XDisplay } from '../../src/environments/x11/x-display.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';
import { eventually, mixedText, openSeatBehind, windowCalled } from './witness.js';

let desk: PrivateDesk;
let x: XDisplay;
let seat: Seat;
let back: ScreenWindow;
const once = { repeat: 1 };

beforeAll(async () => {
  desk = await openPrivateDesk();
  x = await openXDisplay({ display: desk.display, dial: () => dialDisplay(desk.display) });
  const writing = (file: string) => ['-e', 'sh', '-c', `stty -icrnl; cat > ${join(desk.home, file)}`];
  desk.start('xterm', '-T', 'back', '-geometry', '80x20+20+20', ...writing('typed'));
  desk.start('xterm', '-T', 'front', '-geometry', '80x20+400+300', ...writing('front'));
  back = await windowCalled(x, 'back');
  seat = await openSeatBehind(desk, x);
}, 30_000);
afterAll(async () => {
  await x?.close();
  await desk?.close();
});

const typed = (file = 'typed') => readFile(join(desk.home, file), 'utf8').catch(() => '');
/** The user's state: the focused window and the pointer position. */
const userState = () => desk.run('xdotool', 'getwindowfocus', 'getwindowname', 'getmouselocation');
const keyboardMap = () => desk.run('sh', '-c', 'xkbcomp -xkb $DISPLAY - 2>/dev/null; xmodmap -pke');

/** Types a line. The terminal passes it on after Control+J. */
async function typesExactly(text: string): Promise<void> {
  const before = await typed();
  await seat.type(text, back);
  await seat.key(parseKeys('Control+j'), once, back);
  const added = async () => (await typed()).slice(before.length);
  expect(await eventually(added, (now) => now.length > text.length, 10_000)).toBe(`${text}\n`);
}

test('types into a background window while the user focus and pointer stay', async () => {
  const before = await userState();
  await typesExactly('Hello, World! ~^`"\'\\');
  expect(await userState()).toBe(before);
  expect(before).toContain('front');
  expect((await x.windows()).filter(({ active }) => active).map(({ title }) => title)).toEqual(['front']);
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
  await desk.run('setxkbmap', '-option', '', 'us');
});

test('types 2,000 characters with more different ones than there are spare keys', async () => {
  for (const line of mixedText(2000, 500)) await typesExactly(line);
}, 30_000);

test('Caps Lock does not change the typed text', async () => {
  await seat.key(parseKeys('CapsLock'), once, back);
  await typesExactly('Mixed Case');
  await seat.key(parseKeys('CapsLock'), once, back);
  await typesExactly('Mixed Case');
});

test('restores the key map after a while, and key map and devices when a seat is closed', async () => {
  const marked = async () => (await desk.run('xprop', '-root', '_HANDRAIL_KEYS')).includes('=');
  expect(await eventually(marked, (is) => !is)).toBe(false);
  const devices = await desk.run('xinput', 'list', '--short');
  const map = await keyboardMap();
  const other = await openXDisplay({ display: desk.display, dial: () => dialDisplay(desk.display) });
  try {
    const second = await other.openSeat();
    await other.windows();
    expect(await desk.run('xinput', 'list', '--short')).not.toBe(devices);
    await second.type('∫∬∭', back);
    expect(await keyboardMap()).not.toBe(map);
    await second.close();
    expect(await desk.run('xinput', 'list', '--short')).toBe(devices);
    expect(await keyboardMap()).toBe(map);
  } finally {
    await other.close();
  }
});
