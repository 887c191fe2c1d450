import type { Element, ElementId } from '../../core/element.js';
import { intersect, type Point, type Rect, type Size } from '../../core/geometry.js';
import { createFreePositionFinder, type FreePositionFinder } from './free-positions.js';
import { createRectGrid, intersectionArea, type RectGrid } from './rect-grid.js';

/** A mark on a picture, in picture pixels. */
export interface PlacedMark {
  id: ElementId;
  /** N of `el_N`: the text of the label. */
  number: number;
  box: Rect;
  label: Rect;
  /** The line from a distant label to its box. */
  leader?: [from: Point, to: Point];
}

interface Candidate {
  box: Rect;
  /** The cost of the position itself, even if it covers nothing. */
  cost: number;
}

interface Item {
  id: ElementId;
  number: number;
  box: Rect;
  /** The area of its text or icon. The whole box if that is unknown. */
  text: Rect;
}

interface Layout {
  size: Size;
  labels: RectGrid<Rect>;
  boxes: RectGrid<Rect>;
  /** The texts of interactive elements. */
  names: RectGrid<Rect>;
  /** Other texts. */
  texts: RectGrid<Rect>;
  findFree: FreePositionFinder;
}

/** Size of one digit and of the frame around the number, in pixels at scale 1. */
export const labelMetrics = { digit: 7, padding: 3, height: 12 };

/** The likely size of text, in pixels at scale 1. */
const letterWidth = 8;
const lineHeight = 13;
const fieldPadding = 12;
/** A higher box has several lines of text. */
const maxLinesOfText = 3;
/** A box has space for a label in its corner if it is this many times larger than the label. */
const minAreasOfLabel = 8;
/** A label this near to its box, in pixels, needs no line. */
const minLeaderLength = 3;
/** Positions on rings around a box: distances in pixels. All sides of the inner rings are used, only the line of the box on the outer ones. */
const rings = { first: 4, last: 124, spacing: 8, lastComplete: 44, positionsPerSide: 4 };

/** The cost of a position. The cheapest position is used. */
const costs = {
  /** A dearer position next to the box is compared with distant ones. */
  maxAdjacent: 0.5,
  /** For each position before it in the order of preference. */
  preference: 0.02,
  aboveText: 0.1,
  belowText: 0.3,
  corner: 0.2,
  distant: 0.3,
  /** Divided by these, a distance in pixels is a cost. */
  pixelsPerUnit: 80,
  pixelsPerUnitOnLine: 120,
  /** Weights of the covered fractions. */
  ownText: 6,
  otherName: 2,
  otherBox: 0.3,
  otherText: 1.5,
};
/** Covering less than this fraction of the own text costs nothing. */
const ignoredOwnFraction = 0.02;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Places labels for visible interactive elements. Labels never overlap each other, and avoid the text of elements. */
export function placeMarks(elements: readonly Element[], region: Rect, size: Size): PlacedMark[] {
  const scale = labelScale(region, size);
  const takenLabels = createRectGrid<Rect>();
  const layout: Layout = {
    size,
    labels: takenLabels,
    boxes: createRectGrid(),
    names: createRectGrid(),
    texts: createRectGrid(),
    findFree: createFreePositionFinder(size, takenLabels),
  };
  const items: Item[] = [];
  for (const element of elements) {
    const box = boxOnPicture(element, region, size);
    if (!box) continue;
    const text = textBox(element, box, size.width / region.width);
    if (!element.interactive) {
      if (element.role === 'Text' && element.name !== '') layout.texts.add(text);
      continue;
    }
    layout.boxes.add(box);
    layout.names.add(text);
    items.push({ id: element.id, number: Number(element.id.slice(3)), box, text });
  }
  const labels = new Map<Item, Rect>();
  const place = (item: Item, find: typeof findAdjacent): void => {
    const label = find(item, labelSize(item.number, scale), layout);
    if (!label) return;
    labels.set(item, label);
    layout.labels.add(label);
  };
  // Labels with space next to their box are placed first, so that distant ones avoid them.
  for (const item of items) place(item, findAdjacent);
  for (const item of items) if (!labels.has(item)) place(item, findAnywhere);
  return items.flatMap((item) => {
    const label = labels.get(item);
    if (!label) return [];
    const leader = findLeader(label, item.box);
    return [{ id: item.id, number: item.number, box: item.box, label, leader }];
  });
}

/** The scale of labels: larger on high-density screens, never below 1. */
export function labelScale(region: Rect, size: Size): number {
  return Math.max(1, Math.round((size.width / region.width) * 2) / 2);
}

function labelSize(number: number, scale: number): Size {
  const digits = String(number).length;
  return {
    width: Math.ceil((digits * labelMetrics.digit + 2 * labelMetrics.padding - 1) * scale),
    height: Math.ceil(labelMetrics.height * scale),
  };
}

function boxOnPicture(element: Element, region: Rect, size: Size): Rect | undefined {
  if (element.states.includes('offscreen') || element.states.includes('covered')) return undefined;
  const visible = intersect(element.bounds, region);
  if (!visible) return undefined;
  const x = Math.floor(((visible.x - region.x) * size.width) / region.width);
  const y = Math.floor(((visible.y - region.y) * size.height) / region.height);
  const right = Math.ceil(((visible.x + visible.width - region.x) * size.width) / region.width);
  const bottom = Math.ceil(((visible.y + visible.height - region.y) * size.height) / region.height);
  return { x, y, width: Math.min(right, size.width) - x, height: Math.min(bottom, size.height) - y };
}

/** The likely area of an element's text: one line in the middle, in a field from its start. */
function textBox(element: Element, box: Rect, scale: number): Rect {
  const text = element.value || element.name;
  if (text === '' || box.height > maxLinesOfText * lineHeight * scale || element.states.includes('multiline'))
    return box;
  const height = Math.min(box.height, Math.ceil(lineHeight * scale));
  const line = { ...box, y: box.y + Math.floor((box.height - height) / 2), height };
  const startsLeft = element.role === 'TextInput' || element.role === 'Dropdown' || element.role === 'Text';
  if (!startsLeft || rightToLeft.test(text)) return line;
  return { ...line, width: Math.min(box.width, Math.ceil((text.length * letterWidth + fieldPadding) * scale)) };
}

/** A position next to the box that covers no text. */
function findAdjacent(item: Item, label: Size, layout: Layout): Rect | undefined {
  const adjacent = cheapest(adjacentPositions(item, label), item, layout);
  return adjacent && adjacent.cost < costs.maxAdjacent ? adjacent.box : undefined;
}

/** The best position, near or far. */
function findAnywhere(item: Item, label: Size, layout: Layout): Rect | undefined {
  const best = cheapest([...adjacentPositions(item, label), ...distantPositions(item.box, label)], item, layout);
  return best?.box ?? layout.findFree(item.box, label);
}

/** The twelve positions around a box, best first, then over its edge, then in its corners. */
function adjacentPositions({ box, text }: Item, label: Size): Candidate[] {
  const left = box.x - label.width;
  const right = box.x + box.width;
  const top = box.y - label.height;
  const bottom = box.y + box.height;
  const middle = box.y + Math.round((box.height - label.height) / 2);
  const endX = right - label.width;
  const endY = bottom - label.height;
  const positions: Point[] = [
    { x: box.x, y: top },
    { x: left, y: middle },
    { x: right, y: middle },
    { x: endX, y: top },
    { x: left, y: top },
    { x: right, y: top },
    { x: left, y: box.y },
    { x: right, y: box.y },
    { x: box.x, y: bottom },
    { x: endX, y: bottom },
    { x: left, y: bottom },
    { x: right, y: bottom },
  ];
  const candidates = positions.map((position, index) => ({
    box: { ...position, ...label },
    cost: index * costs.preference,
  }));
  for (const x of [box.x, endX]) {
    // Over the edge of the box, in the space above or below its line of text.
    if (text.y > box.y) candidates.push({ box: { x, y: text.y - label.height, ...label }, cost: costs.aboveText });
    if (text.y > box.y) candidates.push({ box: { x, y: text.y + text.height, ...label }, cost: costs.belowText });
  }
  const isLarge = area(box) >= minAreasOfLabel * area(label) && box.height >= label.height;
  if (isLarge) {
    const corners: Point[] = [
      { x: endX, y: middle },
      { x: endX, y: box.y },
      { x: endX, y: endY },
      { x: box.x, y: box.y },
      { x: box.x, y: endY },
    ];
    for (const corner of corners) candidates.push({ box: { ...corner, ...label }, cost: costs.corner });
  }
  return candidates;
}

/** Positions on rings around the box, nearest first. A line connects them to it. */
function distantPositions(box: Rect, label: Size): Candidate[] {
  const candidates: Candidate[] = [];
  const middle = box.y + Math.round((box.height - label.height) / 2);
  for (let distance = rings.first; distance <= rings.last; distance += rings.spacing) {
    const left = box.x - label.width - distance;
    const right = box.x + box.width + distance;
    const top = box.y - label.height - distance;
    const bottom = box.y + box.height + distance;
    const cost = costs.distant + distance / costs.pixelsPerUnit;
    // A position on the same line is better than one above or below.
    const along = costs.distant + distance / costs.pixelsPerUnitOnLine;
    candidates.push({ box: { x: right, y: middle, ...label }, cost: along });
    candidates.push({ box: { x: left, y: middle, ...label }, cost: along });
    if (distance > rings.lastComplete) continue;
    const steps = rings.positionsPerSide;
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(left + ((right - left) * step) / steps);
      const y = Math.round(top + ((bottom - top) * step) / steps);
      candidates.push({ box: { x, y: top, ...label }, cost }, { box: { x, y: bottom, ...label }, cost });
      if (step > 0 && step < steps) {
        candidates.push({ box: { x: left, y, ...label }, cost }, { box: { x: right, y, ...label }, cost });
      }
    }
  }
  return candidates;
}

function cheapest(candidates: readonly Candidate[], item: Item, layout: Layout): Candidate | undefined {
  let best: Candidate | undefined;
  for (const { box, cost } of candidates) {
    if (best && cost >= best.cost) continue;
    if (!isOnPicture(box, layout.size) || layout.labels.overlapsAny(box)) continue;
    // A label in the corner of a large empty area (a canvas, an image) hides nothing.
    const own =
      intersectionArea(item.text, box) / (item.text === item.box ? item.box.width * item.box.height : area(box));
    const total =
      cost +
      (own < ignoredOwnFraction ? 0 : costs.ownText * own) +
      costs.otherName * layout.names.coveredFraction(box, item.text) +
      costs.otherBox * layout.boxes.coveredFraction(box, item.box) +
      costs.otherText * layout.texts.coveredFraction(box);
    if (!best || total < best.cost) best = { box, cost: total };
  }
  return best;
}

function area({ width, height }: Size): number {
  return width * height;
}

function isOnPicture(box: Rect, size: Size): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
}

function findLeader(label: Rect, box: Rect): [Point, Point] | undefined {
  const from = closest(label, roundedCenter(box));
  const to = closest(box, from);
  return Math.hypot(from.x - to.x, from.y - to.y) < minLeaderLength ? undefined : [from, to];
}

function closest(rect: Rect, { x, y }: Point): Point {
  return {
    x: Math.min(Math.max(x, rect.x), rect.x + rect.width - 1),
    y: Math.min(Math.max(y, rect.y), rect.y + rect.height - 1),
  };
}

function roundedCenter(rect: Rect): Point {
  return { x: Math.round(rect.x + rect.width / 2), y: Math.round(rect.y + rect.height / 2) };
}
