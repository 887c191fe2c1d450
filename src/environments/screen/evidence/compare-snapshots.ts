import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { View } from '../../../core/view.js';
import { diffViews } from '../../../perception/diff/diff-views.js';
import type { Pixels, ScreenWindow } from '../screen.js';
import { withoutStrangers } from './ignore-other-windows.js';
import { changedSquares, isCaret, outside, type Squares, shareOf } from './pixel-changes.js';

/** A look with its pixels. */
export interface Snapshot {
  view: View;
  pixels: Pixels;
  /** The windows that were drawn over all others in it. */
  over: readonly ScreenWindow[];
  /** All windows there were, front first. */
  windows: readonly ScreenWindow[];
  /** Process of the program that was acted on, where it is one: of other programs' windows the pixels say nothing. */
  program?: number | undefined;
  /** When it was taken (performance.now). */
  at: number;
  /** How long it took. */
  tookMs: number;
}

/** What changes on this screen by itself: clocks, tickers, animations. Learnt while nothing is done. */
export interface AmbientChanges {
  elements: Set<ElementId>;
  squares: Squares;
  /** How many times running an element changed while nothing was done. */
  times: Map<ElementId, number>;
  /** Nobody has watched this screen yet. */
  isUnknown: boolean;
  /** What changed by itself not long ago: it may have been the late effect of something, or do so again. */
  suspects: { elements: Set<ElementId>; squares: Squares };
  /** What the last actions were on, the last one first: a button that comes up again a moment later does not do so by itself. */
  touched: readonly Touched[];
}

interface Touched {
  /** The one it was on, and those that it pressed. */
  elements: readonly ElementId[];
  places: readonly Rect[];
  /** When it was over (performance.now). */
  at: number;
}

/** So many actions later, at the latest, a button has come up again. */
const mostTouched = 4;

/** Takes in what an action was on, and what it did. */
export function touch(
  restless: AmbientChanges,
  {
    target,
    changes,
    ...facts
  }: Omit<Touched, 'elements'> & { target: ElementId | undefined; changes: readonly Change[] },
): void {
  const pressed = changes.flatMap((change) =>
    change.kind === 'state' && change.added.includes('pressed') ? [change.element] : [],
  );
  const elements = target === undefined ? pressed : [target, ...pressed];
  restless.touched = [{ ...facts, elements }, ...restless.touched].slice(0, mostTouched);
}

export function nothingRestless(): AmbientChanges {
  return {
    elements: new Set(),
    squares: new Set(),
    times: new Map(),
    isUnknown: true,
    suspects: { elements: new Set(), squares: new Set() },
    touched: [],
  };
}

/** It kept still while it was watched: whatever ticks would have ticked. */
export function trust(restless: AmbientChanges): void {
  restless.isUnknown = false;
  restless.suspects = { elements: new Set(), squares: new Set() };
}

/** Something of this may have changed by itself. */
export function isSuspect({ changes, squares }: Differences, { isUnknown, suspects }: AmbientChanges): boolean {
  if (isUnknown) return true;
  return (
    changedIds(changes).some((id) => suspects.elements.has(id)) ||
    [...squares].some((square) => suspects.squares.has(square))
  );
}

/** So long does a button stay down that flashes when it is pressed by its name or a key. */
export const downMs = 400;

/** Elements other than `target` that may be down at this moment only because an action before pressed them. */
export function stillDown({ touched }: AmbientChanges, moment: number, target: ElementId | undefined): Set<ElementId> {
  const recent = touched.filter(({ at }) => moment - at < downMs).flatMap(({ elements }) => elements);
  return new Set(recent.filter((id) => id !== target));
}

/** What was seen before, as if those of the elements that are up by now had been up: that is what an earlier action leaves behind. */
export function asIfUp(before: Snapshot, { view }: Snapshot, down: ReadonlySet<ElementId>): Snapshot {
  const up = new Set(
    view.elements.filter(({ id, states }) => down.has(id) && !states.includes('pressed')).map(({ id }) => id),
  );
  if (up.size === 0) return before;
  const elements = before.view.elements.map((element) =>
    up.has(element.id) ? { ...element, states: element.states.filter((state) => state !== 'pressed') } : element,
  );
  return { ...before, view: { ...before.view, elements } };
}

export interface Differences {
  changes: Change[];
  /** Squares that changed though nothing in the tree tells why. */
  squares: Squares;
}

/** Around a control that was acted on: its own look (pressed, hovered, ringed by focus) is no effect. */
const ring = 8;

/** Squares that were drawn on. Pictures of other windows cannot be compared. */
function drawnBetween(before: Snapshot, after: Snapshot): Squares {
  return isOver(before, after.over) ? changedSquares(before.pixels, after.pixels) : new Set();
}

/** These windows, and no others, were drawn over all others. */
export function isOver({ over }: Snapshot, windows: readonly ScreenWindow[]): boolean {
  return over.length === windows.length && over.every(({ id }, index) => id === windows[index]?.id);
}

/** What differs between two glimpses, without what is restless. Pixels in `own` places count for nothing. */
export function differences(
  before: Snapshot,
  after: Snapshot,
  restless: AmbientChanges,
  own: readonly Rect[],
): Differences {
  const changes = diffViews(before.view, after.view, restless.elements);
  const drawn = drawnBetween(before, after);
  for (const square of restless.squares) drawn.delete(square);
  const changed = after.program === undefined ? drawn : withoutStrangers(drawn, before, after, after.program);
  if (isCaret(changed, before.pixels, after.pixels)) return { changes, squares: new Set() };
  const places = [before, after].flatMap(({ view }) => [...focused(view), ...restlessPlaces(view, restless)]);
  return { changes, squares: outside(changed, [...own, ...places].map(grown), after.pixels) };
}

/** Where the words of a clock stand: its digits change one by one, some of them seldom. */
export function restlessPlaces({ elements }: View, restless: AmbientChanges): Rect[] {
  return placesOf({ elements }, restless.elements);
}

export function placesOf({ elements }: Pick<View, 'elements'>, ids: ReadonlySet<ElementId>): Rect[] {
  return elements.filter(({ id }) => ids.has(id)).map(({ bounds }) => bounds);
}

export function isNothing({ changes, squares }: Differences): boolean {
  return changes.length === 0 && squares.size === 0;
}

/** Where the ring of the focus is or was. Large ones, a page of text, show more than that. */
function focused({ elements }: View): Rect[] {
  return elements
    .filter(({ states, bounds }) => states.includes('focused') && bounds.height < 60)
    .map(({ bounds }) => bounds);
}

function grown({ x, y, width, height }: Rect): Rect {
  return { x: x - ring, y: y - ring, width: width + 2 * ring, height: height + 2 * ring };
}

/** Pixels as a change, where nothing else tells what happened. */
export function pixelChange({ changes, squares }: Differences, pixels: Pixels): Change[] {
  const isTold = changes.some(({ kind }) => kind !== 'focus' && kind !== 'moved');
  return squares.size > 0 && !isTold ? [{ kind: 'pixels', share: shareOf(squares, pixels) }] : [];
}

const tellsOfClocks = new Set<Change['kind']>(['renamed', 'value', 'state']);

/** Ids of elements whose words or state changed. */
export function changedIds(changes: readonly Change[]): ElementId[] {
  return changes.flatMap((change) =>
    tellsOfClocks.has(change.kind) && 'element' in change && change.element ? [change.element] : [],
  );
}

/** Something that kept still this long while nothing was done is restless no more. */
const stillMs = 2_000;

/** Takes in what changed between two looks while nothing was done. Once may be the late effect of something; twice is a habit. */
export function learn(restless: AmbientChanges, before: Snapshot, after: Snapshot): void {
  const touched = new Set(restless.touched.flatMap(({ elements }) => elements));
  const places = restless.touched.flatMap((one) => one.places);
  const ids = changedIds(diffViews(before.view, after.view, new Set())).filter((id) => !touched.has(id));
  for (const id of ids) {
    const times = (restless.times.get(id) ?? 0) + 1;
    restless.times.set(id, times);
    if (times > 1) restless.elements.add(id);
  }
  // A habit is kept up from one look to the next: what somebody else changed now and then is none.
  for (const id of restless.times.keys())
    if (!ids.includes(id) && !restless.elements.has(id)) restless.times.delete(id);
  const squares = outside(drawnBetween(before, after), places.map(grown), after.pixels);
  for (const id of ids) restless.suspects.elements.add(id);
  if (!isCaret(squares, before.pixels, after.pixels))
    for (const square of squares) restless.suspects.squares.add(square);
  if (after.at - before.at < stillMs) return;
  for (const id of restless.elements) if (!ids.includes(id)) forget(restless, id);
  for (const square of restless.squares) if (!squares.has(square)) restless.squares.delete(square);
}

function forget(restless: AmbientChanges, id: ElementId): void {
  restless.elements.delete(id);
  restless.times.delete(id);
}
