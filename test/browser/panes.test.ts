import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../src/index.js';

const page = `<!doctype html><style>body { margin: 0; height: 3000px } button { position: absolute; border: 0; width: 90px; height: 30px } div { position: relative }</style>
<div id="outer" style="left:50px;top:50px;width:300px;height:200px;overflow:auto"><div style="height:900px">
  <div id="inner" style="top:20px;left:20px;width:240px;height:150px;overflow:auto"><div style="height:600px">Inner</div></div>
  <button aria-label="Blue" style="left:20px;top:600px;background:rgb(0,0,255)"></button></div></div>
<div id="full" style="left:400px;top:0;width:200px;height:100px;overflow:auto"><div id="filling" style="width:180px;height:300px;overflow:auto"><div style="height:900px">Filling</div></div></div>
<button aria-label="Orange" style="left:600px;top:1800px;background:rgb(255,128,0)"></button>`;

let session: BrowserSession;
beforeAll(async () => {
  session = await openSession({ policy: 'open', viewport: { width: 1000, height: 700 } });
});
beforeEach(() => session.perform({ type: 'navigate', url: `data:text/html,${encodeURIComponent(page)}` }));
afterAll(() => session?.close());

const call = (name: string, input: unknown): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, {
    session,
    memory: new Map(),
    rails: { gate: () => 'allow' },
    knownElement: (id) => session.knownElement(id),
  });
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;

it.each([
  ['Blue', [0, 0, 255]],
  ['Orange', [255, 128, 0]],
])('A picture of %s, which is out of view, shows this element', async (selector, colour) => {
  const { error, pictures = [] } = await call('screenshot', { selector });
  expect(error).toBeUndefined();
  const { data, info } = await sharp(pictures[0]?.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  for (const [index, part] of colour.entries()) expect(Math.abs((data[middle + index] ?? -99) - part)).toBeLessThan(12);
});

it('scroll with a pane scrolls this pane, and not a pane in it', async () => {
  expect((await call('scroll', { direction: 'down', selector: '#outer', amount: 60 })).error).toBeUndefined();
  await expect.poll(() => inPage('outer.scrollTop + " " + inner.scrollTop')).toBe('60 0');
  expect((await call('scroll', { direction: 'down', selector: '#full', amount: 40 })).error).toBeUndefined();
  await expect.poll(() => inPage('full.scrollTop + " " + filling.scrollTop')).toBe('40 0');
});

it('scroll without an amount moves by most of the height of the pane', async () => {
  expect((await call('scroll', { direction: 'down', selector: '#outer' })).error).toBeUndefined();
  await expect.poll(() => inPage('outer.scrollTop')).toBe(160);
});
