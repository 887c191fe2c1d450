import { captureView, isUnchangedSinceView } from '../collect/capture-view.js';
import { labelledHiddenControl } from '../collect/clickable.js';
import { hitsInnerControl, receivesEvent } from '../collect/occlusion.js';
import { contentBox } from '../collect/visibility.js';
import { area, containsPoint, intersectBoxes, readViewport } from '../dom/box.js';
import { deepElementAt, focusedElement, isInside } from '../dom/flat-tree.js';
import { areaBox, imageOfArea } from '../dom/image-map.js';
import { hasFocus, visibilityState } from '../dom/native-document.js';
import { attributeOf, hasAttribute, isConnected, rectOf, rectsOf, scrollIntoView, tagOf } from '../dom/native-node.js';
import { matchesSelector } from '../dom/native-query.js';
import { elementOf } from '../dom/node-registry.js';
import { editorField, editorView, isEditor } from '../editor/editor-view.js';
import { isDisabled, isEditable } from '../naming/states.js';
import { bodyOfNode } from '../press/shapes.js';
import type { Box, PageCalls, Point, PreparedTarget, PrepareRequest } from '../protocol.js';
import { isAmbientElement } from '../record/ambient-elements.js';
import { mayMove, startAction } from '../record/recorder.js';
import { waitForPaint } from '../record/scheduled-work.js';
import { shapePoints } from './shape-points.js';
import { summarizeElement } from './summarize-element.js';
import { isInBar, isRendered, scrollIfHidden, visibleBox } from './visible-box.js';

/** Checks that an element exists and is visible, stable, enabled and on top. Returns the point at which to click it. */
export async function prepare(request: PrepareRequest): Promise<PreparedTarget> {
  const found = elementOf(request.number);
  if (!found) return { ok: false, code: 'stale' };
  const element = editorView(found) ?? found;
  const deadline = performance.now() + request.timeoutMs;
  if (request.need === 'use' && isDisabled(controlOf(element))) return { ok: false, code: 'disabled' };
  if (!isRendered(element)) return { ok: false, code: 'not_visible' };
  scrollIfHidden(element);
  for (let attempt = 0; ; attempt += 1) {
    if (!(await isStable(element, deadline))) return { ok: false, code: isConnected(element) ? 'not_stable' : 'stale' };
    const { point, cover } = findPoint(element, request.need);
    if (point) return toPrepared(element, point, request.withView ?? false);
    if (!cover) return { ok: false, code: 'not_visible' };
    if (attempt > 0 || !isInBar(cover) || isInside(element, cover))
      return { ok: false, code: 'covered', cover: summarizeElement(cover) };
    scrollIntoView(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
  }
}

function toPrepared(element: Element, point: Point, withView: boolean): PreparedTarget {
  const isViewUnchanged = withView && isUnchangedSinceView();
  startAction();
  const prepared = { ok: true as const, ...point, ...readFacts(element) };
  if (!withView) return prepared;
  if (isViewUnchanged) return { ...prepared, isViewUnchanged };
  return { ...prepared, view: captureView({ includeFlashes: true, beforeAction: true }) };
}

/** A point that hits the element itself, else one that hits a control inside it. Without one: the element that covers it. */
function findPoint(element: Element, need: PrepareRequest['need']): { point?: Point; cover?: Element } {
  let innerPoint: Point | undefined;
  let cover: Element | undefined;
  const body = bodyOfNode(element);
  const middle = body && { x: (body.left + body.right) / 2, y: (body.top + body.bottom) / 2 };
  // The shapes of a diagram's node may have the listeners of the node.
  if (middle && receivesEvent(element, deepElementAt(middle.x, middle.y))) return { point: middle };
  for (const point of candidatePoints(element)) {
    const hit = deepElementAt(point.x, point.y);
    if (need === 'reach') return { point };
    if (!hit || !receivesEvent(element, hit)) cover ??= hit ?? undefined;
    else if (!hitsInnerControl(element, hit)) return { point };
    else innerPoint ??= point;
  }
  return innerPoint ? { point: innerPoint } : { cover };
}

/** The hidden control that a label or the view of an editor stands for, or the element itself. */
function controlOf(element: Element): Element {
  return labelledHiddenControl(element) ?? editorField(element) ?? element;
}

function readFacts(target: Element) {
  const element = controlOf(target);
  const input = element instanceof HTMLInputElement ? element : undefined;
  const ariaChecked = attributeOf(element, 'aria-checked') ?? attributeOf(element, 'aria-pressed');
  const isBox = input !== undefined && /^(checkbox|radio)$/.test(input.type);
  return {
    tag: tagOf(target),
    type: input?.type ?? '',
    editable: isEditable(element),
    isEditor: isEditor(element),
    takesKeys: takesKeys(target),
    checked: isBox ? input.checked : ariaChecked ? ariaChecked === 'true' : undefined,
    focused: hasFocus() && focusedElement() === element,
    viewport: readViewport(),
    multiple: (input ?? (element instanceof HTMLSelectElement ? element : undefined))?.multiple ?? false,
  };
}

/** A press on one of these has an effect of its own. */
const pressedSelector =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role=tab], [role=option], [role^=menuitem], [role=checkbox], [role=radio], [role=switch]';

function takesKeys(element: Element): boolean {
  if (tagOf(element) === 'CANVAS' || attributeOf(element, 'role') === 'application') return true;
  return hasAttribute(element, 'tabindex') && !matchesSelector(element, pressedSelector);
}

const maxRects = 20;
const maxTriedRects = 4;
/** Points of a box to try, as fractions: the middle, then the quarters, corners and edges. */
const triedFractions = [
  [0.5, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.1, 0.5],
  [0.9, 0.5],
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
  [0.5, 0.04],
  [0.5, 0.96],
  [0.02, 0.5],
  [0.98, 0.5],
] as const;

function candidatePoints(element: Element): Point[] {
  const clip = visibleBox(element);
  const rects = tagOf(element) === 'AREA' ? boxesOfArea(element) : [...rectsOf(element)];
  const visible = rects.slice(0, maxRects).flatMap((rect) => intersectBoxes(rect, clip) ?? []);
  if (visible.length === 0) {
    const content = contentBox(element);
    const box = content && intersectBoxes(content, clip);
    if (box) visible.push(box);
  }
  visible.sort((one, other) => area(other) - area(one));
  const points = visible
    .slice(0, maxTriedRects)
    .flatMap(({ left, top, right, bottom }) =>
      triedFractions.map(([across, down]) => ({ x: left + (right - left) * across, y: top + (bottom - top) * down })),
    );
  return [...points, ...shapePoints(element).filter(({ x, y }) => containsPoint(clip, x, y))];
}

function boxesOfArea(element: Element): Box[] {
  const image = imageOfArea(element);
  const box = image && areaBox(element, image);
  return box ? [box] : [];
}

const frameMs = 40;
/** How many unpainted intervals without a move count as stable: a busy visible page paints late, a hidden page never. */
const stableIntervalsVisible = 12;
const stableIntervalsHidden = 3;

/** Waits until nothing moves the element, or two painted frames show it at the same position. */
async function isStable(element: Element, deadline: number): Promise<boolean> {
  if (!mayMove() && !isAmbientElement(element)) return true;
  let last = rectOf(element);
  let stableIntervals = 0;
  for (;;) {
    const started = performance.now();
    await waitForPaint(frameMs);
    if (!isConnected(element)) return false;
    const now = rectOf(element);
    stableIntervals = isSamePosition(now, last) ? stableIntervals + 1 : 0;
    const wasPainted = performance.now() - started < frameMs - 2;
    const needed = visibilityState() === 'visible' ? stableIntervalsVisible : stableIntervalsHidden;
    if (stableIntervals > 0 && (wasPainted || stableIntervals >= needed)) return true;
    if (performance.now() > deadline) return false;
    last = now;
  }
}

function isSamePosition(one: DOMRect, other: DOMRect): boolean {
  return (
    Math.abs(one.x - other.x) < 0.5 &&
    Math.abs(one.y - other.y) < 0.5 &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** Describes the element at a point of the screen, for a click by coordinates. */
export const describePoint: PageCalls['describePoint'] = ({ x, y }) => {
  startAction();
  const viewport = readViewport();
  const hit = deepElementAt(x / viewport.scale + viewport.x, y / viewport.scale + viewport.y);
  if (!hit) return { viewport };
  return { hit: { ...summarizeElement(hit), editable: isEditable(hit), frame: tagOf(hit) === 'IFRAME' }, viewport };
};
