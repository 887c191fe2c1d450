import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';

/** What models of the Qwen family make of a picture: both sides a multiple of `factor`, the area within bounds. */
export interface Resizing {
  factor: number;
  /** In pixels. */
  least: number;
  most: number;
}

/** The size such a model sees a picture in. Throws `invalid_option` for one that is more than 200 times as long as wide. */
export function smartResize({ width, height }: Size, { factor, least, most }: Resizing): Size {
  if (Math.max(width, height) / Math.min(width, height) > 200)
    throw new HandrailError(
      'invalid_option',
      `A screen of ${width}x${height} is too narrow for this model.`,
      'Use one that is at most 200 times as long as wide.',
    );
  const tall = Math.max(factor, halfToEven(height / factor) * factor);
  const wide = Math.max(factor, halfToEven(width / factor) * factor);
  if (tall * wide > most) {
    const shrink = Math.sqrt((height * width) / most);
    const scaled = (side: number): number => Math.max(factor, Math.floor(side / shrink / factor) * factor);
    return { width: scaled(width), height: scaled(height) };
  }
  if (tall * wide < least) {
    const grow = Math.sqrt(least / (height * width));
    const scaled = (side: number): number => Math.ceil((side * grow) / factor) * factor;
    return { width: scaled(width), height: scaled(height) };
  }
  return { width: wide, height: tall };
}

/** As the models' own preprocessing rounds: 0.5 goes to the even side. */
function halfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
