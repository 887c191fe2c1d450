import type {
  Box,
  Described,
  FramePlace,
  FramePlaceRequest,
  PageCalls,
  Prepared,
  PrepareRequest,
} from '../../page-protocol.js';
import { area, holds, overlap, viewportBox, visual } from '../box.js';
import { meansAnother, receives } from '../collect/cover.js';
import { contentBox } from '../collect/hidden.js';
import { areaBox, pictureOf } from '../collect/image-map.js';
import { hiddenControl } from '../collect/interest.js';
import { isAsLastSeen, look } from '../collect/look.js';
import {
  attributeOf,
  clientLeftOf,
  clientTopOf,
  idOf,
  isConnected,
  rectOf,
  rectsOf,
  scrollIntoView,
  tagOf,
  zoomOf,
} from '../dom.js';
import { nameOf, textOf } from '../naming/names.js';
import { ariaRole, ourRole } from '../naming/roles.js';
import { isDisabled, isEditable } from '../naming/states.js';
import { hasFocus, pageBody, pageRoot, visibilityState } from '../own-document.js';
import { begin, isRestless, mayMove } from '../record/recorder.js';
import { elementOf, knownNumber } from '../registry.js';
import { nextPaint } from '../schedule.js';
import { elementAt, flatParent, focusedElement, isInside } from '../tree.js';

/** Makes sure that an element is there, shown, at rest, enabled and on top, and gives the point at which it takes a click. */
export async function prepare(request: PrepareRequest): Promise<Prepared> {
  const element = elementOf(request.number);
  if (!element) return { ok: false, code: 'stale' };
  const deadline = performance.now() + request.most;
  if (request.need === 'use' && isDisabled(controlOf(element))) return { ok: false, code: 'disabled' };
  if (!isShown(element)) return { ok: false, code: 'not_visible' };
  reveal(element);
  for (let tries = 0; ; tries += 1) {
    if (!(await isStable(element, deadline))) {
      return isConnected(element) ? { ok: false, code: 'not_stable' } : { ok: false, code: 'stale' };
    }
    const { point, cover } = aim(element, request.need);
    if (point) {
      const isSame = request.look && isAsLastSeen();
      begin();
      const told = { ok: true as const, ...point, ...facts(element) };
      if (!request.look) return told;
      return isSame ? { ...told, same: true } : { ...told, looked: look({ fresh: true, arm: true }) };
    }
    if (!cover) return { ok: false, code: 'not_visible' };
    // A bar that stays in its place while the page scrolls can be scrolled away from.
    if (tries > 0 || !isBar(cover) || isInside(element, cover))
      return { ok: false, code: 'covered', cover: describe(cover) };
    scrollIntoView(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
  }
}

/** Where to click: a point that is the element's own, else one on a part of it. Without one: what is on top. */
function aim(
  element: Element,
  need: PrepareRequest['need'],
): { point?: { x: number; y: number }; cover?: Element | undefined } {
  let second: { x: number; y: number } | undefined;
  let cover: Element | undefined;
  for (const point of aims(element)) {
    const hit = elementAt(point.x, point.y);
    if (need === 'reach') return { point };
    if (!hit || !receives(element, hit)) cover ??= hit ?? undefined;
    else if (!meansAnother(element, hit)) return { point };
    else second ??= point;
  }
  return second ? { point: second } : { cover };
}

/** A label drawn in place of its control stands for it. */
function controlOf(element: Element): Element {
  return hiddenControl(element) ?? element;
}

/** Fixed or sticky, and only a part of the screen. */
function isBar(cover: Element): boolean {
  for (let at: Element | null = cover; at; at = flatParent(at)) {
    const { position } = getComputedStyle(at);
    if (position !== 'fixed' && position !== 'sticky') continue;
    return area(rectOf(at)) < area(viewportBox()) / 2;
  }
  return false;
}

function facts(target: Element) {
  const element = controlOf(target);
  const input = element instanceof HTMLInputElement ? element : undefined;
  const ariaChecked = attributeOf(element, 'aria-checked') ?? attributeOf(element, 'aria-pressed');
  const checked =
    input && /^(checkbox|radio)$/.test(input.type) ? input.checked : ariaChecked ? ariaChecked === 'true' : undefined;
  return {
    tag: tagOf(target),
    type: input?.type ?? '',
    editable: isEditable(element),
    ...(checked === undefined ? {} : { checked }),
    focused: hasFocus() && focusedElement() === element,
    visual: visual(),
    multiple: (input ?? (element instanceof HTMLSelectElement ? element : undefined))?.multiple ?? false,
  };
}

function isShown(element: Element): boolean {
  if (tagOf(element) === 'AREA') return true;
  const rect = rectOf(element);
  if (rect.width < 1 || rect.height < 1) return contentBox(element) !== undefined;
  return getComputedStyle(element).visibility === 'visible';
}

/** Where the element is cut off: by the viewport and by every ancestor that hides its overflow. */
function visibleBox(element: Element): Box {
  let box = viewportBox();
  const fixed = getComputedStyle(element).position === 'fixed';
  for (let at = flatParent(element); at && !fixed; at = flatParent(at)) {
    if (at === pageRoot() || at === pageBody()) break;
    const style = getComputedStyle(at);
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
      box = overlap(box, rectOf(at)) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    }
    if (style.position === 'fixed') break;
  }
  return box;
}

function reveal(element: Element): void {
  const rect = rectOf(element);
  const shown = visibleBox(element);
  const x = rect.left + rect.width / 2;
  const y = rect.top + rect.height / 2;
  if (holds(shown, x, y)) return;
  const part = overlap(shown, rect);
  if (part && area(part) > 0.6 * rect.width * rect.height) return;
  scrollIntoView(element, { block: 'center', inline: 'center', behavior: 'instant' });
}

/** Points to try, the likeliest first: middles of the shown parts, then their quarters and edges. */
function aims(element: Element): { x: number; y: number }[] {
  const shown = visibleBox(element);
  const rects = tagOf(element) === 'AREA' ? areaBoxes(element) : [...rectsOf(element)];
  const usable = rects.slice(0, 20).flatMap((rect) => overlap(rect, shown) ?? []);
  if (usable.length === 0) {
    const inner = contentBox(element);
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
    [0.5, 0.04],
    [0.5, 0.96],
    [0.02, 0.5],
    [0.98, 0.5],
  ] as const;
  return usable.slice(0, 4).flatMap((box) =>
    places.map(([across, down]) => ({
      x: box.left + (box.right - box.left) * across,
      y: box.top + (box.bottom - box.top) * down,
    })),
  );
}

function areaBoxes(element: Element): Box[] {
  const picture = pictureOf(element);
  const box = picture && areaBox(element, picture);
  return box ? [box] : [];
}

const frameMs = 40;

/** At rest: nothing moves it, or two painted frames find it in one place. Where none is painted in time, a few moments must do. */
async function isStable(element: Element, deadline: number): Promise<boolean> {
  if (!mayMove() && !isRestless(element)) return true;
  let last = rectOf(element);
  let moments = 0;
  for (;;) {
    const begun = performance.now();
    await nextPaint(frameMs);
    if (!isConnected(element)) return false;
    const now = rectOf(element);
    moments = isSamePlace(now, last) ? moments + 1 : 0;
    const wasPainted = performance.now() - begun < frameMs - 2;
    if (moments > 0 && (wasPainted || moments >= unpainted())) return true;
    if (performance.now() > deadline) return false;
    last = now;
  }
}

/** A page that is shown will be painted, if late when the machine is busy; a hidden one never. */
function unpainted(): number {
  return visibilityState() === 'visible' ? 12 : 3;
}

function isSamePlace(one: DOMRect, other: DOMRect): boolean {
  return (
    Math.abs(one.x - other.x) < 0.5 &&
    Math.abs(one.y - other.y) < 0.5 &&
    one.width === other.width &&
    one.height === other.height
  );
}

export function describe(element: Element): Described {
  const role = ariaRole(element);
  const number = knownNumber(element);
  const name = nameOf(element) || textOf(element, 60) || idOf(element) || tagOf(element).toLowerCase();
  return {
    ...(number === undefined ? {} : { number }),
    role: role === 'generic' ? 'Container' : ourRole(role),
    name: name.slice(0, 80),
  };
}

/** What is painted at a point of the screen: for a click by coordinates. */
export function atPoint({ x, y }: { x: number; y: number }): ReturnType<PageCalls['atPoint']> {
  begin();
  const shown = visual();
  const hit = elementAt(x / shown.scale + shown.x, y / shown.scale + shown.y);
  if (!hit) return { visual: shown };
  return { hit: { ...describe(hit), editable: isEditable(hit), frame: tagOf(hit) === 'IFRAME' }, visual: shown };
}

/** How an iframe lies at a point of this document: cut off, on top, or under what. A bar over it is scrolled away from. */
export function framePlace({ number, x, y }: FramePlaceRequest): FramePlace {
  const element = elementOf(number);
  if (!(element instanceof HTMLElement)) return { ok: false };
  begin();
  const style = getComputedStyle(element);
  const inset = {
    x: clientLeftOf(element) + Number.parseFloat(style.paddingLeft),
    y: clientTopOf(element) + Number.parseFloat(style.paddingTop),
  };
  const shown = visibleBox(element);
  const visible = holds(shown, x - 1, y - 1) && holds(shown, x + 1, y + 1);
  const hit = visible ? elementAt(x, y) : null;
  const onTop = hit !== null && isInside(hit, element);
  const zoom = zoomOf(element) ?? 1;
  const place = { ok: true as const, inset, zoom, visible, moved: false, onTop };
  if (!hit || onTop) return place;
  const moved = isBar(hit) && scrollToMiddle(element, y);
  return { ...place, moved, cover: describe(hit) };
}

function scrollToMiddle(element: Element, y: number): boolean {
  const before = rectOf(element).top;
  window.scrollBy({ top: y - window.innerHeight / 2, behavior: 'instant' });
  return Math.abs(rectOf(element).top - before) > 1;
}
