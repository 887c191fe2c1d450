import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseWindowDump } from '../../src/environments/container/screen/window-dump.js';
import { isBlank } from '../../src/environments/screen/evidence/pixel-changes.js';
import { createLinuxScreenReader } from '../../src/environments/x11/linux-screen-reader.js';
import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';
import { eventually, windowCalled } from './witness.js';

let desk: PrivateDesk;
let x: XDisplay;

beforeAll(async () => {
  desk = await openPrivateDesk();
  x = await openXDisplay({ display: desk.display, dial: () => dialDisplay(desk.display) });
}, 30_000);
afterAll(async () => {
  await x?.close();
  await desk?.close();
});

const geometry = async (id: string) => {
  const text = await desk.run('xwininfo', '-id', id.split('.')[0] ?? '');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(-?\\d+)`).exec(text)?.[1]);
  return {
    x: read('Absolute upper-left X'),
    y: read('Absolute upper-left Y'),
    width: read('Width'),
    height: read('Height'),
  };
};

/** The colours alone. The X server sends blue first. */
function toRgb(data: Buffer, order: 'bgr' | 'rgb' = 'bgr'): Buffer {
  const rgb = Buffer.alloc((data.length / 4) * 3);
  for (let pixel = 0; pixel < data.length / 4; pixel += 1)
    for (let part = 0; part < 3; part += 1)
      rgb[pixel * 3 + part] = data[pixel * 4 + (order === 'bgr' ? 2 - part : part)] ?? 0;
  return rgb;
}

test('an empty screen is blank and has the requested size', async () => {
  expect(isBlank(await x.pixels())).toBe(true);
  expect(await x.size()).toEqual({ width: 1280, height: 800 });
  expect(await x.monitors()).toEqual([{ x: 0, y: 0, width: 1280, height: 800 }]);
  expect(await x.windows()).toEqual([]);
});

test('windows have the titles, bounds and order that the window manager reports', async () => {
  desk.start('xterm', '-T', 'größer', '-geometry', '60x20+20+20');
  const first = await windowCalled(x, 'größer');
  desk.start('xterm', '-T', 'second', '-geometry', '60x20+200+100');
  const second = await windowCalled(x, 'second');
  await x.raise(second);
  expect(isBlank(await x.pixels())).toBe(false);
  for (const window of [first, second]) {
    const { bounds, app, pid, popup, dialog } = (await x.windows()).find(({ id }) => id === window.id) ?? window;
    expect(bounds).toEqual(await geometry(window.id));
    expect({ app, popup, dialog }).toEqual({ app: 'xterm', popup: false, dialog: false });
    expect(await desk.run('xprop', '-id', window.id, '_NET_WM_PID')).toContain(`= ${pid}`);
  }
  expect((await x.windows()).map(({ title, active }) => [title, active])).toEqual([
    ['second', true],
    ['größer', false],
  ]);
  expect(await x.focusedWindowId()).toBe(second.id);
  // On the frame of the window manager, and where both windows overlap.
  expect((await x.windowAt({ x: second.bounds.x + 5, y: second.bounds.y - 8 }))?.id).toBe(second.id);
  expect((await x.windowAt({ x: second.bounds.x + 5, y: second.bounds.y + 5 }))?.id).toBe(second.id);
  expect(await x.windowAt({ x: 1270, y: 790 })).toBeUndefined();

  await x.raise(first);
  expect(Number(await desk.run('xdotool', 'getwindowfocus'))).toBe(Number.parseInt(first.id, 16));
  expect((await x.windows()).map(({ title }) => title)).toEqual(['größer', 'second']);
});

test('captures a covered window and a region of the screen', async () => {
  const second = await windowCalled(x, 'second');
  const picture = await createLinuxScreenReader({ x }).picture({ window: second });
  expect(picture.region).toEqual(second.bounds);
  await x.raise(second);
  const open = await createLinuxScreenReader({ x }).picture({ region: second.bounds });
  const { data: alone } = await sharp(picture.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { data: shown } = await sharp(open.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const different = alone.filter((value, index) => value !== shown[index]).length;
  expect(different / alone.length).toBeLessThan(0.02); // the caret is drawn otherwise with and without the keys
  const part = await createLinuxScreenReader({ x }).picture({ region: { x: 210, y: 130, width: 100, height: 50 } });
  const file = join(desk.home, 'part.png');
  await desk.run('scrot', '-a', '210,130,100,50', file);
  expect(await sharp(part.bytes).removeAlpha().raw().toBuffer()).toEqual(
    await sharp(file).removeAlpha().raw().toBuffer(),
  );
});

test('a minimised window is not shown, can be raised and can be closed', async () => {
  const second = await windowCalled(x, 'second');
  await desk.run('xdotool', 'windowminimize', '--sync', String(Number.parseInt(second.id, 16)));
  const now = async () => (await x.windows()).find(({ id }) => id === second.id);
  expect((await eventually(now, (window) => window?.shown === false))?.shown).toBe(false);
  await x.raise(second);
  expect((await now())?.shown).toBe(true);
  const changed = x.changes.waitForChange(5000);
  await x.closeWindow(second);
  expect(await changed).toBe(true);
  expect(await eventually(now, (window) => window === undefined)).toBeUndefined();
  await expect(x.raise(second)).rejects.toMatchObject({ code: 'stale_element' });
});

test('captures a new covered window, also when its number is reused', async () => {
  await x.raise(await windowCalled(x, 'größer'));
  for (const title of ['former', 'later']) {
    const program = desk.start('xterm', '-T', title, '-geometry', '20x4+700+500', '-e', 'cat');
    const window = await windowCalled(x, title);
    x.retainPixels(window);
    expect(await x.windowPixels(window)).toMatchObject({ width: window.bounds.width, height: window.bounds.height });
    program.kill();
    await eventually(
      async () => (await x.windows()).length,
      (count) => count === 1,
    );
  }
});

test('lists an open menu as a window of its program', async () => {
  const owner = await windowCalled(x, 'größer');
  const { bounds } = owner;
  await desk.run(
    'xdotool',
    'mousemove',
    String(bounds.x + 50),
    String(bounds.y + 50),
    'keydown',
    'ctrl',
    'mousedown',
    '1',
  );
  const menu = async () => (await x.windows()).find(({ popup }) => popup);
  const shown = await eventually(menu, (window) => window !== undefined);
  await desk.run('xdotool', 'mousemove', '1200', '780', 'mouseup', '1', 'keyup', 'ctrl');
  expect(shown).toMatchObject({ popup: true, app: 'xterm', pid: owner.pid });
  expect(await eventually(menu, (window) => window === undefined)).toBeUndefined();
});

test('reads and writes short and long texts through the clipboard', async () => {
  const copied: ChildProcess[] = [];
  try {
    expect(await x.readClipboard()).toBe('');
    for (const text of ['grüße 漢字 😀\n', `${'äé漢😀'.repeat(100_000)}end`]) {
      await x.writeClipboard(`ours: ${text}`);
      const pasted = await desk.run('sh', '-c', 'xclip -selection clipboard -o | sha256sum');
      expect(pasted).toContain(createHash('sha256').update(`ours: ${text}`).digest('hex'));

      const file = join(desk.home, 'copied');
      await writeFile(file, text);
      const xclip = spawn('xclip', ['-quiet', '-selection', 'clipboard', '-i', file], {
        env: desk.environment,
        stdio: 'ignore',
      });
      copied.push(xclip);
      expect(
        (await eventually(
          () => x.readClipboard(),
          (now) => now === text,
        )) === text,
      ).toBe(true);
    }
  } finally {
    for (const child of copied) child.kill();
  }
}, 20_000);

test('a picture of which only parts were read again equals the one that xwd takes', async () => {
  const file = join(desk.home, 'screen.xwd');
  const witnessed = async () => {
    await desk.run('xwd', '-root', '-silent', '-out', file);
    return parseWindowDump(await readFile(file), { width: 1280, height: 800 }, desk.display).data;
  };
  const equalsWitness = async () => toRgb((await x.pixels()).data).equals(toRgb(await witnessed(), 'rgb'));
  const check = async () => expect(await eventually(equalsWitness, (equal) => equal)).toBe(true);
  await check();
  const print = 'for i in $(seq 300); do echo "line $i"; sleep 0.002; done; sleep 60';
  desk.start('xterm', '-T', 'printing', '-geometry', '60x20+300+300', '-e', 'sh', '-c', print);
  const printing = await windowCalled(x, 'printing');
  await x.windowPixels(printing); // from now on the server draws the window later than its program
  for (let reads = 0; reads < 40; reads += 1) expect((await x.pixels()).data.length).toBe(1280 * 800 * 4);
  await check();
  await desk.run('xdotool', 'windowmove', printing.id, '500', '60');
  await check();
  await x.closeWindow(printing);
  await check();
}, 30_000);

test('reports a change of the screen size', async () => {
  await desk.run('xrandr', '--newmode', 'small', ...'60 1024 1025 1026 1027 768 769 770 771'.split(' '));
  await desk.run('xrandr', '--addmode', 'screen', 'small');
  const changed = x.changes.waitForChange(5000);
  await desk.run('xrandr', '--output', 'screen', '--mode', 'small');
  expect(await changed).toBe(true);
  expect(await x.size()).toEqual({ width: 1024, height: 768 });
  const { width, height, data } = await x.pixels();
  expect([width, height, data.length]).toEqual([1024, 768, 1024 * 768 * 4]);
  await desk.run('xrandr', '--output', 'screen', '--mode', '1280x800');
});
