import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { center } from '../../src/core/geometry.js';
import { parseKeys } from '../../src/core/keys/keys.js';
import { openCuaScreen } from '../../src/environments/desktop/cua-driver/open-cua-screen.js';
import type { Screen, ScreenNode, ScreenWindow } from '../../src/environments/screen/screen.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';

const plainClick = { button: 'left', count: 1, modifiers: [] } as const;

let desk: PrivateDesk;
let screen: Screen;
let file: string;
const notes: string[] = [];

beforeAll(async () => {
  desk = await openPrivateDesk();
  file = join(desk.home, 'letter.txt');
  await writeFile(file, 'Dear\n');
  desk.start('galculator');
  desk.start('mousepad', '--disable-server', file);
  screen = await openCuaScreen({ env: desk.environment, note: (text) => notes.push(text) });
  await vi.waitFor(async () => expect(await titles()).toHaveLength(2), { timeout: 20_000, interval: 50 });
  await vi.waitFor(async () => expect((await nodes('galculator')).length).toBeGreaterThan(20), { timeout: 10_000 });
});

afterAll(async () => {
  await screen?.close();
  await desk?.close();
});

let before: string;
beforeEach(async () => {
  await desk.run('xdotool', 'mousemove', '1100', '740');
  before = await person();
});

/** The user's focused window and pointer position. */
async function person(): Promise<string> {
  const focus = await desk.run('xdotool', 'getwindowfocus', 'getwindowname');
  return `${focus.trim()} ${(await desk.run('xdotool', 'getmouselocation')).split(' screen')[0]}`;
}

async function titles(): Promise<string[]> {
  return (await screen.reader.windows()).map(({ title }) => title);
}

async function windowOf(title: string): Promise<ScreenWindow> {
  const found = (await screen.reader.windows()).find((window) => window.title.includes(title));
  if (!found) throw new Error(`There is no window "${title}", only ${(await titles()).join(', ')}.`);
  return found;
}

async function nodes(title: string): Promise<ScreenNode[]> {
  return (await screen.reader.tree({ windows: [await windowOf(title)] })).nodes;
}

async function nodeOf(title: string, role: string, name = ''): Promise<ScreenNode> {
  const found = (await nodes(title)).find((node) => node.role === role && node.name === name);
  if (!found) throw new Error(`There is no ${role} "${name}".`);
  return found;
}

/** What galculator itself puts on the clipboard as its result. */
async function result(): Promise<string> {
  await screen.input.chooseMenuItem(['Edit', 'Copy Display Value'], await windowOf('galculator'));
  return desk.run('xclip', '-selection', 'clipboard', '-o');
}

async function press(how: 'element' | 'place', ...labels: string[]): Promise<void> {
  const window = await windowOf('galculator');
  const all = await nodes('galculator');
  for (const label of labels) {
    const node = all.find(({ role, name }) => role === 'Button' && name === label);
    if (!node) throw new Error(`There is no button "${label}".`);
    const place = center(node.bounds ?? { x: 0, y: 0, width: 0, height: 0 });
    await screen.input.click(how === 'element' ? { ...place, window, node } : { ...place, window }, plainClick);
  }
}

test.each(['element', 'place'] as const)('galculator computes, its buttons clicked by %s', async (how) => {
  await press(how, 'AC', '6', '*', '7', '=');
  await expect.poll(result, { timeout: 15_000 }).toBe('42');
  expect(await person()).toBe(before);
});

test('windows are listed front first, with their programs', async () => {
  await screen.input.raise(await windowOf('galculator'));
  await expect.poll(async () => (await titles())[0]).toBe('galculator');
  await screen.input.raise(await windowOf('letter'));
  await expect.poll(async () => (await titles())[0]).toContain('letter');
  const [front, behind] = await screen.reader.windows();
  expect(front).toMatchObject({ app: 'Mousepad', active: true, shown: true });
  expect(behind).toMatchObject({ app: 'Galculator', active: false });
  const facts = await desk.run('xwininfo', '-id', behind?.id ?? '');
  const told = ['upper-left X', 'upper-left Y', 'Width', 'Height'].map((fact) =>
    Number(new RegExp(`${fact}:\\s+(\\d+)`).exec(facts)?.[1]),
  );
  const { x, y, width, height } = behind?.bounds ?? {};
  expect([x, y, width, height]).toEqual(told);
});

test('any text is written and appended exactly', async () => {
  const window = await windowOf('letter');
  const field = await nodeOf('letter', 'TextInput');
  await screen.input.type('Grüße 你好 😀\n', { window, node: field }, { clear: true });
  await screen.input.type('plain words, ', { window, node: field }, { clear: false });
  await screen.input.type('then €', { window }, { clear: false });
  await screen.input.chooseMenuItem(['File', 'Save'], await windowOf('letter'));
  await expect.poll(() => readFile(file, 'utf8')).toBe('Grüße 你好 😀\nplain words, then €');
  expect(await person()).toBe(before);
});

test('a node keeps its key while texts around it change', async () => {
  const window = await windowOf('letter');
  const keys = async () => {
    const all = [...(await nodes('galculator')), ...(await nodes('letter'))];
    return all.map(({ key, role, name }) => `${key} ${role} ${name}`);
  };
  const first = await keys();
  await press('element', 'AC', '7');
  await screen.input.type('another', { window, node: await nodeOf('letter', 'TextInput') }, { clear: true });
  expect(await keys()).toEqual(first);
  expect(new Set(first).size).toBe(first.length);
  expect(await nodeOf('galculator', 'TextInput')).toMatchObject({ value: '7' });
  expect(await nodeOf('letter', 'TextInput')).toMatchObject({ value: 'another' });
});

test('a node that is gone is stale, and nothing is clicked', async () => {
  const window = await windowOf('galculator');
  const node = { ...(await nodeOf('galculator', 'Button', '9')), key: `${window.id}/999999` };
  await press('element', 'AC', '4');
  const click = screen.input.click({ x: 0, y: 0, window, node }, plainClick);
  await expect(click).rejects.toMatchObject({ code: 'stale_element' });
  expect(await result()).toBe('4');
});

test('what the driver cannot do in the background is refused, and nothing happens', async () => {
  const window = await windowOf('galculator');
  const five = await nodeOf('galculator', 'Button', '5');
  const aim = { ...center(five.bounds ?? window.bounds), window, node: five };
  await press('element', 'AC', '8');
  const attempts = [
    () => screen.input.key(parseKeys('5'), { repeat: 1 }, { window }),
    () => screen.input.click(aim, { ...plainClick, button: 'right' }),
    () => screen.input.click(aim, { ...plainClick, count: 2 }),
    () => screen.input.scroll(aim, { dx: 0, dy: 300 }, []),
    () => screen.input.drag([aim, { ...aim, x: aim.x + 40 }], []),
  ];
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({ code: 'background_unavailable', hint: expect.any(String) });
  }
  expect(await result()).toBe('8');
  expect(await person()).toBe(before);
  const gone = { ...window, id: '12345' };
  await expect(screen.input.click({ x: 5, y: 5, window: gone }, plainClick)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(screen.input.chooseMenuItem(['Edit', 'Nonsense'], window)).rejects.toMatchObject({
    code: 'not_found',
    hint: expect.stringContaining('"Copy Display Value"'),
  });
});

test('captures the screen and a covered window', async () => {
  const size = await screen.reader.size();
  expect(size).toEqual({ width: 1280, height: 800 });
  const pixels = await screen.reader.pixels();
  expect(pixels.data).toHaveLength(1280 * 800 * 4);
  const whole = await screen.reader.picture({});
  expect(whole).toMatchObject({ type: 'png', size, region: { x: 0, y: 0, ...size } });
  const window = await windowOf('galculator');
  const own = await screen.reader.picture({ window });
  expect(own.size).toEqual({ width: window.bounds.width, height: window.bounds.height });
  const part = await screen.reader.picture({ region: { x: 10, y: 20, width: 100, height: 50 } });
  expect(part.size).toEqual({ width: 100, height: 50 });
});

test('finds text without bounds by search', async () => {
  const windows = [await windowOf('letter')];
  const { nodes: found } = await screen.reader.tree({ windows, find: 'root account' });
  expect(found.map(({ name }) => name).join()).toContain('using the root account');
  const { nodes: items } = await screen.reader.tree({ windows, find: 'word wrap' });
  expect(items).toContainEqual(expect.objectContaining({ role: 'MenuItem', name: 'Word Wrap' }));
});

test('reads and writes the clipboard of the desktop', async () => {
  await screen.input.writeClipboard('Zwölf €');
  expect(await desk.run('xclip', '-selection', 'clipboard', '-o')).toBe('Zwölf €');
  expect(await screen.input.readClipboard()).toBe('Zwölf €');
});

test('lists programs without kernel threads, starts them with arguments, and closes them', async () => {
  const apps = await screen.input.listApps();
  expect(apps.map(({ app }) => app)).toContain('Galculator');
  expect(apps.map(({ app }) => app).join()).not.toMatch(/kthreadd|kworker|vitest/);
  const trap = join(desk.home, 'trap');
  await expect(screen.input.launch('no-such-program', [])).rejects.toMatchObject({ code: 'unknown_app' });
  await expect(screen.input.launch(`touch ${trap}`, [])).rejects.toMatchObject({ code: 'unknown_app' });
  await screen.input.launch('xterm', ['-title', `two words; $(touch ${trap})`]);
  await expect.poll(titles, { timeout: 20_000 }).toContain(`two words; $(touch ${trap})`);
  // A terminal has no button and no menu of its own to close it by.
  await screen.input.closeWindow(await windowOf('two words'));
  await expect.poll(async () => (await titles()).length, { timeout: 10_000 }).toBe(2);
  expect(notes.splice(0)).toEqual([expect.stringContaining('its program was killed')]);
  await screen.input.closeWindow(await windowOf('galculator'));
  await expect.poll(async () => (await titles()).length, { timeout: 10_000 }).toBe(1);
  await expect(readFile(trap)).rejects.toThrow('ENOENT');
  expect(notes).toEqual([]);
});
