import type { Box } from '../protocol.js';
import { attributeOf, clientLeftOf, clientTopOf, offsetWidthOf, parentOf, rectOf, rootOf } from './native-node.js';
import { closestOf, queryAll, queryOne } from './native-query.js';

const maxAreas = 500;

/** The areas of the map that an image uses. */
export function areasOf(image: Element): HTMLAreaElement[] {
  const name = attributeOf(image, 'usemap')?.replace(/^#/, '');
  if (!name) return [];
  const root = rootOf(image);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  const selector = `map[name="${CSS.escape(name)}"]`;
  const map = queryOne(parentOf(image) ?? root, selector) ?? queryOne(root, selector);
  return map
    ? [...queryAll<HTMLAreaElement>(map, 'area[coords], area[shape=default], area[href]')].slice(0, maxAreas)
    : [];
}

/** The image that uses the map of an area. */
export function imageOfArea(area: Element): Element | null {
  const map = closestOf(area, 'map');
  if (!map?.name) return null;
  const root = rootOf(area);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
  const selector = `img[usemap="#${CSS.escape(map.name)}"]`;
  return queryOne(parentOf(map) ?? root, selector) ?? queryOne(root, selector);
}

/** The box of an area, computed from its image. Its middle is inside the area, unless that is a hollow polygon. */
export function areaBox(area: Element, image: Element): Box | undefined {
  const outer = rectOf(image);
  const style = getComputedStyle(image);
  const width = image instanceof HTMLElement ? offsetWidthOf(image) : 0;
  const zoom = width > 0 ? outer.width / width : 1;
  const left = outer.left + (clientLeftOf(image) + Number.parseFloat(style.paddingLeft)) * zoom;
  const top = outer.top + (clientTopOf(image) + Number.parseFloat(style.paddingTop)) * zoom;
  const toScreenBox = (x1: number, y1: number, x2: number, y2: number): Box => ({
    left: left + Math.min(x1, x2) * zoom,
    top: top + Math.min(y1, y2) * zoom,
    right: left + Math.max(x1, x2) * zoom,
    bottom: top + Math.max(y1, y2) * zoom,
  });
  const numbers = (attributeOf(area, 'coords') ?? '').split(/[\s,;]+/).flatMap((word) => (word ? [Number(word)] : []));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  switch (attributeOf(area, 'shape')?.toLowerCase() ?? 'rect') {
    case 'default':
      return { left: outer.left, top: outer.top, right: outer.right, bottom: outer.bottom };
    case 'circle':
    case 'circ':
      return toScreenBox(a - c, b - c, a + c, b + c);
    case 'poly':
    case 'polygon': {
      const xs = numbers.filter((_, index) => index % 2 === 0);
      const ys = numbers.filter((_, index) => index % 2 === 1);
      if (xs.length < 3) return undefined;
      return toScreenBox(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
    }
    default:
      return toScreenBox(a, b, c, d);
  }
}
