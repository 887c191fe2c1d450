import { HandrailError } from './errors.js';
import type { Point, Rect, Size } from './geometry.js';
import { checkName } from './options.js';

/** How a model expresses points on a picture. */
export type CoordinateSpace =
  /** Pixels of the picture, in the size it was sent. */
  | { kind: 'pixels' }
  /** A grid over the whole picture: a value is divided by `cells`, and `max` is the highest value. */
  | { kind: 'grid'; cells: number; max: number };

export const pixelSpace: CoordinateSpace = { kind: 'pixels' };
export const grid999: CoordinateSpace = { kind: 'grid', cells: 1_000, max: 999 };
export const grid1000: CoordinateSpace = { kind: 'grid', cells: 1_000, max: 1_000 };

/** The size of a picture and the screen region that it shows. */
export interface PictureGeometry {
  size: Size;
  region: Rect;
}

/** Converts a model's point to screen pixels. Throws `out_of_range` if it is not on the picture. */
export function toScreenPoint(space: CoordinateSpace, { x, y }: Point, picture: PictureGeometry): Point {
  if (!picture?.size || !picture.region) throw noGeometry('toScreenPoint');
  const max = maxCoordinates(space, picture);
  if (!isInRange(x, max.width) || !isInRange(y, max.height)) throw outOfRange({ x, y }, max);
  if (isFraction(x) && isFraction(y) && x + y > 0)
    throw new HandrailError(
      'out_of_range',
      `(${x}, ${y}) looks like fractions of the screen.`,
      `Use x from 0 to ${max.width} and y from 0 to ${max.height}.`,
    );
  const { region, size } = picture;
  return {
    x: region.x + toScreenOffset(space, x, size.width, region.width),
    y: region.y + toScreenOffset(space, y, size.height, region.height),
  };
}

/** Callers without type checks can pass the arguments in another order. */
function checkGeometry(owner: string, space: CoordinateSpace, point: Point, picture: PictureGeometry): void {
  checkName(owner, 'kind of coordinate space', space?.kind, ['pixels', 'grid']);
  if (!Number.isFinite(point?.x) || !Number.isFinite(point?.y))
    throw new HandrailError('invalid_option', `${owner} needs a point with the numbers x and y.`);
  if (!picture?.size || !picture.region) throw noGeometry(owner);
}

function noGeometry(owner: string): HandrailError {
  return new HandrailError(
    'invalid_option',
    `${owner} needs size and region of the picture.`,
    'Pass an observed image.',
  );
}

/** Converts a screen point to the model's space. The inverse of `toScreenPoint`. */
export function toModelPoint(space: CoordinateSpace, point: Point, picture: PictureGeometry): Point {
  checkGeometry('toModelPoint', space, point, picture);
  const { x, y } = point;
  const { size, region } = picture;
  const across = (x - region.x) / region.width;
  const down = (y - region.y) / region.height;
  const toValue = (fraction: number, pixels: number): number =>
    space.kind === 'grid'
      ? Math.min(space.max, Math.max(0, Math.round(fraction * space.cells)))
      : Math.min(pixels - 1, Math.max(0, Math.floor(fraction * pixels)));
  return { x: toValue(across, size.width), y: toValue(down, size.height) };
}

/** Converts a length in the model's space to screen pixels. */
export function toScreenLength(
  space: CoordinateSpace,
  length: number,
  axis: 'x' | 'y',
  { size, region }: PictureGeometry,
): number {
  const side = axis === 'x' ? 'width' : 'height';
  return space.kind === 'grid' ? (length / space.cells) * region[side] : (length / size[side]) * region[side];
}

/** The highest valid x and y. */
export function maxCoordinates(space: CoordinateSpace, { size }: Pick<PictureGeometry, 'size'>): Size {
  if (space.kind === 'grid') return { width: space.max, height: space.max };
  return { width: size.width - 1, height: size.height - 1 };
}

function toScreenOffset(space: CoordinateSpace, value: number, pictureLength: number, screenLength: number): number {
  // A pixel of a reduced picture covers several screen pixels: use its middle. Multiply before dividing, to avoid rounding errors.
  const offset =
    space.kind === 'grid'
      ? (value * screenLength) / space.cells
      : ((value + (Number.isInteger(value) ? 0.5 : 0)) * screenLength) / pictureLength;
  return Math.max(0, Math.min(Math.floor(offset), Math.ceil(screenLength) - 1));
}

function isInRange(value: number, max: number): boolean {
  return Number.isFinite(value) && value >= 0 && value < max + 1;
}

function isFraction(value: number): boolean {
  return value < 1 && (value === 0 || !Number.isInteger(value));
}

function outOfRange({ x, y }: Point, { width, height }: Size): HandrailError {
  const isSwapped = isInRange(y, width) && isInRange(x, height) && Number.isFinite(x + y);
  return new HandrailError(
    'out_of_range',
    `(${x}, ${y}) is not on the screenshot.`,
    `x goes from 0 to ${width}, y from 0 to ${height}.${isSwapped ? ' Are x and y swapped?' : ''}`,
  );
}
