import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Action, type BrowserSession, type ObserveOptions, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

/** One mark every 300 px, each in its own colour. The buttons do nothing. */
const marks = Array.from({ length: 8 }, (_, index) => ({
  name: `Mark ${index}`,
  color: [255, index * 30, 0] as const,
  html: `<button aria-label="Mark ${index}" style="left:40px;top:${60 + index * 300}px;width:20px;height:20px;border:0;padding:0;background:rgb(255,${index * 30},0)"></button>`,
}));

/** Three canvases near the right and lower edges, and controls of several kinds. */
const controls = `<button style="left:200px;top:60px">Nothing</button><input aria-label="Name" style="left:300px;top:60px">
<select aria-label="Size" style="left:200px;top:120px"><option>Small</option><option>Large</option></select>
<input type="checkbox" aria-label="Fast" style="left:300px;top:120px"><input type="range" aria-label="Volume" style="left:400px;top:120px">
<div id="card" draggable="true" style="left:200px;top:200px;width:90px;height:30px;background:#ccc">Card</div>
<div id="place" ondragover="event.preventDefault()" style="left:500px;top:200px;width:90px;height:30px;background:#eee">Place</div>
<p style="left:200px;top:240px;margin:0">Some words to select</p>
<div tabindex="0" aria-label="Pane" style="left:600px;top:300px;width:200px;height:100px;overflow:auto"><p style="height:900px">Long text</p></div>
<input aria-label="Far" style="left:200px;top:2000px">
<canvas style="left:1000px;top:300px"></canvas><canvas style="left:1100px;top:500px"></canvas><canvas style="left:900px;top:600px"></canvas>`;

const page = (style = '') =>
  `<!doctype html><title>Canvases</title><style>body { margin: 0; height: 2400px; ${style} } body > * { position: absolute } :focus { outline: none }
  canvas { width: 120px; height: 80px }</style>${marks.map(({ html }) => html).join('')}${controls}`;

let served: Served;
let session: BrowserSession;
beforeAll(async () => {
  served = await servePages({ '/': page(), '/next': page(), '/hidden': page('overflow: hidden; height: 100vh') });
  session = await openSession({ policy: 'open', url: served.url, viewport: { width: 1280, height: 720 } });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the picture that has this colour, in pixels of the picture. */
function findColor(
  data: Buffer,
  width: number,
  [red, green, blue]: readonly [number, number, number],
): Box | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, -1, -1, -1];
  for (let at = 0; at < data.length; at += 3) {
    if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) continue;
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    if (top < 0) top = y;
    [left, right, bottom] = [Math.min(left, x), Math.max(right, x), y];
  }
  return top < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Takes a picture and compares the place of every mark on it with the map. Returns the marks that it shows. */
async function compare(options: ObserveOptions = {}): Promise<string[]> {
  const { image, elements } = await session.observe({ picture: 'plain', budget: 8_000, ...options });
  if (!image) throw new Error('There is no picture.');
  const { region, size } = image;
  const { data, info } = await sharp(image.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = size.width / region.width;
  expect([info.width, info.height]).toEqual([size.width, size.height]);
  const listed: Record<string, Box> = {};
  const shown: Record<string, Box> = {};
  for (const { name, color } of marks) {
    const bounds = elements.find((element) => element.name === name)?.bounds;
    const isWhole = bounds && bounds.y >= 0 && bounds.y + bounds.height <= 720;
    const box = findColor(data, info.width, color);
    if (!isWhole) continue;
    const { x, y, width, height } = bounds;
    listed[name] = { x, y, width, height };
    if (box)
      shown[name] = {
        x: region.x + box.x / scale,
        y: region.y + box.y / scale,
        width: box.width / scale,
        height: box.height / scale,
      };
  }
  expect(shown).toEqual(listed);
  return Object.keys(shown);
}

const idOf = async (wanted: string) =>
  (await session.observe({ budget: 8_000 })).elements.find(({ name }) => name === wanted)?.id ?? 'el_9999';
const target = async (name: string) => ({ element: await idOf(name) });
const perform = async (action: Action) => {
  const { error } = await session.perform(action);
  expect(error, action.type).toBeUndefined();
};
const open = (path: string) => perform({ type: 'navigate', url: served.url + path });

const atTop = ['Mark 0', 'Mark 1', 'Mark 2'];

it.each<[string, string[], () => Promise<void>]>([
  ['click', atTop, async () => perform({ type: 'click', target: await target('Nothing') })],
  ['a click on a canvas', atTop, () => perform({ type: 'click', target: { x: 1050, y: 340 } })],
  ['type', atTop, async () => perform({ type: 'type', target: await target('Name'), text: 'words' })],
  ['key', atTop, () => perform({ type: 'key', keys: 'Escape' })],
  ['move', atTop, () => perform({ type: 'move', target: { x: 600, y: 250 } })],
  ['set_value of a field', atTop, async () => perform({ type: 'set_value', target: await target('Name'), value: 'x' })],
  [
    'set_value of a checkbox',
    atTop,
    async () => perform({ type: 'set_value', target: await target('Fast'), value: true }),
  ],
  [
    'set_value of a slider',
    atTop,
    async () => perform({ type: 'set_value', target: await target('Volume'), value: '80' }),
  ],
  [
    'a choice in a dropdown',
    atTop,
    async () => perform({ type: 'set_value', target: await target('Size'), value: 'Large' }),
  ],
  ['select_text', atTop, () => perform({ type: 'select_text', text: 'words to select' })],
  ['scroll', ['Mark 1', 'Mark 2', 'Mark 3'], () => perform({ type: 'scroll', dx: 0, dy: 300 })],
  ['scroll in a pane', atTop, () => perform({ type: 'scroll', target: { x: 650, y: 350 }, dx: 0, dy: 200 })],
  ['drag', atTop, async () => perform({ type: 'drag', path: [await target('Card'), { x: 540, y: 215 }] })],
  ['a field far below', ['Mark 6'], async () => perform({ type: 'type', target: { element: await far() }, text: 'x' })],
  ['reload', atTop, () => perform({ type: 'reload' })],
])('after %s a picture shows the page at the place of the map', async (_, expected, act) => {
  await open('/');
  expect(await compare()).toEqual(atTop);
  await act();
  expect(await compare()).toEqual(expect.arrayContaining(expected));
});

async function far() {
  const { elements } = await session.observe({ find: 'Far' });
  return elements[0]?.id ?? 'el_9999';
}

it('while a button or a key is held, and afterwards, a picture shows the page at its place', async () => {
  await open('/');
  await compare();
  await perform({ type: 'press', target: { x: 1050, y: 340 } });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'move', target: { x: 1150, y: 540 } });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'release' });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'key', keys: 'Shift', phase: 'down' });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'key', keys: 'Shift', phase: 'up' });
  expect(await compare()).toEqual(atTop);
});

it('in the history and in other tabs a picture shows the page at its place', async () => {
  await open('/');
  await perform({ type: 'scroll', dx: 0, dy: 300 });
  const scrolled = await compare();
  expect(scrolled).not.toEqual(atTop);
  await open('/next');
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'back' });
  expect(await compare()).toEqual(scrolled);
  await perform({ type: 'forward' });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'tab', do: 'new', url: `${served.url}/next` });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'scroll', dx: 0, dy: 300 });
  expect(await compare()).toEqual(scrolled);
  const { tabs = [] } = await session.observe();
  await perform({ type: 'tab', do: 'select', tab: tabs[0]?.id ?? '' });
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'tab', do: 'close', tab: tabs[1]?.id ?? '' });
  expect(await compare()).toEqual(atTop);
});

it('after the focus scrolled a body that hides its overflow, a picture shows the page at its place', async () => {
  await open('/hidden');
  expect(await compare()).toEqual(atTop);
  await perform({ type: 'evaluate', script: `document.querySelector('[aria-label=Pane]').focus()` });
  await perform({ type: 'key', keys: 'Tab' });
  expect((await session.perform({ type: 'evaluate', script: 'document.activeElement.ariaLabel' })).value).toBe('Far');
  const { value: top } = await session.perform({ type: 'evaluate', script: 'scrollY' });
  expect(top).toBeGreaterThan(1_000);
  expect(await compare()).toContain('Mark 6');
});

it.each<[string, ObserveOptions]>([
  ['a marked', { picture: 'marks' }],
  ['an enlarged', { pictureAs: { scale: 2 } }],
  ['a full-page', { wholePage: true }],
  ['a full-page marked', { wholePage: true, picture: 'marks' }],
])('after %s picture the next ones show the page at its place, also after actions', async (_, options) => {
  await open('/');
  for (const dy of [0, 300, 300]) {
    await perform({ type: 'scroll', dx: 0, dy });
    const before = await compare();
    await session.observe({ picture: 'plain', ...options });
    if (!options.picture) expect(await compare(options)).toEqual(before);
    expect(await compare()).toEqual(before);
    await perform({ type: 'click', target: { x: 1050, y: 200 } });
    expect(await compare()).toEqual(before);
  }
});
