import type { Element, ElementId } from '../../core/element.js';
import { intersect, type Point, type Rect, type Size } from '../../core/geometry.js';
import { type FreePlaces, freePlaces } from './free-places.js';
import { type RectGrid, rectGrid, sharedArea } from './rect-grid.js';

/** A mark on a picture, in picture pixels. */
export interface PlacedMark {
  id: ElementId;
  /** N of `el_N`: what the label says. */
  number: number;
  box: Rect;
  label: Rect;
  /** From the label to the box, when the label stands away from it. */
  leader?: [from: Point, to: Point];
}

interface Candidate {
  box: Rect;
  /** What speaks against it even when it covers nothing. */
  cost: number;
}

interface Item {
  id: ElementId;
  number: number;
  box: Rect;
  /** Where its text or icon is; the whole box when that cannot be told. */
  text: Rect;
}

interface Page {
  size: Size;
  labels: RectGrid<Rect>;
  boxes: RectGrid<Rect>;
  /** What is written: in things to act on, and elsewhere. */
  names: RectGrid<Rect>;
  texts: RectGrid<Rect>;
  free: FreePlaces;
}

/** Size of one digit and of the frame around the number at scale 1. */
export const labelMetrics = { digit: 7, padding: 3, height: 12 };

const letterWidth = 8;
const lineHeight = 13;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Labels for what can be seen and acted on: none overlaps another, and none hides the text of its own element if that can be helped. */
export function placeMarks(elements: readonly Element[], region: Rect, size: Size): PlacedMark[] {
  const scale = labelScale(region, size);
  const taken = rectGrid<Rect>();
  const page: Page = {
    size,
    labels: taken,
    boxes: rectGrid(),
    names: rectGrid(),
    texts: rectGrid(),
    free: freePlaces(size, taken),
  };
  const items: Item[] = [];
  for (const element of elements) {
    const box = boxOnPicture(element, region, size);
    if (!box) continue;
    const text = textBox(element, box, size.width / region.width);
    if (!element.interactive) {
      if (element.role === 'Text' && element.name !== '') page.texts.add(text);
      continue;
    }
    page.boxes.add(box);
    page.names.add(text);
    items.push({ id: element.id, number: Number(element.id.slice(3)), box, text });
  }
  const labels = new Map<Item, Rect>();
  const place = (item: Item, find: typeof findBeside): void => {
    const label = find(item, labelSize(item.number, scale), page);
    if (!label) return;
    labels.set(item, label);
    page.labels.add(label);
  };
  // What has room beside it goes first, so that labels which must stand away find their way around those.
  for (const item of items) place(item, findBeside);
  for (const item of items) if (!labels.has(item)) place(item, findAway);
  return items.flatMap((item) => {
    const label = labels.get(item);
    if (!label) return [];
    const leader = leaderTo(label, item.box);
    return [{ id: item.id, number: item.number, box: item.box, label, ...(leader ? { leader } : {}) }];
  });
}

/** How much larger than at scale 1 labels are drawn: on dense screens only, and never smaller. */
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
  const seen = intersect(element.bounds, region);
  if (!seen) return undefined;
  const x = Math.floor(((seen.x - region.x) * size.width) / region.width);
  const y = Math.floor(((seen.y - region.y) * size.height) / region.height);
  const right = Math.ceil(((seen.x + seen.width - region.x) * size.width) / region.width);
  const bottom = Math.ceil(((seen.y + seen.height - region.y) * size.height) / region.height);
  return { x, y, width: Math.min(right, size.width) - x, height: Math.min(bottom, size.height) - y };
}

/** Where the text of an element likely stands: on one line in the middle, in a field from its start. */
function textBox(element: Element, box: Rect, scale: number): Rect {
  const text = element.value || element.name;
  if (text === '' || box.height > 3 * lineHeight * scale || element.states.includes('multiline')) return box;
  const height = Math.min(box.height, Math.ceil(lineHeight * scale));
  const line = { ...box, y: box.y + Math.floor((box.height - height) / 2), height };
  const startsLeft = element.role === 'TextInput' || element.role === 'Dropdown' || element.role === 'Text';
  if (!startsLeft || rightToLeft.test(text)) return line;
  return { ...line, width: Math.min(box.width, Math.ceil((text.length * letterWidth + 12) * scale)) };
}

/** A place at the box that hides nothing worth reading. */
function findBeside(item: Item, label: Size, page: Page): Rect | undefined {
  const beside = cheapest(besides(item, label), item, page);
  return beside && beside.cost < 0.5 ? beside.box : undefined;
}

/** The best place there is, near or far. */
function findAway(item: Item, label: Size, page: Page): Rect | undefined {
  const best = cheapest([...besides(item, label), ...aways(item.box, label)], item, page);
  return best?.box ?? page.free(item.box, label);
}

/** The twelve places around a box, best first, then over its edge, then in its corners. */
function besides({ box, text }: Item, label: Size): Candidate[] {
  const left = box.x - label.width;
  const right = box.x + box.width;
  const top = box.y - label.height;
  const bottom = box.y + box.height;
  const middle = box.y + Math.round((box.height - label.height) / 2);
  const inEnd = right - label.width;
  const lowEnd = bottom - label.height;
  const places: Point[] = [
    { x: box.x, y: top },
    { x: left, y: middle },
    { x: right, y: middle },
    { x: inEnd, y: top },
    { x: left, y: top },
    { x: right, y: top },
    { x: left, y: box.y },
    { x: right, y: box.y },
    { x: box.x, y: bottom },
    { x: inEnd, y: bottom },
    { x: left, y: bottom },
    { x: right, y: bottom },
  ];
  const candidates = places.map((place, index) => ({ box: { ...place, ...label }, cost: index * 0.02 }));
  for (const x of [box.x, inEnd]) {
    // Over the edge of the box, into the room above or below its line of text.
    if (text.y > box.y) candidates.push({ box: { x, y: text.y - label.height, ...label }, cost: 0.1 });
    if (text.y > box.y) candidates.push({ box: { x, y: text.y + text.height, ...label }, cost: 0.3 });
  }
  const roomy = box.width * box.height >= 8 * label.width * label.height && box.height >= label.height;
  if (roomy) {
    const corners: Point[] = [
      { x: inEnd, y: middle },
      { x: inEnd, y: box.y },
      { x: inEnd, y: lowEnd },
      { x: box.x, y: box.y },
      { x: box.x, y: lowEnd },
    ];
    for (const corner of corners) candidates.push({ box: { ...corner, ...label }, cost: 0.2 });
  }
  return candidates;
}

/** Places a little away, joined to the box by a line: on rings around it, near ones first. */
function aways(box: Rect, label: Size): Candidate[] {
  const candidates: Candidate[] = [];
  const middle = box.y + Math.round((box.height - label.height) / 2);
  for (let distance = 4; distance <= 124; distance += 8) {
    const left = box.x - label.width - distance;
    const right = box.x + box.width + distance;
    const top = box.y - label.height - distance;
    const bottom = box.y + box.height + distance;
    const cost = 0.3 + distance / 80;
    // Along the line, where the eye looks first, farther is better than across.
    const along = 0.3 + distance / 120;
    candidates.push({ box: { x: right, y: middle, ...label }, cost: along });
    candidates.push({ box: { x: left, y: middle, ...label }, cost: along });
    if (distance > 44) continue;
    for (let step = 0; step <= 4; step++) {
      const x = Math.round(left + ((right - left) * step) / 4);
      const y = Math.round(top + ((bottom - top) * step) / 4);
      candidates.push({ box: { x, y: top, ...label }, cost }, { box: { x, y: bottom, ...label }, cost });
      if (step > 0 && step < 4) {
        candidates.push({ box: { x: left, y, ...label }, cost }, { box: { x: right, y, ...label }, cost });
      }
    }
  }
  return candidates;
}

function cheapest(candidates: readonly Candidate[], item: Item, page: Page): Candidate | undefined {
  let best: Candidate | undefined;
  for (const { box, cost } of candidates) {
    if (best && cost >= best.cost) continue;
    if (!onPicture(box, page.size) || page.labels.meets(box)) continue;
    // Something wide and empty (a canvas, a picture) is not hidden by a label in its corner.
    const own = sharedArea(item.text, box) / (item.text === item.box ? item.box.width * item.box.height : area(box));
    const others = 2 * page.names.covered(box, item.text) + 0.3 * page.boxes.covered(box, item.box);
    const total = cost + (own < 0.02 ? 0 : 6 * own) + others + 1.5 * page.texts.covered(box);
    if (!best || total < best.cost) best = { box, cost: total };
  }
  return best;
}

function area({ width, height }: Size): number {
  return width * height;
}

function onPicture(box: Rect, size: Size): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
}

function leaderTo(label: Rect, box: Rect): [Point, Point] | undefined {
  const from = closest(label, middleOf(box));
  const to = closest(box, from);
  return Math.hypot(from.x - to.x, from.y - to.y) < 3 ? undefined : [from, to];
}

function closest(rect: Rect, { x, y }: Point): Point {
  return {
    x: Math.min(Math.max(x, rect.x), rect.x + rect.width - 1),
    y: Math.min(Math.max(y, rect.y), rect.y + rect.height - 1),
  };
}

function middleOf(rect: Rect): Point {
  return { x: Math.round(rect.x + rect.width / 2), y: Math.round(rect.y + rect.height / 2) };
}
