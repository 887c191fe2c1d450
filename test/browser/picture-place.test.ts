import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

/** Two canvases near the right and lower edges, a field, and a red square at a known place. A click draws nothing, so the canvases are compared. */
const page = `<!doctype html><title>Canvases</title><style>body { margin: 0; height: 2000px }
  canvas { position: absolute; width: 120px; height: 80px } #mark { position: absolute; left: 40px; top: 60px; width: 20px; height: 20px; background: rgb(255,0,0) }</style>
<div id="mark"></div><button style="position:absolute;left:200px;top:60px" onclick="">Nothing</button><input aria-label="Name" style="position:absolute;left:300px;top:60px">
<canvas style="left:1000px;top:300px"></canvas><canvas style="left:1100px;top:500px"></canvas><canvas style="left:900px;top:600px"></canvas>`;

let served: Served;
let session: BrowserSession;
beforeAll(async () => {
  served = await servePages({ '/': page, '/next': page });
  session = await openSession({ url: served.url, viewport: { width: 1280, height: 720 } });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

/** Where the red square is on the picture. */
async function findMark(): Promise<{ x: number; y: number } | undefined> {
  const { image } = await session.observe({ picture: 'plain' });
  if (!image) throw new Error('There is no picture.');
  const { data, info } = await sharp(image.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1)
    if ((data[pixel * 3] ?? 0) > 240 && (data[pixel * 3 + 1] ?? 255) < 15 && (data[pixel * 3 + 2] ?? 255) < 15)
      return { x: pixel % info.width, y: Math.floor(pixel / info.width) };
  return undefined;
}

it('a picture shows the page at its place after every kind of action on a page with several canvases', async () => {
  const { elements } = await session.observe();
  const button = elements.find(({ name }) => name === 'Nothing')?.id ?? 'el_0';
  const field = elements.find(({ name }) => name === 'Name')?.id ?? 'el_0';
  const before = await findMark();
  expect(before).toEqual({ x: 40, y: 60 });
  for (const action of [
    { type: 'click', target: { element: button } },
    { type: 'type', target: { element: field }, text: 'words' },
    { type: 'key', keys: 'Escape' },
    { type: 'move', target: { x: 600, y: 200 } },
    { type: 'click', target: { x: 1050, y: 340 } },
  ] as const) {
    await session.perform(action);
    expect(await findMark(), action.type).toEqual(before);
  }
  await session.perform({ type: 'navigate', url: `${served.url}/next` });
  expect(await findMark()).toEqual(before);
});
