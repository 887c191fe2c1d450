import { pageScroller } from '../dom/native-document.js';
import { scrollLeftOf, scrollTopOf } from '../dom/native-node.js';
import { knownNumber } from '../dom/node-registry.js';
import type { RecordedChanges } from '../recorded-changes.js';
import { isRecurring, noteAmbientChange } from './ambient-changes.js';
import { maxUncertainMs, youngPageMs } from './change-log.js';
import { actionStartedAt, hadScrollInput, handlingPhase } from './input-handling.js';

/** How far elements scrolled since the action started. */

interface ScrollMove {
  fromX: number;
  fromY: number;
  firstAt: number;
  at: number;
  isMoving: boolean;
  /** The cause is not known yet: the action or the page. */
  uncertain: boolean;
  /** The page's handlers caused it. */
  handled: boolean;
}

const moves = new Map<Element, ScrollMove>();
const positions = new WeakMap<Element, { x: number; y: number }>();

function scrollerOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : pageScroller();
}

export function initScrolls(): void {
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.addEventListener('scrollend', onScrollEnd, { capture: true, passive: true });
}

/** Scroll events closer together than this belong to one move. */
const minGapMs = 40;
const minScrollRepeats = 2;

function onScroll(event: Event): void {
  const element = scrollerOf(event);
  if (!element) return;
  const now = performance.now();
  if (handlingPhase() === 'idle' || isRecurring(element, 'scroll', now, minScrollRepeats)) {
    noteAmbientChange(element, 'scroll', now);
    noteScrollPosition(element);
    return;
  }
  const known = moves.get(element);
  if (known?.uncertain && !known.isMoving && now - known.at > minGapMs) {
    // It stopped and continued, as an automatic scroller does and a handler does not.
    noteAmbientChange(element, 'scroll', known.firstAt);
    noteAmbientChange(element, 'scroll', now);
    moves.delete(element);
    return;
  }
  noteMove(element, now, !hadScrollInput() && actionStartedAt() < youngPageMs);
}

function noteMove(element: Element, now: number, uncertain: boolean): void {
  const position = positions.get(element) ?? { x: 0, y: 0 };
  const known = moves.get(element) ?? {
    fromX: position.x,
    fromY: position.y,
    firstAt: now,
    uncertain,
    handled: handlingPhase() === 'handlers',
  };
  moves.set(element, { ...known, uncertain: known.uncertain && uncertain, at: now, isMoving: true });
  noteScrollPosition(element);
}

function onScrollEnd(event: Event): void {
  const element = scrollerOf(event);
  const move = element && moves.get(element);
  if (move) move.isMoving = false;
}

/** Stores the scroll position, to measure the next move. */
export function noteScrollPosition(element: Element): void {
  positions.set(element, { x: scrollLeftOf(element), y: scrollTopOf(element) });
}

/** Detects that a handler scrolled the page. The scroll event itself comes a frame later. */
export function compareScrollPosition(): void {
  const page = pageScroller();
  const position = page && positions.get(page);
  if (!position || (scrollLeftOf(page) === position.x && scrollTopOf(page) === position.y)) return;
  if (handlingPhase() === 'handlers') noteMove(page, performance.now(), false);
}

/** Forgets the moves for a new action. If the previous one had no input, its scrolling was ambient. */
export function startScrolls(hadInput: boolean): void {
  if (hadInput) moves.clear();
  else discardScrolls();
  const page = pageScroller();
  if (page) noteScrollPosition(page);
}

/** The scrolling since the action started, without what returned to its old position. */
export function readScrolls(now: number): { certain: RecordedChanges['scrolls']; handled: number; uncertain: number } {
  let uncertain = 0;
  let handled = 0;
  const certain: RecordedChanges['scrolls'] = [];
  for (const [element, move] of moves) {
    move.uncertain &&= now - move.firstAt < maxUncertainMs;
    const dx = Math.round(scrollLeftOf(element) - move.fromX);
    const dy = Math.round(scrollTopOf(element) - move.fromY);
    if (dx === 0 && dy === 0) continue;
    const number = element === pageScroller() ? undefined : knownNumber(element);
    if (move.uncertain) uncertain += 1;
    else certain.push({ number, dx, dy });
    if (move.handled) handled += 1;
  }
  return { certain, handled, uncertain };
}

/** Without a `scrollend` event, scrolling has stopped after this time. */
const scrollEndMs = 120;

export function isScrolling(now: number): boolean {
  return [...moves.values()].some(({ isMoving, at }) => isMoving && now - at < scrollEndMs);
}

export function lastScrollAt(): number {
  return Math.max(0, ...[...moves.values()].map(({ at }) => at));
}

/** Attributes the recorded scrolling to the page. */
export function discardScrolls(): void {
  for (const [element, { at }] of moves) noteAmbientChange(element, 'scroll', at);
  moves.clear();
}
