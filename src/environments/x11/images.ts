import { HandrailError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry.js';
import type { Pixels } from '../screen/screen.js';
import { sleep } from '../screen/settle/sleep.js';
import type { XConnection } from './protocol/connection.js';
import { readGeometry } from './protocol/core-requests.js';

/** Reads pixels from the X server. */
export interface Images {
  readScreen(): Promise<Pixels>;
  /** The pixels of a window without the windows in front of it. Undefined without Composite, or when the window is not shown. */
  readWindow(window: number): Promise<Pixels | undefined>;
  /** Makes the server retain the pixels of a window. For a new window, which draws itself anyway, `readWindow` is fast then. */
  retain(window: number): void;
}

const zPixmap = 2;
const allPlanes = 0xffffffff;
const automaticUpdate = 0;
const minDepth = 24;
const maxScreenReads = 3;
/** How long a program has to start drawing what was hidden, and the interval between two reads. */
const redrawTimeoutMs = 250;
const redrawPollMs = 40;

/** `onRetain` receives each window whose pixels the server retains. */
export async function createImages(x: XConnection, onRetain: (window: number) => void): Promise<Images> {
  const composite = await x.extension('composite');
  const retained = new Set<number>();
  x.onEvent((event) => {
    if (event.name === 'DestroyNotify') retained.delete(event.wid); // its number may be reused
  });
  const root = await readGeometry(x, x.root);
  if (root && root.depth < minDepth) throw unsupportedDepth(root.depth);

  async function readScreen(): Promise<Pixels> {
    for (let reads = 0; reads < maxScreenReads; reads += 1) {
      const screen = await readGeometry(x, x.root);
      if (!screen) break;
      const pixels = await readImage(x, x.root, { x: 0, y: 0, ...screen }, screen.depth);
      if (pixels) return pixels; // the server refuses when the screen has shrunk in between
    }
    throw new HandrailError('bad_picture', 'The X server returned no image of its screen.', 'Observe again.');
  }

  async function readPixmap(window: number): Promise<Pixels | undefined> {
    const geometry = await readGeometry(x, window);
    if (!geometry || !composite) return undefined;
    const pixmap = x.allocateId();
    x.send(() => composite.NameWindowPixmap(window, pixmap));
    try {
      const { borderWidth, width, height, depth } = geometry;
      return await readImage(x, pixmap, { x: borderWidth, y: borderWidth, width, height }, depth);
    } finally {
      x.send((client) => client.FreePixmap(pixmap));
      x.releaseId(pixmap);
    }
  }

  /** Reads a window that was hidden until now, until its program has drawn it and the pixels stay the same. */
  async function readAfterRedraw(window: number): Promise<Pixels | undefined> {
    const deadline = performance.now() + redrawTimeoutMs;
    let last = await readPixmap(window);
    let isDrawing = false;
    while (last && performance.now() < (isDrawing ? deadline + redrawTimeoutMs : deadline)) {
      await sleep(redrawPollMs);
      const now = await readPixmap(window);
      if (!now || (isDrawing && now.data.equals(last.data))) return now;
      isDrawing ||= !now.data.equals(last.data);
      last = now;
    }
    return last;
  }

  function retain(window: number): void {
    if (!composite || retained.has(window)) return;
    x.send(() => composite.RedirectWindow(window, automaticUpdate));
    retained.add(window);
    onRetain(window);
  }

  return {
    readScreen,
    async readWindow(window) {
      if (!composite) return undefined;
      if (retained.has(window)) return readPixmap(window);
      retain(window);
      return readAfterRedraw(window);
    },
    retain,
  };
}

/** Undefined when the server refuses: the drawable is gone or smaller than the region. */
async function readImage(x: XConnection, drawable: number, region: Rect, depth: number): Promise<Pixels | undefined> {
  if (depth < minDepth) throw unsupportedDepth(depth);
  const { width, height } = region;
  const image = await x.tryQuery<{ data: Buffer }>((client, callback) =>
    client.GetImage(zPixmap, drawable, region.x, region.y, width, height, allPlanes, callback),
  );
  return image && { width, height, data: image.data.subarray(0, width * height * 4) };
}

function unsupportedDepth(depth: number): HandrailError {
  return new HandrailError(
    'unsupported',
    `The display has ${depth} bits per pixel; ${minDepth} are needed.`,
    'Start the display with 24 bits: Xvfb :99 -screen 0 1440x900x24.',
  );
}
