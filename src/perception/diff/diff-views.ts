import type { Change } from '../../core/change.js';
import type { Element, ElementId, State } from '../../core/element.js';
import { intersect, type Point, type Rect, type Size } from '../../core/geometry.js';
import type { Tab } from '../../core/observation.js';
import type { View } from '../../core/view.js';
import { safeValue } from '../ui-map/ui-line.js';

/** Less than this is a hover effect or a rounding, not a move. */
const stillness = 8;

/** What differs between two looks at one screen. Ids in `ignore` change by themselves and yield nothing. */
export function diffViews(before: View, after: View, ignore: ReadonlySet<ElementId>): Change[] {
  const shift = scrollShift(before, after);
  const old = byId(before, ignore);
  const now = byId(after, ignore);
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
  for (const [key, element] of now) {
    const was = old.get(key);
    const found = was ? elementChanges(was, element, shift, after.screen) : [];
    // Where a container went, its words went too.
    changes.push(...found.filter((change) => key === element.id || change.kind !== 'moved'));
  }
  changes.push(...appeared(before, after, now, old, shift));
  changes.push(...gone(before, after, now, old, shift));
  if (shift.x !== 0 || shift.y !== 0) changes.push({ kind: 'scrolled', dx: shift.x, dy: shift.y });
  return changes;
}

/** By id. A container with words of its own stands there twice: as itself, and as its words. */
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

/** On a desktop the title is that of the window in use: that of another one is no change of title. */
function isOtherWindow(before: View, after: View): boolean {
  const inUse = ({ tabs = [] }: View) => tabs.find(({ active }) => active)?.id;
  return after.app !== undefined && inUse(before) !== inUse(after);
}

function tabChanges(before: View, after: View): Change[] {
  if (!before.tabs || !after.tabs) return [];
  const isDesktop = after.app !== undefined;
  const windowOf = ({ title }: Tab) => (isDesktop ? { window: title } : {});
  const old = new Map(before.tabs.map((tab) => [tab.id, tab]));
  const now = new Set(after.tabs.map((tab) => tab.id));
  const changes: Change[] = [];
  for (const tab of after.tabs) {
    const was = old.get(tab.id);
    if (!was) changes.push({ kind: 'tab', tab: tab.id, do: 'opened', ...windowOf(tab) });
    if (tab.active && !was?.active) changes.push({ kind: 'tab', tab: tab.id, do: 'selected', ...windowOf(tab) });
  }
  for (const tab of before.tabs)
    if (!now.has(tab.id)) changes.push({ kind: 'tab', tab: tab.id, do: 'closed', ...windowOf(tab) });
  return changes;
}

function focusChange(before: View, after: View, ignore: ReadonlySet<ElementId>): Change[] {
  const focused = (view: View): Element | undefined => view.elements.find((one) => one.states.includes('focused'));
  const from = focused(before);
  const to = focused(after);
  if (from?.id === to?.id) return [];
  if (to) return ignore.has(to.id) ? [] : [{ kind: 'focus', element: to.id, name: to.name }];
  // Focus on something that is merely out of sight now was not lost.
  if (!from || ignore.has(from.id) || !whole(after)) return [];
  return after.elements.some((one) => one.id === from.id) ? [{ kind: 'focus', name: '' }] : [];
}

function elementChanges(was: Element, now: Element, shift: Point, screen: Size): Change[] {
  const { id: element, name } = now;
  const changes: Change[] = [];
  const to = now.value ?? '';
  if ((was.value ?? '') !== to) {
    const secret = was.states.includes('password') || now.states.includes('password');
    const from = secret ? undefined : safeValue(was);
    const told = secret && to !== '' ? '•••' : to;
    changes.push({ kind: 'value', element, name, ...(from === undefined ? {} : { from }), to: told });
  }
  const scrolled = shift.x !== 0 || shift.y !== 0;
  const told = (state: State): boolean =>
    state !== 'focused' && state !== 'offscreen' && !(state === 'covered' && scrolled);
  const added = now.states.filter((state) => told(state) && !was.states.includes(state));
  const removed = was.states.filter((state) => told(state) && !now.states.includes(state));
  if (added.length > 0 || removed.length > 0) changes.push({ kind: 'state', element, name, added, removed });
  if (was.name !== now.name) changes.push({ kind: 'renamed', element, from: was.name, to: now.name });
  if (moved(was, now, shift, screen)) changes.push({ kind: 'moved', element, name });
  return changes;
}

function moved(was: Element, now: Element, shift: Point, screen: Size): boolean {
  if (offscreen(was) || offscreen(now)) return false;
  // A box that meets the edge of the screen is cut there: its corner says nothing about where it went.
  if (meetsEdge(was.bounds, screen) || meetsEdge(now.bounds, screen)) return false;
  const x = now.bounds.x - was.bounds.x;
  const y = now.bounds.y - was.bounds.y;
  const fixed = Math.hypot(x, y);
  const flowing = Math.hypot(x + shift.x, y + shift.y);
  return Math.min(fixed, flowing) > stillness;
}

function appeared(
  before: View,
  after: View,
  now: ReadonlyMap<string, Element>,
  old: ReadonlyMap<string, Element>,
  shift: Point,
): Change[] {
  if (!whole(before)) return [];
  const arrived = new Set(after.arrived);
  const changes: Change[] = [];
  for (const [key, element] of now) {
    if (old.has(key) || offscreen(element)) continue;
    const isNew = element.role === 'Dialog' || arrived.has(element.id);
    if (isNew || inSight(element.bounds, shift, before.screen))
      changes.push({ kind: 'appeared', element: element.id, role: element.role, name: element.name });
  }
  return changes;
}

function gone(
  before: View,
  after: View,
  now: ReadonlyMap<string, Element>,
  old: ReadonlyMap<string, Element>,
  shift: Point,
): Change[] {
  if (!whole(after)) return [];
  const kept = [...old.keys()].some((key) => now.has(key));
  if (before.url !== after.url && !kept) return []; // another page: that its elements went says nothing more
  const back = { x: -shift.x, y: -shift.y };
  const changes: Change[] = [];
  for (const [key, element] of old) {
    if (now.has(key) || offscreen(element) || !inSight(element.bounds, back, after.screen)) continue;
    changes.push({ kind: 'gone', element: element.id, role: element.role, name: element.name });
  }
  return changes;
}

/** Whether what is missing from a view is really not there. */
function whole(view: View): boolean {
  return view.incomplete === undefined && view.dropped === 0 && !(view.modal && view.elements.length === 0);
}

function offscreen(element: Element): boolean {
  return element.states.includes('offscreen');
}

/** Whether most of `bounds`, moved by `shift`, lies on the screen. */
function inSight(bounds: Rect, shift: Point, screen: Size): boolean {
  if (shift.x === 0 && shift.y === 0) return true;
  const place = { ...bounds, x: bounds.x + shift.x, y: bounds.y + shift.y };
  const seen = intersect(place, { x: 0, y: 0, ...screen });
  return seen !== undefined && seen.width * seen.height * 2 > place.width * place.height;
}

function meetsEdge(bounds: Rect, screen: Size): boolean {
  return (
    bounds.x <= 0 ||
    bounds.y <= 0 ||
    bounds.x + bounds.width >= screen.width ||
    bounds.y + bounds.height >= screen.height
  );
}
