import { HandrailError } from './errors.js';
import type { Point, Rect, Size } from './geometry.js';

/** How a model counts places on a picture it was shown. */
export type Space =
  /** Pixels of that picture, whatever size it was sent in. */
  | { kind: 'pixels' }
  /** A grid over all of it: the place is value / cells, and `last` is the highest value there is. */
  | { kind: 'grid'; cells: number; last: number };

export const pixels: Space = { kind: 'pixels' };
export const grid999: Space = { kind: 'grid', cells: 1_000, last: 999 };
export const grid1000: Space = { kind: 'grid', cells: 1_000, last: 1_000 };

/** A picture as far as places on it go: its own size, and the part of the screen it shows. */
export interface Shown {
  size: Size;
  region: Rect;
}

/** Where on the screen a model means. Throws `out_of_range` for a place that is not on the picture. */
export function toScreen(space: Space, { x, y }: Point, shown: Shown): Point {
  const limits = limitsOf(space, shown);
  if (!isWithin(x, limits.width) || !isWithin(y, limits.height)) throw outside({ x, y }, limits);
  if (isFraction(x) && isFraction(y) && x + y > 0)
    throw new HandrailError(
      'out_of_range',
      `(${x}, ${y}) looks like fractions of the screen.`,
      `Give x from 0 to ${limits.width} and y from 0 to ${limits.height}.`,
    );
  const { region, size } = shown;
  return {
    x: region.x + along(space, x, size.width, region.width),
    y: region.y + along(space, y, size.height, region.height),
  };
}

/** How a model would write a place on the screen: the counterpart of `toScreen`. */
export function toModel(space: Space, { x, y }: Point, { size, region }: Shown): Point {
  const across = (x - region.x) / region.width;
  const down = (y - region.y) / region.height;
  const write = (share: number, pixels: number): number =>
    space.kind === 'grid'
      ? Math.min(space.last, Math.max(0, Math.round(share * space.cells)))
      : Math.min(pixels - 1, Math.max(0, Math.floor(share * pixels)));
  return { x: write(across, size.width), y: write(down, size.height) };
}

/** A length a model gave in its own space, in pixels of the screen. */
export function toScreenLength(space: Space, length: number, axis: 'x' | 'y', { size, region }: Shown): number {
  const side = axis === 'x' ? 'width' : 'height';
  return space.kind === 'grid' ? (length / space.cells) * region[side] : (length / size[side]) * region[side];
}

/** The highest values there are. */
export function limitsOf(space: Space, { size }: Pick<Shown, 'size'>): Size {
  if (space.kind === 'grid') return { width: space.last, height: space.last };
  return { width: size.width - 1, height: size.height - 1 };
}

function along(space: Space, value: number, pictureLength: number, screenLength: number): number {
  // A pixel of a picture that was made smaller stands for several: its middle is meant. Multiplied first, or whole pixels are missed by a hair.
  const place =
    space.kind === 'grid'
      ? (value * screenLength) / space.cells
      : ((value + (Number.isInteger(value) ? 0.5 : 0)) * screenLength) / pictureLength;
  return Math.max(0, Math.min(Math.floor(place), Math.ceil(screenLength) - 1));
}

function isWithin(value: number, last: number): boolean {
  return Number.isFinite(value) && value >= 0 && value < last + 1;
}

function isFraction(value: number): boolean {
  return value < 1 && (value === 0 || !Number.isInteger(value));
}

function outside({ x, y }: Point, { width, height }: Size): HandrailError {
  const isSwapped = isWithin(y, width) && isWithin(x, height) && Number.isFinite(x + y);
  return new HandrailError(
    'out_of_range',
    `(${x}, ${y}) is not on the screenshot.`,
    `x goes from 0 to ${width}, y from 0 to ${height}.${isSwapped ? ' Are x and y swapped?' : ''}`,
  );
}
