import type { Box } from '../../page-protocol.js';
import { attributeOf, clientLeftOf, clientTopOf, parentOf, rectOf, rootOf } from '../dom.js';
import { closestOf, queryAll, queryOne } from '../query.js';

/** Areas of image maps have no box of their own: it is worked out from the picture that uses the map. */

/** The links of the map that a picture uses. */
export function areasOf(image: Element): HTMLAreaElement[] {
  const name = attributeOf(image, 'usemap')?.replace(/^#/, '');
  if (!name) return [];
  const root = rootOf(image);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  const selector = `map[name="${CSS.escape(name)}"]`;
  const map = queryOne(parentOf(image) ?? root, selector) ?? queryOne(root, selector);
  return map ? [...queryAll<HTMLAreaElement>(map, 'area[href]')].slice(0, 500) : [];
}

/** The picture that shows an area. */
export function pictureOf(area: Element): Element | null {
  const map = closestOf(area, 'map');
  if (!map?.name) return null;
  const root = rootOf(area);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
  const selector = `img[usemap="#${CSS.escape(map.name)}"]`;
  return queryOne(parentOf(map) ?? root, selector) ?? queryOne(root, selector);
}

/** The box of an area on the screen. Its middle is inside it, unless the area is a hollow polygon. */
export function areaBox(area: Element, picture: Element): Box | undefined {
  const around = rectOf(picture);
  const style = getComputedStyle(picture);
  const zoom = picture instanceof HTMLElement && picture.offsetWidth > 0 ? around.width / picture.offsetWidth : 1;
  const left = around.left + (clientLeftOf(picture) + Number.parseFloat(style.paddingLeft)) * zoom;
  const top = around.top + (clientTopOf(picture) + Number.parseFloat(style.paddingTop)) * zoom;
  const place = (x1: number, y1: number, x2: number, y2: number): Box => ({
    left: left + Math.min(x1, x2) * zoom,
    top: top + Math.min(y1, y2) * zoom,
    right: left + Math.max(x1, x2) * zoom,
    bottom: top + Math.max(y1, y2) * zoom,
  });
  const numbers = (attributeOf(area, 'coords') ?? '').split(/[\s,;]+/).flatMap((word) => (word ? [Number(word)] : []));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  switch (attributeOf(area, 'shape')?.toLowerCase() ?? 'rect') {
    case 'default':
      return { left: around.left, top: around.top, right: around.right, bottom: around.bottom };
    case 'circle':
    case 'circ':
      return place(a - c, b - c, a + c, b + c);
    case 'poly':
    case 'polygon': {
      const xs = numbers.filter((_, index) => index % 2 === 0);
      const ys = numbers.filter((_, index) => index % 2 === 1);
      if (xs.length < 3) return undefined;
      return place(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
    }
    default:
      return place(a, b, c, d);
  }
}
