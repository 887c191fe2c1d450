import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSession, openSession, type Picture } from '../../src/index.js';
import { named } from '../support/named.js';
import { type Served, servePages } from '../support/serve.js';

const page = `<title>Picture</title><style>body { margin: 0; background: rgb(0, 128, 0) } input { position: absolute; font: 30px monospace; border: 0 }</style>
  <input type="password" aria-label="Key" value="visible secret" style="left: 100px; top: 100px; width: 400px; height: 60px; background: white; -webkit-text-security: none">
  <input aria-label="Plain" value="shown" style="left: 100px; top: 300px; width: 400px; height: 60px; background: white">
  <button style="position: absolute; left: 700px; top: 400px; width: 200px; height: 80px">Go</button>
  <script>window.before = document.documentElement.outerHTML.length</script>`;

describe('pictures', () => {
  let server: Served;
  let session: BrowserSession;
  const image = async (options: Parameters<BrowserSession['observe']>[0]): Promise<Picture> => {
    const { image: taken } = await session.observe(options);
    if (!taken) throw new Error('No picture was taken.');
    return taken;
  };
  const pixels = async (picture: Picture) =>
    sharp(picture.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorsIn = async (picture: Picture, box: { x: number; y: number; width: number; height: number }) => {
    const { data, info } = await pixels(picture);
    const colors = new Set<string>();
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (let x = box.x; x < box.x + box.width; x += 1)
        colors.add(data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3).join());
    }
    return colors;
  };

  beforeAll(async () => {
    server = await servePages({ '/': page });
    session = await openSession({ url: server.url, viewport: { width: 1000, height: 700 } });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  it('are taken only on request', async () => expect((await session.observe()).image).toBeUndefined());

  it.each(['png', 'jpeg', 'webp'] as const)('are encoded as %s, at the requested size', async (type) => {
    const whole = await image({ picture: 'plain', pictureAs: { type } });
    expect(whole).toMatchObject({ type: `image/${type}`, size: { width: 1000, height: 700 }, marks: false });
    const small = await image({ picture: 'plain', pictureAs: { type, size: { width: 500 } } });
    expect(small.size).toEqual({ width: 500, height: 350 });
    for (const one of [whole, small]) {
      const { width, height, format } = await sharp(one.bytes).metadata();
      expect({ width, height, format }).toEqual({ ...one.size, format: type });
    }
  });

  it('show a region', async () => {
    const region = { x: 690, y: 390, width: 220, height: 100 };
    const part = await image({ picture: 'plain', region });
    expect(part).toMatchObject({ size: { width: 220, height: 100 }, region });
    const corner = await colorsIn(part, { x: 0, y: 0, width: 5, height: 5 });
    expect([...corner]).toEqual(['0,128,0']);
    expect((await colorsIn(part, { x: 20, y: 20, width: 100, height: 40 })).has('0,128,0')).toBe(false);
  });

  it('mask passwords, and nothing else', async () => {
    const whole = await image({ picture: 'plain' });
    expect((await colorsIn(whole, { x: 105, y: 105, width: 390, height: 50 })).size).toBe(1);
    expect((await colorsIn(whole, { x: 105, y: 305, width: 390, height: 50 })).size).toBeGreaterThan(5);
    const part = await image({ picture: 'plain', region: { x: 90, y: 90, width: 420, height: 80 } });
    expect((await colorsIn(part, { x: 15, y: 15, width: 390, height: 50 })).size).toBe(1);
  });

  it('have marks next to the elements, drawn on the picture and never into the page', async () => {
    const plain = await pixels(await image({ picture: 'plain' }));
    const marked = await image({ picture: 'marks' });
    expect(marked.marks).toBe(true);
    const { data } = await pixels(marked);
    const seen = await session.observe();
    const go = named(seen, 'Go').bounds;
    let changedInside = 0;
    let changedAround = 0;
    for (let y = go.y - 24; y < go.y + go.height + 24; y += 1) {
      for (let x = go.x - 40; x < go.x + go.width + 40; x += 1) {
        const at = (y * 1000 + x) * 4;
        const differs = data.subarray(at, at + 3).compare(plain.data.subarray(at, at + 3)) !== 0;
        const isInside = x > go.x + 3 && y > go.y + 3 && x < go.x + go.width - 3 && y < go.y + go.height - 3;
        if (differs && isInside) changedInside += 1;
        if (differs && !isInside) changedAround += 1;
      }
    }
    expect(changedAround).toBeGreaterThan(100);
    expect(changedInside).toBe(0);
    const after = await pixels(await image({ picture: 'plain' }));
    expect(after.data.equals(plain.data)).toBe(true);
  });

  it('have device pixels', async () => {
    const sharper = await openSession({ url: server.url, viewport: { width: 500, height: 400 }, deviceScaleFactor: 2 });
    try {
      const { image: taken } = await sharper.observe({ picture: 'marks' });
      expect(taken?.size).toEqual({ width: 1000, height: 800 });
      const { width } = await sharp(taken?.bytes).metadata();
      expect(width).toBe(1000);
    } finally {
      await sharper.close();
    }
  });

  it('show the visible screen, scrolled or not', async () => {
    const tall = await openSession({
      url: 'data:text/html,<body style="margin:0"><div style="height:2000px"></div><div style="height:2000px;background:rgb(0,0,255)"></div>',
      viewport: { width: 300, height: 200 },
    });
    try {
      await tall.perform({ type: 'scroll', dx: 0, dy: 2500 });
      const { image: part } = await tall.observe({ picture: 'plain', region: { x: 10, y: 10, width: 50, height: 50 } });
      const { data } = await sharp(part?.bytes).raw().toBuffer({ resolveWithObject: true });
      expect([...data.subarray(0, 3)]).toEqual([0, 0, 255]);
    } finally {
      await tall.close();
    }
  });
});
