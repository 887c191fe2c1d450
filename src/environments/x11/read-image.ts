import { HandrailError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry.js';
import type { Pixels } from '../screen/screen.js';
import type { XConnection } from './protocol/connection.js';

const zPixmap = 2;
const allPlanes = 0xffffffff;
const minDepth = 24;

/** Undefined when the server refuses: the drawable is gone or smaller than the region. */
export async function readImage(
  x: XConnection,
  drawable: number,
  region: Rect,
  depth: number,
): Promise<Pixels | undefined> {
  checkDepth(depth);
  const { width, height } = region;
  const image = await x.tryQuery<{ data: Buffer }>((client, callback) =>
    client.GetImage(zPixmap, drawable, region.x, region.y, width, height, allPlanes, callback),
  );
  return image && { width, height, data: image.data.subarray(0, width * height * 4) };
}

export function checkDepth(depth: number): void {
  if (depth >= minDepth) return;
  throw new HandrailError(
    'unsupported',
    `The display has ${depth} bits per pixel; ${minDepth} are needed.`,
    'Start the display with 24 bits: Xvfb :99 -screen 0 1440x900x24.',
  );
}
