import type { Box, Described, FramePlace, Prepared, PrepareRequest } from '../protocol.js';
import { area, holds, overlap, viewportBox, visual } from './box.js';
import { receives } from './cover.js';
import { nameOf, textOf } from './names.js';
import { begin, mayMove } from './recorder.js';
import { elementOf, knownNumber } from './registry.js';
import { ariaRole, ourRole } from './roles.js';
import { nextPaint } from './schedule.js';
import { isDisabled, isEditable } from './states.js';
import { elementAt, flatParent, focusedElement, isInside } from './tree.js';

/** Makes sure that an element is there, shown, at rest, enabled and on top, and gives the point at which it takes a click. */
export async function prepare(request: PrepareRequest): Promise<Prepared> {
  const element = elementOf(request.number);
  if (!element) return { ok: false, code: 'stale' };
  const deadline = performance.now() + request.most;
  if (request.need === 'use' && isDisabled(element)) return { ok: false, code: 'disabled' };
  if (!isShown(element)) return { ok: false, code: 'not_visible' };
  reveal(element);
  if (!(await isStable(element, deadline))) {
    return element.isConnected ? { ok: false, code: 'not_stable' } : { ok: false, code: 'stale' };
  }
  let cover: Element | null = null;
  for (const point of aims(element)) {
    const hit = elementAt(point.x, point.y);
    if (request.need === 'reach' || receives(element, hit)) {
      begin();
      return { ok: true, ...point, ...facts(element) };
    }
    cover ??= hit;
  }
  if (!cover) return { ok: false, code: 'not_visible' };
  return { ok: false, code: 'covered', cover: describe(cover) };
}

function facts(element: Element) {
  const input = element instanceof HTMLInputElement ? element : undefined;
  const ariaChecked = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed');
  const checked =
    input && /^(checkbox|radio)$/.test(input.type) ? input.checked : ariaChecked ? ariaChecked === 'true' : undefined;
  return {
    tag: element.tagName,
    type: input?.type ?? '',
    editable: isEditable(element),
    ...(checked === undefined ? {} : { checked }),
    focused: document.hasFocus() && focusedElement() === element,
    visual: visual(),
    multiple: (input ?? (element instanceof HTMLSelectElement ? element : undefined))?.multiple ?? false,
  };
}

function isShown(element: Element): boolean {
  if (element.tagName === 'AREA') return true;
  if (element.getClientRects().length === 0) return false;
  const rect = element.getBoundingClientRect();
  if (rect.width < 1 || rect.height < 1) return overflowBox(element) !== undefined;
  return getComputedStyle(element).visibility === 'visible';
}

/** An empty box may still show its children: an inline link around a block picture. */
function overflowBox(element: Element): DOMRect | undefined {
  const range = document.createRange();
  range.selectNodeContents(element);
  const rect = range.getBoundingClientRect();
  return rect.width >= 1 && rect.height >= 1 ? rect : undefined;
}

/** Where the element is cut off: by the viewport and by every ancestor that hides its overflow. */
function visibleBox(element: Element): Box {
  let box = viewportBox();
  const fixed = getComputedStyle(element).position === 'fixed';
  for (let at = flatParent(element); at && !fixed; at = flatParent(at)) {
    if (at === document.documentElement || at === document.body) break;
    const style = getComputedStyle(at);
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
      box = overlap(box, at.getBoundingClientRect()) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    }
    if (style.position === 'fixed') break;
  }
  return box;
}

function reveal(element: Element): void {
  const rect = element.getBoundingClientRect();
  const shown = visibleBox(element);
  const x = rect.left + rect.width / 2;
  const y = rect.top + rect.height / 2;
  if (holds(shown, x, y)) return;
  const part = overlap(shown, rect);
  if (part && area(part) > 0.6 * rect.width * rect.height) return;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
}

/** Points to try, the likeliest first: middles of the shown parts, then their quarters and edges. */
function aims(element: Element): { x: number; y: number }[] {
  const shown = visibleBox(element);
  const rects = element.tagName === 'AREA' ? areaRects(element) : [...element.getClientRects()];
  const usable = rects.slice(0, 20).flatMap((rect) => overlap(rect, shown) ?? []);
  if (usable.length === 0) {
    const inner = overflowBox(element);
    const part = inner && overlap(inner, shown);
    if (part) usable.push(part);
  }
  usable.sort((one, other) => area(other) - area(one));
  const places = [
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
  ] as const;
  return usable.slice(0, 4).flatMap((box) =>
    places.map(([across, down]) => ({
      x: box.left + (box.right - box.left) * across,
      y: box.top + (box.bottom - box.top) * down,
    })),
  );
}

function areaRects(element: Element): DOMRect[] {
  const map = element.closest('map');
  const image = map?.name ? document.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`) : null;
  const around = image?.getBoundingClientRect();
  const coordinates = (element.getAttribute('coords') ?? '').split(',').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = coordinates;
  if (!around) return [];
  if (element.getAttribute('shape') === 'circle')
    return [new DOMRect(around.left + a - c / 2, around.top + b - c / 2, c, c)];
  const xs = coordinates.filter((_, index) => index % 2 === 0);
  const ys = coordinates.filter((_, index) => index % 2 === 1);
  if (element.getAttribute('shape') === 'poly' && xs.length > 0) {
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [new DOMRect(around.left + left, around.top + top, Math.max(...xs) - left, Math.max(...ys) - top)];
  }
  return [new DOMRect(around.left + a, around.top + b, c - a, d - b)];
}

/** At rest: nothing moves it, or two painted frames find it in one place. */
async function isStable(element: Element, deadline: number): Promise<boolean> {
  if (!mayMove()) return true;
  let last = element.getBoundingClientRect();
  for (;;) {
    await nextPaint(40);
    if (!element.isConnected) return false;
    const now = element.getBoundingClientRect();
    if (
      Math.abs(now.x - last.x) < 0.5 &&
      Math.abs(now.y - last.y) < 0.5 &&
      now.width === last.width &&
      now.height === last.height
    )
      return true;
    if (performance.now() > deadline) return false;
    last = now;
  }
}

export function describe(element: Element): Described {
  const role = ariaRole(element);
  const number = knownNumber(element);
  const name = nameOf(element) || textOf(element, 60) || element.id || element.tagName.toLowerCase();
  return {
    ...(number === undefined ? {} : { number }),
    role: role === 'generic' ? 'Container' : ourRole(role),
    name: name.slice(0, 80),
  };
}

/** What is painted at a point: for a click by coordinates. */
export function atPoint({
  x,
  y,
}: {
  x: number;
  y: number;
}): (Described & { editable: boolean; frame: boolean }) | undefined {
  begin();
  const hit = elementAt(x, y);
  return hit ? { ...describe(hit), editable: isEditable(hit), frame: hit.tagName === 'IFRAME' } : undefined;
}

/** Where the content of an iframe lies in this document, after making sure that the given point of it is on the screen and on top. */
export function framePlace({ number, x, y }: { number: number; x: number; y: number }): FramePlace {
  const element = elementOf(number);
  if (!(element instanceof HTMLElement)) return { ok: false };
  begin();
  let place = contentBox(element);
  const shown = visibleBox(element);
  if (!holds(shown, place.left + x, place.top + y)) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    place = contentBox(element);
    const viewport = viewportBox();
    if (!holds(viewport, place.left + x, place.top + y)) {
      window.scrollBy({
        left: place.left + x - viewport.right / 2,
        top: place.top + y - viewport.bottom / 2,
        behavior: 'instant',
      });
      place = contentBox(element);
    }
  }
  const hit = elementAt(place.left + x, place.top + y);
  const onTop = hit !== null && isInside(hit, element);
  return { ok: true, ...place, onTop, ...(hit && !onTop ? { cover: describe(hit) } : {}) };
}

function contentBox(element: HTMLElement) {
  const rect = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const side = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  return {
    left: rect.left + element.clientLeft + side('padding-left'),
    top: rect.top + element.clientTop + side('padding-top'),
    width: element.clientWidth - side('padding-left') - side('padding-right'),
    height: element.clientHeight - side('padding-top') - side('padding-bottom'),
  };
}

/** True when the point of this document lies on the given iframe and nothing else. */
export function isFrameAt({ number, x, y }: { number: number; x: number; y: number }): boolean {
  const element = elementOf(number);
  const hit = elementAt(x, y);
  return element !== undefined && hit !== null && isInside(hit, element);
}
