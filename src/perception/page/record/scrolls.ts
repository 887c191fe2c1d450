import type { Recorded } from '../../page-protocol.js';
import { scrollLeftOf, scrollTopOf } from '../dom.js';
import { pageScroller } from '../own-document.js';
import { knownNumber } from '../registry.js';
import { beat, isBeating } from './ambient-rhythm.js';
import { beganAt, hadScrollInput, phase } from './handling.js';
import { longestDoubt, youth } from './log.js';

/** How far scrollers moved since the action began. */

interface Moved {
  fromX: number;
  fromY: number;
  firstAt: number;
  at: number;
  isMoving: boolean;
  /** It may be the page's own doing: time will tell. */
  doubt: boolean;
  /** The page's handlers did it. */
  handled: boolean;
}

/** Browsers without `scrollend` are taken to have stopped after this. */
const pauseBetween = 120;
const spacing = 40;

const moved = new Map<Element, Moved>();
const places = new WeakMap<Element, { x: number; y: number }>();

function scrollerOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : pageScroller();
}

export function startScrolls(): void {
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.addEventListener('scrollend', onEnd, { capture: true, passive: true });
}

function onScroll(event: Event): void {
  const element = scrollerOf(event);
  if (!element) return;
  const now = performance.now();
  if (phase() === 'idle' || isBeating(element, 'scroll', now, 2)) {
    beat(element, 'scroll', now);
    notePlace(element);
    return;
  }
  const known = moved.get(element);
  if (known?.doubt && !known.isMoving && now - known.at > spacing) {
    // It stopped and goes on: as a belt does, and no handler.
    beat(element, 'scroll', known.firstAt);
    beat(element, 'scroll', now);
    moved.delete(element);
    return;
  }
  note(element, now, !hadScrollInput() && beganAt() < youth);
}

function note(element: Element, now: number, doubt: boolean): void {
  const place = places.get(element) ?? { x: 0, y: 0 };
  const known = moved.get(element) ?? {
    fromX: place.x,
    fromY: place.y,
    firstAt: now,
    doubt,
    handled: phase() === 'handled',
  };
  moved.set(element, { ...known, doubt: known.doubt && doubt, at: now, isMoving: true });
  notePlace(element);
}

function onEnd(event: Event): void {
  const element = scrollerOf(event);
  const one = element && moved.get(element);
  if (one) one.isMoving = false;
}

/** Notes where a scroller stands, so that its next move can be measured. */
export function notePlace(element: Element): void {
  places.set(element, { x: scrollLeftOf(element), y: scrollTopOf(element) });
}

/** The event of a scroll comes a frame later: that handlers scrolled the page is seen by where it stands. */
export function comparePlace(): void {
  const page = pageScroller();
  const place = page && places.get(page);
  if (!place || (scrollLeftOf(page) === place.x && scrollTopOf(page) === place.y)) return;
  if (phase() === 'handled') note(page, performance.now(), false);
}

export function beginScrolls(hadInput: boolean): void {
  if (!hadInput) for (const [element, { at }] of moved) beat(element, 'scroll', at);
  moved.clear();
  const page = pageScroller();
  if (page) notePlace(page);
}

/** What moved, from where; nothing for what came back. */
export function scrolled(now: number): { certain: Recorded['scrolled']; handled: number; doubts: number } {
  let doubts = 0;
  let handled = 0;
  const certain: Recorded['scrolled'] = [];
  for (const [element, one] of moved) {
    one.doubt &&= now - one.firstAt < longestDoubt;
    const dx = Math.round(scrollLeftOf(element) - one.fromX);
    const dy = Math.round(scrollTopOf(element) - one.fromY);
    if (dx === 0 && dy === 0) continue;
    const number = element === pageScroller() ? undefined : knownNumber(element);
    if (one.doubt) doubts += 1;
    else certain.push({ number, dx, dy });
    if (one.handled) handled += 1;
  }
  return { certain, handled, doubts };
}

export function isScrolling(now: number): boolean {
  return [...moved.values()].some(({ isMoving, at }) => isMoving && now - at < pauseBetween);
}

export function lastScroll(): number {
  return Math.max(0, ...[...moved.values()].map(({ at }) => at));
}

/** Takes back what was taken for the action's doing. */
export function disownScrolls(): void {
  for (const [element, { at }] of moved) beat(element, 'scroll', at);
  moved.clear();
}
