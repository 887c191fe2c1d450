import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';
import type { Seat, XDisplay } from '../../src/environments/x11/x-display.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';
import { type WatchedEvents, watchEvents } from './watch-events.js';
import { eventually, openSeatBehind, windowCalled } from './witness.js';

let desk: PrivateDesk;
let x: XDisplay;
let seat: Seat;
let heard: WatchedEvents;
let back: ScreenWindow;
const notes: string[] = [];

beforeAll(async () => {
  desk = await openPrivateDesk();
  x = await openXDisplay({
    display: desk.display,
    dial: () => dialDisplay(desk.display),
    note: (text) => notes.push(text),
  });
  heard = watchEvents(desk, 'back', '300x300+20+40');
  back = await windowCalled(x, 'back');
  desk.start('xterm', '-T', 'front', '-geometry', '60x20+500+300');
  seat = await openSeatBehind(desk, x);
}, 30_000);
afterAll(async () => {
  await x?.close();
  await desk?.close();
});

/** The user's state: the focused window, the pointer position and the stacking order. */
const userState = async () =>
  (await desk.run('xdotool', 'getwindowfocus', 'getwindowname', 'getmouselocation')) +
  (await desk.run('xprop', '-root', '_NET_CLIENT_LIST_STACKING', '_NET_ACTIVE_WINDOW'));
const inside = (left: number, top: number) => ({ x: back.bounds.x + left, y: back.bounds.y + top });
const plain = { button: 'left', count: 1, modifiers: [] } as const;

test.each([
  ['left', 1],
  ['middle', 2],
  ['right', 3],
  ['back', 8],
  ['forward', 9],
] as const)('a click with the %s button arrives and leaves the user state unchanged', async (button, number) => {
  const before = await userState();
  expect(before).toContain('front');
  const from = heard.mark();
  await seat.click(inside(50, 60), { button, count: 1, modifiers: [] });
  const events = await eventually(
    async () => heard.since(from),
    (all) => all.some(({ type }) => type === 'ButtonRelease'),
  );
  expect(events.filter(({ type }) => type === 'ButtonPress')).toMatchObject([
    { button: number, x: 50, y: 60, synthetic: false },
  ]);
  expect(await userState()).toBe(before);
});

test('holds modifiers during a click and releases them after it', async () => {
  const from = heard.mark();
  await seat.click(inside(10, 10), { ...plain, modifiers: ['Control', 'Shift'] });
  await seat.click(inside(10, 10), plain);
  const pressed = async () => heard.since(from).filter(({ type }) => type === 'ButtonPress');
  expect((await eventually(pressed, (all) => all.length === 2)).map(({ state }) => state)).toEqual([0x5, 0]);
});

test('sends three clicks, and one wheel notch per 100 pixels but at least one', async () => {
  const from = heard.mark();
  await seat.click(inside(10, 10), { ...plain, count: 3 });
  await seat.scroll(inside(10, 10), { dx: -30, dy: 520 }, []);
  const pressed = async () => heard.since(from).filter(({ type }) => type === 'ButtonRelease');
  const buttons = (await eventually(pressed, (all) => all.length === 9)).map(({ button }) => button);
  expect(buttons).toEqual([1, 1, 1, 5, 5, 5, 5, 5, 6]);
});

test('drags along the path with the button down, and releases a held button', async () => {
  const from = heard.mark();
  await seat.drag([inside(20, 20), inside(120, 20), inside(120, 200)], []);
  const events = await eventually(
    async () => heard.since(from),
    (all) => all.some(({ type }) => type === 'ButtonRelease'),
  );
  expect(events.find(({ type }) => type === 'ButtonPress')).toMatchObject({ x: 20, y: 20 });
  expect(events.find(({ type }) => type === 'ButtonRelease')).toMatchObject({ x: 120, y: 200 });
  const moved = events.filter(({ type, state }) => type === 'MotionNotify' && state === 0x100);
  expect(moved.length).toBeGreaterThan(10);
  expect(moved.some(({ x: left, y: top }) => left === 120 && top === 20)).toBe(true);

  const later = heard.mark();
  await seat.move(inside(30, 30));
  await seat.press('left');
  await seat.releaseAll();
  const released = async () => heard.since(later).filter(({ type }) => type === 'ButtonRelease');
  expect(await eventually(released, (all) => all.length > 0)).toHaveLength(1);
});

test('gives the focus back when a background window took it', async () => {
  const now = () => desk.run('xdotool', 'getwindowfocus', 'getwindowname');
  const before = await now();
  await x.guardFocus({ ms: 5000, isLaunching: true });
  desk.start('xterm', '-T', 'newcomer', '-geometry', '40x10+20+500');
  await windowCalled(x, 'newcomer');
  await desk.run('xdotool', 'search', '--name', '^newcomer$', 'windowfocus');
  expect(
    await eventually(
      async () => notes.length,
      (count) => count > 0,
    ),
  ).toBeGreaterThan(0);
  expect(await eventually(now, (name) => name === before)).toBe(before);
  expect(notes[0]).toContain('newcomer');
});

test('does not undo a focus change by the user', async () => {
  await x.guardFocus({ ms: 5000, isLaunching: true });
  await desk.run('xdotool', 'mousemove', String(back.bounds.x + 5), String(back.bounds.y + 5), 'click', '1');
  const now = async () => (await desk.run('xdotool', 'getwindowfocus', 'getwindowname')).trim();
  expect(await eventually(now, (name) => name === 'back')).toBe('back');
  await seat.click(inside(50, 50), plain);
  expect(await now()).toBe('back');
});
