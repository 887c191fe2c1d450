import { intersect, type Point, type Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { listOf, numberOf } from '../dbus/bus-values.js';
import { everySeen, type Seen } from '../tree/walk.js';
import { type Ask, ifThere, type Ref, screenCoordinates } from './atspi.js';
import { offers } from './object-facts.js';
import { roleNumbers } from './role-table.js';

const nowhere: Point = { x: 0, y: 0 };
const widestMargin = 64;

/** Where the program says an object is. */
export async function readBox(ask: Ask, ref: Ref): Promise<Rect | undefined> {
  const answer = await ifThere(ask(ref, 'Component', 'GetExtents', 'u', screenCoordinates));
  if (!answer) return undefined;
  const [x, y, width, height] = listOf(answer[0]).map(numberOf);
  if (x === undefined || y === undefined || !width || !height || width < 1 || height < 1 || x < -100_000)
    return undefined;
  return { x, y, width, height };
}

/** Asks where everything is that has a place. */
export async function readBoxes(ask: Ask, roots: readonly Seen[]): Promise<void> {
  await Promise.all(
    [...everySeen(roots)].map(async (seen) => {
      if (!seen.reported && offers(seen.facts, 'Component')) seen.reported = await readBox(ask, seen.facts.ref);
    }),
  );
}

/** How much the boxes of a window are off. */
function windowShift(frame: Rect | undefined, window: ScreenWindow): Point {
  if (!frame) return nowhere;
  const { bounds } = window;
  // GTK 3 counts the frame of the window manager in.
  if (contains(frame, bounds)) return nowhere;
  // GTK 4 does not know where it is and counts from its own corner, without the margin around that it draws its shadow on.
  const margin = { x: (bounds.width - frame.width) / 2, y: (bounds.height - frame.height) / 2 };
  if (margin.x < -1 || margin.y < -1 || margin.x > widestMargin || margin.y > widestMargin) return nowhere;
  return { x: Math.round(bounds.x - frame.x + margin.x), y: Math.round(bounds.y - frame.y + margin.y) };
}

/** Puts right what toolkits say of places, and cuts boxes to what can be seen of them. */
export function settleBoxes(frame: Seen, window: ScreenWindow, popups: readonly ScreenWindow[]): void {
  frame.box = window.bounds;
  const shift = windowShift(frame.reported, window);
  for (const child of frame.children) settleBox(child, frame, shift, window.bounds, popups);
}

function settleBox(seen: Seen, parent: Seen, given: Point, clip: Rect, popups: readonly ScreenWindow[]): void {
  const shift = shiftOf(seen, parent, given);
  seen.shift = shift;
  const box = seen.reported && moved(seen.reported, shift);
  const popup = box && !intersect(box, clip) ? popups.find((one) => contains(one.bounds, middle(box))) : undefined;
  const visible = popup?.bounds ?? clip;
  seen.box = box && intersect(box, visible);
  const cuts = seen.facts.role === roleNumbers.viewport || seen.facts.role === roleNumbers.scrollPane;
  const inner = cuts && seen.box ? seen.box : visible;
  for (const child of seen.children) settleBox(child, seen, shift, inner, popups);
}

/**
 * LibreOffice draws below a menu bar of GTK and forgets about it: its root pane has its own idea of where it is, and the GTK panel around it
 * knows better. GTK widgets that it embeds are right again.
 */
function shiftOf(seen: Seen, parent: Seen, given: Point): Point {
  if (!seen.reported || !parent.reported) return given;
  if (seen.facts.role === roleNumbers.rootPane && parent.facts.role !== roleNumbers.frame)
    return { x: parent.reported.x - seen.reported.x, y: parent.reported.y - seen.reported.y };
  if (given.x === 0 && given.y === 0) return given;
  const isRightAlready =
    contains(moved(parent.reported, given), seen.reported) && !contains(parent.reported, seen.reported);
  return isRightAlready ? nowhere : given;
}

export function moved(rect: Rect, by: Point): Rect {
  return { ...rect, x: rect.x + by.x, y: rect.y + by.y };
}

export function middle(rect: Rect): Rect {
  return { x: rect.x + Math.floor(rect.width / 2), y: rect.y + Math.floor(rect.height / 2), width: 1, height: 1 };
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}
