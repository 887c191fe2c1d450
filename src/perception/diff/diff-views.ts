import type { Change } from '../../core/change.js';
import type { Element, ElementId } from '../../core/element.js';
import { intersect, type Point, type Rect, type Size } from '../../core/geometry.js';
import type { Tab } from '../../core/observation.js';
import type { View } from '../../core/view.js';
import { elementChanges, isOffscreen, isOtherText } from './element-changes.js';
import { findReordered } from './find-reordered.js';
import { matchRedrawn, type RedrawnMatch } from './match-redrawn.js';

interface Comparison {
  before: View;
  after: View;
  elementsBefore: ReadonlyMap<string, Element>;
  elementsAfter: ReadonlyMap<string, Element>;
  /** How far the page was scrolled. */
  shift: Point;
  /** Texts that were drawn again. */
  redrawn: RedrawnMatch;
}

/** The differences between two views of a screen. Elements in `ignore` are skipped. */
export function diffViews(before: View, after: View, ignore: ReadonlySet<ElementId>): Change[] {
  const shift = scrollShift(before, after);
  const elementsBefore = byId(before, ignore);
  const elementsAfter = byId(after, ignore);
  const others = dropOtherTexts(elementsBefore, elementsAfter);
  const redrawn = matchRedrawn([...elementsBefore.values()], [...elementsAfter.values()]);
  const comparison: Comparison = { before, after, elementsBefore, elementsAfter, shift, redrawn };
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
  changes.push(...others, ...findAppeared(comparison), ...findGone(comparison));
  if (before.sceneId === after.sceneId) {
    changes.push(...findReordered([...elementsBefore.values()], [...elementsAfter.values()]));
    changes.push(...redrawn.reordered.map((names): Change => ({ kind: 'reordered', names, before: 0, after: 0 })));
  }
  if (after.selectedText && after.selectedText !== before.selectedText)
    changes.push({ kind: 'selection', text: after.selectedText });
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

/** Takes texts that only share an id out of both maps, and returns them as gone and appeared. */
function dropOtherTexts(before: Map<string, Element>, after: Map<string, Element>): Change[] {
  const changes: Change[] = [];
  for (const [key, now] of after) {
    const was = before.get(key);
    if (!was || !isOtherText(was, now)) continue;
    before.delete(key);
    after.delete(key);
    changes.push({ kind: 'appeared', element: now.id, role: now.role, name: now.name });
    changes.push({ kind: 'gone', element: was.id, role: was.role, name: was.name });
  }
  return changes;
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
  const former = before.tabs ?? (before.onlyTab && [{ id: before.onlyTab, active: true }]);
  if (!former || !after.tabs) return [];
  const isDesktop = after.app !== undefined;
  const windowOf = ({ title }: Partial<Tab>) => (isDesktop ? title : undefined);
  const old = new Map(former.map((tab) => [tab.id, tab]));
  const now = new Set(after.tabs.map((tab) => tab.id));
  const changes: Change[] = [];
  for (const tab of after.tabs) {
    const was = old.get(tab.id);
    if (!was) changes.push({ kind: 'tab', tab: tab.id, do: 'opened', window: windowOf(tab) });
    if (tab.active && !was?.active) changes.push({ kind: 'tab', tab: tab.id, do: 'selected', window: windowOf(tab) });
  }
  for (const tab of former)
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

function findAppeared({ before, after, elementsBefore, elementsAfter, shift, redrawn }: Comparison): Change[] {
  if (!isComplete(before)) return [];
  const newElements = new Set(after.newElements);
  const remained = new Set(before.remaining);
  return [...elementsAfter].flatMap(([key, element]): Change[] => {
    if (elementsBefore.has(key) || isOffscreen(element) || redrawn.replacements.has(element)) return [];
    const { id, role, name, bounds } = element;
    if (remained.has(id) && !newElements.has(id)) return [];
    const isNew = role === 'Dialog' || newElements.has(id) || isOnScreen(bounds, shift, before.screen);
    return isNew ? [{ kind: 'appeared', element: id, role, name }] : [];
  });
}

function findGone({ before, after, elementsBefore, elementsAfter, shift, redrawn }: Comparison): Change[] {
  if (!isComplete(after)) return [];
  const hasCommon = [...elementsBefore.keys()].some((key) => elementsAfter.has(key));
  if (before.url !== after.url && !hasCommon) return []; // on another page all elements are different
  const remaining = new Set(after.remaining);
  const back = { x: -shift.x, y: -shift.y };
  return [...elementsBefore].flatMap(([key, element]): Change[] => {
    if (elementsAfter.has(key) || isOffscreen(element) || redrawn.replaced.has(element)) return [];
    const { id, role, name, bounds } = element;
    if (remaining.has(id)) return [];
    return isOnScreen(bounds, back, after.screen) ? [{ kind: 'gone', element: id, role, name }] : [];
  });
}

/** Whether an element that is missing from the view does not exist. */
function isComplete(view: View): boolean {
  return view.incomplete === undefined && view.dropped === 0 && !(view.modal && view.elements.length === 0);
}

/** Whether most of `bounds`, moved by `shift`, lies on the screen. */
function isOnScreen(bounds: Rect, shift: Point, screen: Size): boolean {
  if (shift.x === 0 && shift.y === 0) return true;
  const moved = { ...bounds, x: bounds.x + shift.x, y: bounds.y + shift.y };
  const visible = intersect(moved, { x: 0, y: 0, ...screen });
  return visible !== undefined && visible.width * visible.height * 2 > moved.width * moved.height;
}
