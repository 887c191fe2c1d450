import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { type Shown, type Space, toModel, toScreen } from '../../core/space.js';
import { readPoint } from '../adapter/arguments.js';

/** Two numbers, or the four of a box. */
const written = /^[\s([]*-?\d+(?:\.\d+)?(?:[\s,;]+-?\d+(?:\.\d+)?){1,3}[\s)\]]*$/;
const longest = 80;
const asText = new Set(['selector', 'source', 'target']);
const asList = new Set(['coordinate', 'from_coordinate', 'to_coordinate']);

/** The input of a tool with every place in pixels of the screen. Throws `out_of_range` for one that is not on the picture. */
export function placesToScreen(
  tool: string,
  input: Record<string, unknown>,
  space: Space,
  shown: Shown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (asText.has(name)) return [name, selectorToScreen(tool, value, space, shown)];
      if (asList.has(name) && value !== null) {
        const { x, y } = toScreen(space, readPoint(tool, value), shown);
        return [name, [x, y]];
      }
      if (name === 'region' && isRecord(value)) return [name, regionToScreen(tool, value, space, shown)];
      return [name, value];
    }),
  );
}

/** "x,y", or [x, y] where a text is wanted. Whatever else it is, is no place. */
function selectorToScreen(tool: string, value: unknown, space: Space, shown: Shown): unknown {
  const isList = Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'number');
  if (!isList && !(typeof value === 'string' && value.length < longest && written.test(value))) return value;
  const { x, y } = toScreen(space, readPoint(tool, value), shown);
  return `${x},${y}`;
}

function regionToScreen(tool: string, region: Record<string, unknown>, space: Space, shown: Shown): unknown {
  const { x, y, width, height } = region;
  const from = toScreen(space, readPoint(tool, [x, y]), shown);
  if (typeof width !== 'number' || typeof height !== 'number')
    throw new HandrailError('invalid_input', `${tool} needs width and height in "region".`, 'Give them as numbers.');
  const across = space.kind === 'grid' ? space.cells : shown.size.width;
  const down = space.kind === 'grid' ? space.cells : shown.size.height;
  return {
    ...from,
    width: Math.round((width / across) * shown.region.width),
    height: Math.round((height / down) * shown.region.height),
  };
}

/** A UI map with its places as the model counts them. What stands in quotation marks is the page's own text. */
export function placesInMap(map: string, space: Space, shown: Shown): string {
  if (isPlain(space, shown)) return map;
  return map.replace(
    /("(?:[^"\\\n]|\\.)*")|(?<=\s)\((-?\d+),(-?\d+)\)/g,
    (all, quoted?: string, x?: string, y?: string) => {
      if (quoted !== undefined) return quoted;
      const place = toModel(space, { x: Number(x), y: Number(y) }, shown);
      return x === undefined ? all : `(${place.x},${place.y})`;
    },
  );
}

/** One pixel of the picture is one of the screen. */
function isPlain(space: Space, { size, region }: Shown): boolean {
  return (
    space.kind === 'pixels' &&
    size.width === region.width &&
    size.height === region.height &&
    region.x === 0 &&
    region.y === 0
  );
}
