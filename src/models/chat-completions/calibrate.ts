import type { Point, Size } from '../../core/geometry.js';
import { grid1000, pixels, type Space, toModel } from '../../core/space.js';
import { readPoint } from '../adapter/arguments.js';
import { readChatAnswer } from './client.js';

const size: Size = { width: 1_280, height: 800 };
const square = { x: 930, y: 170, width: 60, height: 60 };
const middle: Point = { x: square.x + square.width / 2, y: square.y + square.height / 2 };

/** The question that tells how a model counts places: where is the square on this picture? */
export async function calibration(): Promise<Record<string, unknown>> {
  const { default: sharp } = await import('sharp');
  const patch = await sharp({ create: { width: square.width, height: square.height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { ...size, channels: 3, background: 'white' } })
    .composite([{ input: patch, left: square.x, top: square.y }])
    .png()
    .toBuffer();
  const url = `data:image/png;base64,${bytes.toString('base64')}`;
  const text =
    'Where would you click to hit the middle of the red square? Answer with nothing but the two numbers, as x,y.';
  const content = [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ];
  return { messages: [{ role: 'user', content }] };
}

/** The space in which the answer hits the square; nothing where it hits it in none. */
export function spaceIn(answer: unknown): Space | undefined {
  const text = readChatAnswer(answer)?.text.replace(/^\s*<think>[\s\S]*?<\/think>/, '') ?? '';
  const said = pointIn(text.slice(-200));
  const shown = { size, region: { x: 0, y: 0, ...size } };
  return [pixels, grid1000].find((space) => {
    const right = toModel(space, middle, shown);
    return said !== undefined && Math.hypot(said.x - right.x, said.y - right.y) <= square.width;
  });
}

function pointIn(text: string): Point | undefined {
  const numbers = /-?\d+(?:\.\d+)?(?:[\s,;]+-?\d+(?:\.\d+)?){1,3}/.exec(text)?.[0];
  try {
    return numbers === undefined ? undefined : readPoint('click', numbers);
  } catch {
    return undefined; // three numbers are no place
  }
}
