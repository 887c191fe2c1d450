import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeys } from '../../src/core/keys/keys.js';
import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import { openConnection } from '../../src/environments/x11/protocol/connection.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';
import { createProperties } from '../../src/environments/x11/protocol/properties.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';
import { type BareDisplay, openBareDisplay } from './bare-display.js';
import { startHeldSeat } from './start-held-seat.js';
import { eventually, windowCalled } from './witness.js';

let bare: BareDisplay;
let x: XDisplay;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handrail-bare-'));
  bare = await openBareDisplay();
  x = await openXDisplay({ display: bare.display, dial: () => dialDisplay(bare.display) });
}, 20_000);
afterAll(async () => {
  await x?.close();
  await bare?.close();
  await rm(folder, { recursive: true, force: true });
});

test('lists, types into, raises and closes windows without a window manager', async () => {
  const file = join(folder, 'typed');
  bare.start('xterm', '-T', 'one', '-geometry', '60x10+10+10', '-e', 'sh', '-c', `cat > ${file}`);
  const one = await windowCalled(x, 'one');
  bare.start('xterm', '-T', 'two', '-geometry', '60x10+100+60');
  const two = await windowCalled(x, 'two');
  await x.raise(two);
  expect((await x.windows()).map(({ title, active }) => [title, active])).toEqual([
    ['two', true],
    ['one', false],
  ]);
  const seat = await x.openSeat();
  await seat.type('grün 漢\n', one);
  expect(
    await eventually(
      () => readFile(file, 'utf8'),
      (text) => text !== '',
    ),
  ).toBe('grün 漢\n');
  expect(await x.focusedWindowId()).toBe(two.id);
  await seat.close();
  await x.raise(one);
  expect((await x.windows())[0]?.title).toBe('one');
  await x.closeWindow(one);
  const titles = async () => (await x.windows()).map(({ title }) => title);
  expect(await eventually(titles, (all) => all.length === 1)).toEqual(['two']);
});

test('keeps a launched program below the user window without a window manager', async () => {
  bare.start('xterm', '-T', 'person', '-geometry', '60x10+10+10');
  const person = await windowCalled(x, 'person');
  await x.raise(person);
  const notice = await x.expectLaunch('xterm', 5000);
  bare.start('xterm', '-T', 'started', '-geometry', '60x10+20+20');
  await windowCalled(x, 'started');
  notice.end();
  const front = async () => (await x.windows())[0]?.title;
  expect(await eventually(front, (title) => title === 'person')).toBe('person');
  expect((await x.windowAt({ x: 40, y: 40 }))?.title).toBe('person');
  expect(await x.focusedWindowId()).toBe(person.id);
  for (const title of ['started', 'person']) await x.closeWindow(await windowCalled(x, title));
});

test('the core seat types into the focused window and moves the pointer of the display', async () => {
  const file = join(folder, 'own');
  bare.start('xterm', '-T', 'own', '-geometry', '60x10+10+400', '-e', 'sh', '-c', `cat > ${file}`);
  const window = await windowCalled(x, 'own');
  const seat = await x.openCoreSeat();
  await x.raise(window);
  await seat.type('Größe € 😀', window);
  await seat.key(parseKeys('Enter'), { repeat: 1 }, window);
  expect(
    await eventually(
      () => readFile(file, 'utf8').catch(() => ''), // the terminal has not started its program yet
      (text) => text !== '',
    ),
  ).toBe('Größe € 😀\n');
  await seat.click({ x: 321, y: 432 }, { button: 'left', count: 1, modifiers: [] });
  expect(await x.pointer()).toEqual({ x: 321, y: 432 });
  await seat.close();
});

test('removes devices and keys that a killed process left behind', async () => {
  const before = await bare.run('xinput', 'list', '--short');
  const map = await bare.run('xmodmap', '-pke');
  const child = await startHeldSeat(bare.display);
  await once(child.stdout ?? child, 'data');
  expect(await bare.run('xinput', 'list', '--short')).toContain(`handrail ${child.pid}`);
  expect(await bare.run('xmodmap', '-pke')).not.toBe(map);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await bare.run('xinput', 'list', '--short')).toContain(`handrail ${child.pid}`);

  const seat = await x.openSeat();
  const now = await bare.run('xinput', 'list', '--short');
  expect(now).not.toContain(`handrail ${child.pid} `);
  expect(now).toContain(`handrail ${process.pid} `);
  expect(await bare.run('xmodmap', '-pke')).toBe(map);
  await seat.close();
  expect(await bare.run('xinput', 'list', '--short')).toBe(before);
}, 20_000);

test('sends the cookie from the Xauthority file, and reports the refusal without it', async () => {
  const file = join(folder, 'authority');
  const locked = await openBareDisplay({ authority: file });
  try {
    const dial = () => dialDisplay(locked.display);
    await expect(openXDisplay({ display: locked.display, dial })).rejects.toMatchObject({ code: 'desktop_missing' });
    const opened = await openXDisplay({ display: locked.display, dial, authority: file });
    expect(await opened.size()).toEqual({ width: 1280, height: 800 });
    await opened.close();
  } finally {
    await locked.close();
  }
});

test('reports a missing XTEST extension when a seat is opened', async () => {
  const deaf = await openBareDisplay({ without: 'XTEST' });
  const display = await openXDisplay({ display: deaf.display, dial: () => dialDisplay(deaf.display) });
  try {
    for (const seat of [display.openSeat(), display.openCoreSeat()]) {
      await expect(seat).rejects.toMatchObject({
        code: 'background_unavailable',
        message: expect.stringContaining('XTEST'),
      });
    }
  } finally {
    await display.close();
    await deaf.close();
  }
});

test('does not use the atoms of one server on another', async () => {
  const other = await openBareDisplay();
  const openProperties = async (display: string) => {
    const connection = await openConnection({ display, dial: () => dialDisplay(display) });
    return { connection, properties: createProperties(connection) };
  };
  const [here, there] = await Promise.all([openProperties(bare.display), openProperties(other.display)]);
  try {
    const numbers = [await here.properties.atom('_HANDRAIL_FIRST'), await here.properties.atom('_HANDRAIL_SECOND')];
    const swapped = [await there.properties.atom('_HANDRAIL_SECOND'), await there.properties.atom('_HANDRAIL_FIRST')];
    const nameOn = async (display: BareDisplay, atom: number | undefined) =>
      (await display.run('xlsatoms', '-range', `${atom}-${atom}`)).trim();
    expect(await nameOn(bare, numbers[0])).toContain('_HANDRAIL_FIRST');
    expect(await nameOn(other, swapped[0])).toContain('_HANDRAIL_SECOND');
    expect(await nameOn(other, swapped[1])).toContain('_HANDRAIL_FIRST');
  } finally {
    await Promise.all([here.connection.close(), there.connection.close()]);
    await other.close();
  }
});

test('names a display that does not exist', async () => {
  await expect(openXDisplay({ display: ':4321', dial: () => dialDisplay(':4321') })).rejects.toMatchObject({
    code: 'desktop_missing',
    message: expect.stringContaining(':4321'),
  });
});

test('ends all waits within a second when the server is killed', async () => {
  const doomed = await openBareDisplay();
  const display = await openXDisplay({ display: doomed.display, dial: () => dialDisplay(doomed.display) });
  const seat = await display.openSeat();
  const waiting = [
    display.changes.waitForChange(30_000),
    display.pixels(),
    display.windows(),
    display.readClipboard(),
  ].map((call) =>
    call.then(
      () => 'answered',
      (error) => error.code,
    ),
  );
  const start = performance.now();
  doomed.kill();
  const ends = await Promise.all(waiting);
  expect(ends[0]).toBe('display_died');
  expect((await display.lost).code).toBe('display_died');
  for (const call of [
    display.size(),
    seat.move({ x: 1, y: 1 }),
    display.changes.waitForChange(1000),
    display.windows(),
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'display_died' });
  }
  expect(performance.now() - start).toBeLessThan(1000);
  await display.close();
  await doomed.close();
});
