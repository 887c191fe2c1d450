import {
  type CoordinateSpace,
  type PictureGeometry,
  toModelPoint,
  toScreenLength,
  toScreenPoint,
} from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { readPoint } from '../adapter/coordinates.js';

/** Two numbers, or the four of a box. */
const pointText = /^[\s([]*-?\d+(?:\.\d+)?(?:[\s,;]+-?\d+(?:\.\d+)?){1,3}[\s)\]]*$/;
const maxPointLength = 80;
const textFields = new Set(['selector', 'source', 'target']);
const listFields = new Set(['coordinate', 'from_coordinate', 'to_coordinate']);

/** The input of a tool with all coordinates in pixels of the screen. Throws `out_of_range` for a point outside the picture. */
export function coordinatesToScreen(
  tool: string,
  input: Record<string, unknown>,
  space: CoordinateSpace,
  geometry: PictureGeometry,
): Record<string, unknown> {
  const entries = Object.entries(input).map(([name, value]) => {
    if (textFields.has(name)) return [name, selectorToScreen(tool, value, space, geometry)];
    if (listFields.has(name) && value !== null) {
      const { x, y } = toScreenPoint(space, readPoint(tool, value), geometry);
      return [name, [x, y]];
    }
    if (name === 'region' && isRecord(value)) return [name, regionToScreen(tool, value, space, geometry)];
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Converts "x,y", or [x, y] instead of a text. Any other selector stays as it is. */
function selectorToScreen(tool: string, value: unknown, space: CoordinateSpace, geometry: PictureGeometry): unknown {
  const isList = Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'number');
  const isPoint = isList || (typeof value === 'string' && value.length < maxPointLength && pointText.test(value));
  if (!isPoint) return value;
  const { x, y } = toScreenPoint(space, readPoint(tool, value), geometry);
  return `${x},${y}`;
}

function regionToScreen(
  tool: string,
  { x, y, width, height }: Record<string, unknown>,
  space: CoordinateSpace,
  geometry: PictureGeometry,
): unknown {
  const origin = toScreenPoint(space, readPoint(tool, [x, y]), geometry);
  if (typeof width !== 'number' || typeof height !== 'number')
    throw new HandrailError('invalid_input', `${tool} needs width and height in "region".`, 'Pass them as numbers.');
  return {
    ...origin,
    width: Math.round(toScreenLength(space, width, 'x', geometry)),
    height: Math.round(toScreenLength(space, height, 'y', geometry)),
  };
}

/** A UI map with its points in the model's coordinates. Text in quotation marks is the page's own and stays as it is. */
export function mapToModel(map: string, space: CoordinateSpace, geometry: PictureGeometry): string {
  if (isIdentity(space, geometry)) return map;
  return map.replace(
    /("(?:[^"\\\n]|\\.)*")|(?<=\s)\((-?\d+),(-?\d+)\)/g,
    (all, quoted?: string, x?: string, y?: string) => {
      if (quoted !== undefined) return quoted;
      const point = toModelPoint(space, { x: Number(x), y: Number(y) }, geometry);
      return x === undefined ? all : `(${point.x},${point.y})`;
    },
  );
}

/** Whether a pixel of the picture is the same pixel of the screen. */
function isIdentity(space: CoordinateSpace, { size, region }: PictureGeometry): boolean {
  const isSameSize = size.width === region.width && size.height === region.height;
  return space.kind === 'pixels' && isSameSize && region.x === 0 && region.y === 0;
}
