import { childrenOf, isConnected, localNameOf, namespaceOf, parentOf, rectOf } from '../dom/native-node.js';
import { knownNumber } from '../dom/node-registry.js';
import type { RecordedDrawing } from '../recorded-changes.js';
import type { LoggedChange } from './change-log.js';

const svgNamespace = 'http://www.w3.org/2000/svg';
const lineTags = new Set(['path', 'line', 'polyline']);
const shapeTags = new Set(['circle', 'ellipse', 'rect', 'polygon', 'image', 'use']);
/** Their content is drawn elsewhere, or not at all. */
const definitionTags = new Set(['defs', 'clipPath', 'marker', 'symbol', 'mask', 'pattern']);
const geometryAttributes = /^(?:d|points|[xyr]|c[xy]|r[xy]|[xy][12]|width|height|transform)$/;
/** A smaller drawing is an icon. */
const minDrawingPixels = 40;
const maxShapes = 200;

/** Counts the shapes of SVG drawings that the changes added, removed or moved. */
export function findDrawings(changes: readonly LoggedChange[]): RecordedDrawing[] {
  const drawings = new Map<string, RecordedDrawing>();
  const counted = new Set<Element>();
  for (const { kind, node, child, attribute = '' } of changes) {
    if (kind === 'added') addShapes(child, 'appeared');
    else if (kind === 'removed') addShapes(child, 'gone', node);
    else if (kind === 'attribute' && geometryAttributes.test(attribute)) addShapes(node, 'changed');
  }
  return [...drawings.values()];

  function addShapes(root: Node | undefined, done: RecordedDrawing['do'], removedFrom?: Node): void {
    if (!(root instanceof Element) || namespaceOf(root) !== svgNamespace) return;
    const owner = removedFrom instanceof Element ? removedFrom : root;
    if (!isDrawing(owner) || (!removedFrom && !isConnected(root))) return;
    for (const shape of shapesOf(root)) {
      if (counted.has(shape) || (!removedFrom && !isPainted(shape))) continue;
      counted.add(shape);
      const what = isLine(shape, removedFrom === undefined) ? 'line' : 'shape';
      const number = drawingNumber(owner);
      const key = `${done} ${what} ${number}`;
      const drawing = drawings.get(key) ?? { do: done, what, number, count: 0 };
      drawings.set(key, { ...drawing, count: drawing.count + 1 });
    }
  }
}

/** The shapes of a subtree, without definitions. */
function shapesOf(root: Element): Element[] {
  const found: Element[] = [];
  const pending = [root];
  while (pending.length > 0 && found.length < maxShapes) {
    const element = pending.pop();
    if (!element || definitionTags.has(localNameOf(element))) continue;
    if (lineTags.has(localNameOf(element)) || shapeTags.has(localNameOf(element))) found.push(element);
    else pending.push(...[...childrenOf(element)].slice(0, maxShapes));
  }
  return found;
}

/** Whether an element is part of a drawing, and not of an icon or a definition. */
function isDrawing(element: Element): boolean {
  const svg = outermostSvg(element);
  if (!svg) return false;
  const { width, height } = rectOf(svg);
  const box = rectOf(element);
  return Math.min(width, height) >= minDrawingPixels || Math.max(box.width, box.height) >= minDrawingPixels;
}

function outermostSvg(element: Element): Element | undefined {
  let found: Element | undefined;
  let current: Element | null = element;
  for (; current && namespaceOf(current) === svgNamespace; current = parentOf(current)) {
    if (definitionTags.has(localNameOf(current))) return undefined;
    if (localNameOf(current) === 'svg') found = current;
  }
  return found;
}

function isPainted(shape: Element): boolean {
  const { width, height } = rectOf(shape);
  if (width === 0 && height === 0) return false;
  const { stroke, fill, strokeOpacity, fillOpacity, visibility, opacity, display } = getComputedStyle(shape);
  if (visibility !== 'visible' || opacity === '0' || display === 'none') return false;
  if (localNameOf(shape) === 'image' || localNameOf(shape) === 'use') return true;
  return isVisiblePaint(stroke, strokeOpacity) || isVisiblePaint(fill, fillOpacity);
}

function isVisiblePaint(paint: string, opacity: string): boolean {
  return paint !== 'none' && opacity !== '0' && !/^rgba\(.*, 0\)$/.test(paint);
}

/** A path without fill is a line. A removed path has no style any more. */
function isLine(shape: Element, hasStyle: boolean): boolean {
  if (!lineTags.has(localNameOf(shape))) return false;
  return localNameOf(shape) === 'line' || !hasStyle || getComputedStyle(shape).fill === 'none';
}

/** The number of the drawing, if the map lists it or an element around it. */
function drawingNumber(element: Element): number | undefined {
  const svg = outermostSvg(element);
  return svg && knownNumber(svg);
}
