import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';

/** How models of the Qwen family resize a picture: both sides a multiple of `factor`, the area within limits. */
export interface ResizeLimits {
  factor: number;
  minPixels: number;
  maxPixels: number;
}

/** The size to which such a model resizes a picture. Throws `invalid_option` if one side is over 200 times as long as the other. */
export function smartResize({ width, height }: Size, { factor, minPixels, maxPixels }: ResizeLimits): Size {
  if (Math.max(width, height) / Math.min(width, height) > 200)
    throw new HandrailError(
      'invalid_option',
      `A screen of ${width}x${height} is too narrow for this model.`,
      'Use one whose longer side is at most 200 times the shorter one.',
    );
  const tall = Math.max(factor, halfToEven(height / factor) * factor);
  const wide = Math.max(factor, halfToEven(width / factor) * factor);
  if (tall * wide > maxPixels) {
    const shrink = Math.sqrt((height * width) / maxPixels);
    const scaled = (side: number): number => Math.max(factor, Math.floor(side / shrink / factor) * factor);
    return { width: scaled(width), height: scaled(height) };
  }
  if (tall * wide < minPixels) {
    const grow = Math.sqrt(minPixels / (height * width));
    const scaled = (side: number): number => Math.ceil((side * grow) / factor) * factor;
    return { width: scaled(width), height: scaled(height) };
  }
  return { width: wide, height: tall };
}

/** Rounds as the models' own preprocessing does: 0.5 goes to the even number. */
function halfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
