import type { Change } from '../../core/change.js';
import type { Element, ElementId, State } from '../../core/element.js';
import { intersect, type Point, type Rect, type Size } from '../../core/geometry.js';
import type { Tab } from '../../core/observation.js';
import type { View } from '../../core/view.js';
import { displayValue, maskedValue } from '../ui-map/element-line.js';

/** A smaller distance is a hover effect or rounding, not a move. */
const minMovePixels = 8;

interface Comparison {
  before: View;
  after: View;
  elementsBefore: ReadonlyMap<string, Element>;
  elementsAfter: ReadonlyMap<string, Element>;
  /** How far the page was scrolled. */
  shift: Point;
}

/** The differences between two views of a screen. Elements in `ignore` are skipped. */
export function diffViews(before: View, after: View, ignore: ReadonlySet<ElementId>): Change[] {
  const shift = scrollShift(before, after);
  const elementsBefore = byId(before, ignore);
  const elementsAfter = byId(after, ignore);
  const comparison: Comparison = { before, after, elementsBefore, elementsAfter, shift };
  const changes: Change[] = [];
  if (before.url !== undefined && after.url !== undefined && before.url !== after.url)
    changes.push({ kind: 'url', from: before.url, to: after.url });
  if (
    before.title !== undefined &&
    after.title !== undefined &&
    before.title !== after.title &&
    !isOtherWindow(before, after)
  )
    changes.push({ kind: 'title', from: before.title, to: after.title });
  changes.push(...tabChanges(before, after));
  changes.push(...focusChange(before, after, ignore));
  for (const [key, element] of elementsAfter) {
    const was = elementsBefore.get(key);
    const found = was ? elementChanges(was, element, shift, after.screen) : [];
    // A container and its text move together.
    changes.push(...found.filter((change) => key === element.id || change.kind !== 'moved'));
  }
  changes.push(...findAppeared(comparison), ...findGone(comparison));
  if (shift.x !== 0 || shift.y !== 0) changes.push({ kind: 'scrolled', dx: shift.x, dy: shift.y });
  return changes;
}

/** Elements by id. A container with text of its own is listed twice: as itself and as its text. */
function byId(view: View, ignore: ReadonlySet<ElementId>): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of view.elements) {
    if (ignore.has(element.id)) continue;
    found.set(found.has(element.id) ? `${element.id} ${element.role}` : element.id, element);
  }
  return found;
}

function scrollShift(before: View, after: View): Point {
  if (!before.scroll || !after.scroll || before.url !== after.url) return { x: 0, y: 0 };
  return { x: after.scroll.x - before.scroll.x, y: after.scroll.y - before.scroll.y };
}

/** On a desktop the title belongs to the active window. Another active window is not a change of title. */
function isOtherWindow(before: View, after: View): boolean {
  const activeId = ({ tabs = [] }: View) => tabs.find(({ active }) => active)?.id;
  return after.app !== undefined && activeId(before) !== activeId(after);
}

function tabChanges(before: View, after: View): Change[] {
  if (!before.tabs || !after.tabs) return [];
  const isDesktop = after.app !== undefined;
  const windowOf = ({ title }: Tab) => (isDesktop ? title : undefined);
  const old = new Map(before.tabs.map((tab) => [tab.id, tab]));
  const now = new Set(after.tabs.map((tab) => tab.id));
  const changes: Change[] = [];
  for (const tab of after.tabs) {
    const was = old.get(tab.id);
    if (!was) changes.push({ kind: 'tab', tab: tab.id, do: 'opened', window: windowOf(tab) });
    if (tab.active && !was?.active) changes.push({ kind: 'tab', tab: tab.id, do: 'selected', window: windowOf(tab) });
  }
  for (const tab of before.tabs)
    if (!now.has(tab.id)) changes.push({ kind: 'tab', tab: tab.id, do: 'closed', window: windowOf(tab) });
  return changes;
}

function focusChange(before: View, after: View, ignore: ReadonlySet<ElementId>): Change[] {
  const focused = (view: View): Element | undefined => view.elements.find((one) => one.states.includes('focused'));
  const from = focused(before);
  const to = focused(after);
  if (from?.id === to?.id) return [];
  if (to) return ignore.has(to.id) ? [] : [{ kind: 'focus', element: to.id, name: to.name }];
  // An element that is outside the view now may still have the focus.
  if (!from || ignore.has(from.id) || !isComplete(after)) return [];
  return after.elements.some((one) => one.id === from.id) ? [{ kind: 'focus', name: '' }] : [];
}

function elementChanges(was: Element, now: Element, shift: Point, screen: Size): Change[] {
  const { id: element, name } = now;
  const changes: Change[] = [];
  const to = now.value ?? '';
  if ((was.value ?? '') !== to) {
    const secret = was.states.includes('password') || now.states.includes('password');
    const from = secret ? undefined : displayValue(was);
    changes.push({ kind: 'value', element, name, from, to: secret && to !== '' ? maskedValue : to });
  }
  const scrolled = shift.x !== 0 || shift.y !== 0;
  const isReported = (state: State): boolean =>
    state !== 'focused' && state !== 'offscreen' && !(state === 'covered' && scrolled);
  const added = now.states.filter((state) => isReported(state) && !was.states.includes(state));
  const removed = was.states.filter((state) => isReported(state) && !now.states.includes(state));
  if (added.length > 0 || removed.length > 0) changes.push({ kind: 'state', element, name, added, removed });
  if (was.name !== now.name) changes.push({ kind: 'renamed', element, from: was.name, to: now.name });
  if (hasMoved(was, now, shift, screen)) changes.push({ kind: 'moved', element, name });
  return changes;
}

function hasMoved(was: Element, now: Element, shift: Point, screen: Size): boolean {
  if (isOffscreen(was) || isOffscreen(now)) return false;
  // A box at the edge of the screen is clipped, so its position does not show a move.
  if (touchesEdge(was.bounds, screen) || touchesEdge(now.bounds, screen)) return false;
  const x = now.bounds.x - was.bounds.x;
  const y = now.bounds.y - was.bounds.y;
  const fixed = Math.hypot(x, y);
  const scrolled = Math.hypot(x + shift.x, y + shift.y);
  return Math.min(fixed, scrolled) > minMovePixels;
}

function findAppeared({ before, after, elementsBefore, elementsAfter, shift }: Comparison): Change[] {
  if (!isComplete(before)) return [];
  const newElements = new Set(after.newElements);
  return [...elementsAfter].flatMap(([key, element]): Change[] => {
    if (elementsBefore.has(key) || isOffscreen(element)) return [];
    const { id, role, name, bounds } = element;
    const isNew = role === 'Dialog' || newElements.has(id) || isOnScreen(bounds, shift, before.screen);
    return isNew ? [{ kind: 'appeared', element: id, role, name }] : [];
  });
}

function findGone({ before, after, elementsBefore, elementsAfter, shift }: Comparison): Change[] {
  if (!isComplete(after)) return [];
  const hasCommon = [...elementsBefore.keys()].some((key) => elementsAfter.has(key));
  if (before.url !== after.url && !hasCommon) return []; // on another page all elements are different
  const back = { x: -shift.x, y: -shift.y };
  return [...elementsBefore].flatMap(([key, element]): Change[] => {
    if (elementsAfter.has(key) || isOffscreen(element)) return [];
    const { id, role, name, bounds } = element;
    return isOnScreen(bounds, back, after.screen) ? [{ kind: 'gone', element: id, role, name }] : [];
  });
}

/** Whether an element that is missing from the view does not exist. */
function isComplete(view: View): boolean {
  return view.incomplete === undefined && view.dropped === 0 && !(view.modal && view.elements.length === 0);
}

function isOffscreen(element: Element): boolean {
  return element.states.includes('offscreen');
}

/** Whether most of `bounds`, moved by `shift`, lies on the screen. */
function isOnScreen(bounds: Rect, shift: Point, screen: Size): boolean {
  if (shift.x === 0 && shift.y === 0) return true;
  const moved = { ...bounds, x: bounds.x + shift.x, y: bounds.y + shift.y };
  const visible = intersect(moved, { x: 0, y: 0, ...screen });
  return visible !== undefined && visible.width * visible.height * 2 > moved.width * moved.height;
}

function touchesEdge(bounds: Rect, screen: Size): boolean {
  return (
    bounds.x <= 0 ||
    bounds.y <= 0 ||
    bounds.x + bounds.width >= screen.width ||
    bounds.y + bounds.height >= screen.height
  );
}
