import { HandrailError } from '../../core/errors.js';
import { intersect, type Rect } from '../../core/geometry.js';
import type { Pixels } from '../screen/screen.js';
import type { XConnection } from './protocol/connection.js';
import { hasExtension, readGeometry } from './protocol/core-requests.js';
import { readImage } from './read-image.js';
import type { WindowChanges } from './window-changes.js';

const maxReads = 3;
const bytesPerPixel = 4;
const includeInferiors = 1;

/**
 * Returns the function that reads the screen. After the first read, only the area that was drawn since is transferred: over the connection to a
 * container, a whole screen takes longer than everything else that an action does.
 */
export async function createScreenPixels(x: XConnection, changes: WindowChanges): Promise<() => Promise<Pixels>> {
  // With DRI3, programs present frames that the server may not report as drawn.
  const isEveryDrawReported = changes.reportsDrawing && !(await hasExtension(x, 'DRI3'));
  const copyContext = x.allocateId();
  x.send((client) => client.CreateGC(copyContext, x.root, { subwindowMode: includeInferiors, graphicsExposures: 0 }));
  let last: Pixels | undefined;
  let drawn: Rect | undefined;
  let lastRead: Promise<unknown> = Promise.resolve();
  changes.onDraw((area) => {
    drawn = drawn ? unite(drawn, area) : area;
  });

  /**
   * Reads a copy of the area. While the server sends an image of the screen itself, it can draw what a program sent before, and then writes the
   * report of it into the middle of the image.
   */
  async function readCopy(area: Rect, depth: number): Promise<Pixels | undefined> {
    const { width, height } = area;
    const pixmap = x.allocateId();
    x.send((client) => {
      client.CreatePixmap(pixmap, x.root, depth, width, height);
      client.CopyArea(x.root, pixmap, copyContext, area.x, area.y, 0, 0, width, height);
    });
    try {
      return await readImage(x, pixmap, { x: 0, y: 0, width, height }, depth);
    } finally {
      x.send((client) => client.FreePixmap(pixmap));
      x.releaseId(pixmap);
    }
  }

  async function read(): Promise<Pixels> {
    for (let reads = 0; reads < maxReads; reads += 1) {
      // The reports of everything drawn before this request arrive before its reply.
      const geometry = await readGeometry(x, x.root);
      if (!geometry) break;
      const { width, height, depth } = geometry;
      const screen: Rect = { x: 0, y: 0, width, height };
      const known = isEveryDrawReported && last?.width === width && last.height === height ? last : undefined;
      const area = known ? drawn && intersect(drawn, screen) : screen;
      if (known && !area) return known;
      const region = area ?? screen;
      drawn = undefined;
      last = undefined;
      const [part, after] = await Promise.all([readCopy(region, depth), readGeometry(x, x.root)]);
      if (!part || after?.width !== width || after.height !== height) continue; // the screen was resized in between
      last = known ? replaceArea(known, part, region) : part;
      return last;
    }
    throw new HandrailError('bad_picture', 'The X server returned no image of its screen.', 'Observe again.');
  }

  return () => {
    const reading = lastRead.then(read);
    lastRead = reading.catch(() => undefined); // its caller receives the error
    return reading;
  };
}

function unite(one: Rect, other: Rect): Rect {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** A copy of the picture with new pixels in an area. */
function replaceArea({ width, height, data }: Pixels, part: Pixels, area: Rect): Pixels {
  const copy = Buffer.from(data);
  const rowBytes = part.width * bytesPerPixel;
  for (let row = 0; row < part.height; row += 1) {
    const target = ((area.y + row) * width + area.x) * bytesPerPixel;
    part.data.copy(copy, target, row * rowBytes, (row + 1) * rowBytes);
  }
  return { width, height, data: copy };
}
