import { type CoordinateSpace, grid1000, pixelSpace, toModelPoint } from '../../core/coordinate-space.js';
import type { Point, Size } from '../../core/geometry.js';
import { readPoint } from '../adapter/coordinates.js';
import { readChatReply, withoutThinking } from './client.js';
import { picturePart, textPart } from './parts.js';

const pictureSize: Size = { width: 1_280, height: 800 };
const square = { x: 930, y: 170, width: 60, height: 60 };
const center: Point = { x: square.x + square.width / 2, y: square.y + square.height / 2 };

/** The request that shows how a model counts coordinates: it asks for the position of a square on a drawn picture. */
export async function calibrationRequest(): Promise<Record<string, unknown>> {
  const { default: sharp } = await import('sharp');
  const patch = await sharp({ create: { width: square.width, height: square.height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { ...pictureSize, channels: 3, background: 'white' } })
    .composite([{ input: patch, left: square.x, top: square.y }])
    .png()
    .toBuffer();
  const text = 'Where would you click to hit the center of the red square? Answer only with the two numbers, as x,y.';
  return { messages: [{ role: 'user', content: [textPart(text), picturePart({ type: 'image/png', bytes })] }] };
}

/** The coordinate space in which the answer hits the square; undefined if it misses in all of them. */
export function detectSpace(response: unknown): CoordinateSpace | undefined {
  const text = withoutThinking(readChatReply(response)?.text ?? '');
  const point = findPoint(text.slice(-200));
  const geometry = { size: pictureSize, region: { x: 0, y: 0, ...pictureSize } };
  return [pixelSpace, grid1000].find((space) => {
    const expected = toModelPoint(space, center, geometry);
    return point !== undefined && Math.hypot(point.x - expected.x, point.y - expected.y) <= square.width;
  });
}

function findPoint(text: string): Point | undefined {
  const numbers = /-?\d+(?:\.\d+)?(?:[\s,;]+-?\d+(?:\.\d+)?){1,3}/.exec(text)?.[0];
  try {
    return numbers === undefined ? undefined : readPoint('click', numbers);
  } catch {
    return undefined; // three numbers are not a point
  }
}
