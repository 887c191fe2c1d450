import { attributeOf, rectOf, tagOf } from '../dom/native-node.js';
import { queryAll } from '../dom/native-query.js';
import { colorWord } from './color-word.js';

/** Elements of a drawing that have a form. */
export const shapeTags = new Set(['circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon', 'path']);

const maxShapesInGroup = 12;
/** Sides that differ by less than this fraction make a square or a circle. */
const squareTolerance = 0.08;

/** What a user sees of an element: `red circle`, `blue square`, `green box`. Empty if it has no colour and no form. */
export function lookOf(element: Element, style: CSSStyleDeclaration, rect: DOMRect): string {
  if (element instanceof SVGElement) return lookOfDrawing(element, style, rect);
  if (style.backgroundImage !== 'none') return '';
  const color = colorWord(style.backgroundColor);
  if (!color) return '';
  return `${color} ${isRound(style, rect) && isSquare(rect) ? 'circle' : 'box'}`;
}

function isSquare({ width, height }: DOMRect): boolean {
  return Math.abs(width - height) <= Math.max(width, height) * squareTolerance;
}

function isRound({ borderTopLeftRadius }: CSSStyleDeclaration, { width }: DOMRect): boolean {
  const radius = Number.parseFloat(borderTopLeftRadius);
  return borderTopLeftRadius.includes('%') ? radius >= 45 : radius >= width * 0.45;
}

function lookOfDrawing(element: SVGElement, style: CSSStyleDeclaration, rect: DOMRect): string {
  const shape = shapeTags.has(tagOf(element)) ? element : largestShape(element);
  if (!shape) return '';
  const own = shape === element;
  const form = formOf(shape, own ? rect : rectOf(shape));
  const color = paintOf(own ? style : getComputedStyle(shape), form);
  return [color, form].filter(Boolean).join(' ');
}

/** The shape that a group shows. */
function largestShape(group: Element): Element | undefined {
  if (tagOf(group) !== 'g') return undefined;
  let largest: Element | undefined;
  let size = 0;
  for (const shape of [...queryAll(group, [...shapeTags].join())].slice(0, maxShapesInGroup)) {
    const { width, height } = rectOf(shape);
    if (width * height <= size) continue;
    size = width * height;
    largest = shape;
  }
  return largest;
}

function paintOf({ fill, fillOpacity, stroke }: CSSStyleDeclaration, form: string): string | undefined {
  const isFilled = form !== 'line' && fill !== 'none' && fillOpacity !== '0';
  return (isFilled ? colorWord(fill) : undefined) ?? colorWord(stroke);
}

const polygonForms: Record<number, string> = { 3: 'triangle', 5: 'pentagon', 6: 'hexagon', 8: 'octagon', 10: 'star' };

function formOf(shape: Element, rect: DOMRect): string {
  switch (tagOf(shape)) {
    case 'rect':
      return isSquare(rect) ? 'square' : 'rectangle';
    case 'polygon':
      return polygonForms[countPoints(attributeOf(shape, 'points') ?? '')] ?? 'shape';
    case 'polyline':
      return 'line';
    case 'path':
      return formOfPath(attributeOf(shape, 'd') ?? '');
    default:
      return tagOf(shape);
  }
}

function countPoints(points: string): number {
  const numbers = points.match(/-?[\d.]+/g) ?? [];
  const [first, last] = [numbers.slice(0, 2).join(), numbers.slice(-2).join()];
  return Math.floor(numbers.length / 2) - (first === last ? 1 : 0);
}

/** Only straight lines between few corners have a form with a name. */
function formOfPath(d: string): string {
  if (/[csqta]/i.test(d)) return 'shape';
  const corners = (d.match(/[lhv]/gi) ?? []).length + 1;
  return (/z\s*$/i.test(d) && polygonForms[corners]) || 'shape';
}
