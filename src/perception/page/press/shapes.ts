import { area, containsPoint, intersectBoxes } from '../dom/box.js';
import { childrenOf, firstElementOf, rectOf, tagOf } from '../dom/native-node.js';
import { queryAll, queryOne } from '../dom/native-query.js';
import { shapeTags } from '../naming/look.js';
import type { Box } from '../protocol.js';

/** Of a larger drawing, the first ones are listed. */
const maxShapes = 1_000;
/** A shape that fills this much of a drawing is its background. */
const maxShapeFraction = 0.9;
const maxLabelledShapes = 2;

/**
 * The shapes of a drawing that a user clicks one by one. A group of one shape and its text is one part. So is the node of a diagram; what
 * protrudes from it, such as a port, is a part of its own.
 */
export function shapesOf(svg: Element): Element[] {
  const shapes: Element[] = [];
  const outer = rectOf(svg);
  const add = (shape: Element): void => {
    const box = intersectBoxes(rectOf(shape), outer);
    if (box && area(box) < area(outer) * maxShapeFraction) shapes.push(shape);
  };
  const read = (parent: Element): void => {
    for (const child of childrenOf(parent)) {
      if (shapes.length >= maxShapes) return;
      const tag = tagOf(child);
      const body = bodyOfNode(child);
      if (body) for (const part of [child, ...protrudingParts(child, body)]) add(part);
      else if (tag === 'g' && !isLabelledShape(child)) read(child);
      else if (tag === 'g' || tag === 'text' || tag === 'image' || tag === 'use' || shapeTags.has(tag)) add(child);
    }
  };
  if (firstElementOf(svg)) read(svg);
  return shapes;
}

const shapeSelector = [...shapeTags].join();

function isLabelledShape(group: Element): boolean {
  const count = queryAll(group, shapeSelector).length;
  return count === 1 || (count <= maxLabelledShapes && queryOne(group, 'text') !== null);
}

const maxNodeShapes = 24;
/** The body of a node is at least this much larger than each other shape. */
const minBodyRatio = 2;

/** The box of the shape that contains all else of a diagram's node, apart from what protrudes. Undefined if the group is no such node. */
export function bodyOfNode(group: Element): Box | undefined {
  if (tagOf(group) !== 'g') return undefined;
  const [text, secondText] = shownBoxes(group, 'text');
  if (!text || secondText) return undefined;
  const boxes = shownBoxes(group, shapeSelector);
  if (boxes.length <= maxLabelledShapes || boxes.length > maxNodeShapes) return undefined;
  const [body, second] = boxes.sort((one, other) => area(other) - area(one));
  if (!body || !containsPoint(body, ...middleOf(text))) return undefined;
  const isBody = !second || isSameBox(body, second) || area(body) >= minBodyRatio * area(second);
  return isBody ? body : undefined;
}

/** More are not read: a group of so many shapes is no node. */
const maxRead = 100;

function shownBoxes(group: Element, selector: string): Box[] {
  return [...queryAll(group, selector)]
    .slice(0, maxRead)
    .map(rectOf)
    .filter((box) => area(box) > 0);
}

/** In pixels. */
const tolerance = 2;

function protrudingParts(group: Element, body: Box): Element[] {
  return [...childrenOf(group)].filter((child) => {
    const box = rectOf(child);
    if (area(box) === 0 || isSameBox(box, body) || queryOne(child, 'text') || tagOf(child) === 'text') return false;
    return (
      box.left < body.left - tolerance ||
      box.right > body.right + tolerance ||
      box.top < body.top - tolerance ||
      box.bottom > body.bottom + tolerance
    );
  });
}

function middleOf({ left, right, top, bottom }: Box): [number, number] {
  return [(left + right) / 2, (top + bottom) / 2];
}

function isSameBox(one: Box, other: Box): boolean {
  return (['left', 'right', 'top', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) <= tolerance);
}
