import { intersect, type Point, type Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, screenCoordinates } from '../atspi/atspi.js';
import { hasInterface } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toList, toNumber } from '../dbus/bus-values.js';
import { type TreeObject, walkObjects } from './walk.js';

const noOffset: Point = { x: 0, y: 0 };
const maxShadowMargin = 64;
/** GTK reports a large negative position for hidden objects. */
const minCoordinate = -100_000;

/** The bounds that the program reports. Undefined for an object that is not drawn. */
export async function readBounds(call: AtspiCall, ref: ObjectRef): Promise<Rect | undefined> {
  const answer = await ignoreMissing(call(ref, 'Component', 'GetExtents', 'u', screenCoordinates));
  if (!answer) return undefined;
  const [x, y, width, height] = toList(answer[0]).map(toNumber);
  if (x === undefined || y === undefined || !width || !height || width < 1 || height < 1 || x < minCoordinate)
    return undefined;
  return { x, y, width, height };
}

/** Reads the bounds of all objects that have some. */
export async function readAllBounds(call: AtspiCall, roots: readonly TreeObject[]): Promise<void> {
  await Promise.all(
    [...walkObjects(roots)].map(async (object) => {
      if (!object.reportedBounds && hasInterface(object.facts, 'Component'))
        object.reportedBounds = await readBounds(call, object.facts.ref);
    }),
  );
}

/** The correction of all bounds of a window. */
function windowOffset(frame: Rect | undefined, window: ScreenWindow): Point {
  if (!frame) return noOffset;
  const { bounds } = window;
  // GTK 3 includes the frame of the window manager.
  if (containsRect(frame, bounds)) return noOffset;
  // GTK 4 does not know its screen position. It counts from its own corner, without the margin for its shadow.
  const margin = { x: (bounds.width - frame.width) / 2, y: (bounds.height - frame.height) / 2 };
  if (margin.x < -1 || margin.y < -1 || margin.x > maxShadowMargin || margin.y > maxShadowMargin) return noOffset;
  return { x: Math.round(bounds.x - frame.x + margin.x), y: Math.round(bounds.y - frame.y + margin.y) };
}

/** Corrects the bounds that toolkits report and clips them to the visible part. */
export function resolveBounds(frame: TreeObject, window: ScreenWindow, popups: readonly ScreenWindow[]): void {
  frame.bounds = window.bounds;
  const offset = windowOffset(frame.reportedBounds, window);
  for (const child of frame.children) resolveOne(child, frame, offset, window.bounds, popups);
}

function resolveOne(
  object: TreeObject,
  parent: TreeObject,
  inherited: Point,
  clip: Rect,
  popups: readonly ScreenWindow[],
): void {
  const offset = offsetOf(object, parent, inherited);
  object.offset = offset;
  const bounds = object.reportedBounds && translate(object.reportedBounds, offset);
  const isOutside = bounds && !intersect(bounds, clip);
  const popup = isOutside ? popups.find((one) => containsRect(one.bounds, centerPixel(bounds))) : undefined;
  const visible = popup?.bounds ?? clip;
  object.bounds = bounds && intersect(bounds, visible);
  const clips = object.facts.role === roleNumbers.viewport || object.facts.role === roleNumbers.scrollPane;
  const inner = clips && object.bounds ? object.bounds : visible;
  for (const child of object.children) resolveOne(child, object, offset, inner, popups);
}

/**
 * LibreOffice does not count the GTK menu bar above its document: the bounds of its root pane are wrong, those of the GTK panel around it are
 * right. The bounds of embedded GTK widgets are right again.
 */
function offsetOf(object: TreeObject, parent: TreeObject, inherited: Point): Point {
  const [own, outer] = [object.reportedBounds, parent.reportedBounds];
  if (!own || !outer) return inherited;
  if (object.facts.role === roleNumbers.rootPane && parent.facts.role !== roleNumbers.frame)
    return { x: outer.x - own.x, y: outer.y - own.y };
  if (inherited.x === 0 && inherited.y === 0) return inherited;
  const isCorrect = containsRect(translate(outer, inherited), own) && !containsRect(outer, own);
  return isCorrect ? noOffset : inherited;
}

/** The rectangle moved by `by`. */
export function translate(rect: Rect, by: Point): Rect {
  return { ...rect, x: rect.x + by.x, y: rect.y + by.y };
}

/** The pixel in the middle of a rectangle. */
export function centerPixel(rect: Rect): Rect {
  return { x: rect.x + Math.floor(rect.width / 2), y: rect.y + Math.floor(rect.height / 2), width: 1, height: 1 };
}

/** Whether `outer` contains `inner`, with a tolerance of one pixel. */
export function containsRect(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}
