import { checkVisibility, isConnected, parentOf, tagOf, textContentOf } from '../dom.js';
import { knownNumber } from '../registry.js';
import { nextPaint } from '../schedule.js';
import { collapse, hasMoreElements } from '../tree.js';
import { endHandling } from './handling.js';
import type { Noted } from './log.js';

/** Words that came and went: added and removed again, or shown and hidden again. */

interface Shown {
  at: number;
  text: string;
  /** It was on the page when a frame was painted: before that nobody saw it. */
  painted: boolean;
  /** What an action may have had to do with it. */
  noted?: Noted;
}

const kept = 200;
const present = new Map<Element | Text, Shown>();
const gone: { at: number; until: number; text: string; noted?: Noted }[] = [];
const wasVisible = new WeakMap<Element, boolean>();

export function wordsOf(node: Node): string {
  if (node instanceof Element && /^(SCRIPT|STYLE|LINK|META|TEMPLATE|HEAD)$/.test(tagOf(node))) return '';
  return collapse((textContentOf(node) ?? '').slice(0, 400)).slice(0, 160);
}

export function cameIn(node: Element | Text, at: number, noted?: Noted): void {
  const text = wordsOf(node);
  if (!text) return;
  present.set(node, { at, text, painted: false, noted });
  checkAtPaint();
  if (present.size <= kept) return;
  for (const oldest of present.keys()) {
    present.delete(oldest);
    return;
  }
}

export function wentOut(node: Element | Text, now: number): void {
  const shown = present.get(node);
  if (!shown) return;
  present.delete(node);
  if (!isConnected(node)) flashed(shown, now);
}

/** It was hidden, and a change of class, style or the like has shown it. */
export function hasTurnedUp(element: Element): boolean {
  return present.has(element);
}

let isChecking = false;

/** At the next painted frame, notes which of the newcomers are really to be seen. */
function checkAtPaint(): void {
  if (isChecking) return;
  isChecking = true;
  void nextPaint(50).then(() => {
    isChecking = false;
    for (const [node, shown] of present) {
      const element = node instanceof Element ? node : parentOf(node);
      if (!shown.painted && element && isConnected(element)) shown.painted = isShown(element);
    }
  });
}

let lookedAt = 0;

/** What is on the page during a look is seen there: when it goes later, that is no flash. */
export function noteLook(): void {
  lookedAt = performance.now();
}

function flashed(shown: Shown, until: number): void {
  if (!shown.painted || shown.at <= lookedAt) return;
  gone.push({ at: shown.at, until, text: shown.text, noted: shown.noted });
  if (gone.length > 50) gone.shift();
}

function isShown(element: Element): boolean {
  return checkVisibility(element, { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
}

/** A change of class, style or the like may have shown or hidden the element. */
export function mayHaveTurned(element: Element, now: number, noted?: Noted): void {
  if (hasMoreElements(element, 12)) return;
  const visible = isShown(element);
  const before = wasVisible.get(element);
  wasVisible.set(element, visible);
  // Never looked at before and never listed: it is taken to have been hidden.
  if (visible && (before === false || (before === undefined && knownNumber(element) === undefined)))
    cameIn(element, now, noted);
  else if (!visible && before !== false) turnedOff(element, now);
}

function turnedOff(element: Element, now: number): void {
  const shown = present.get(element);
  if (!shown) return;
  present.delete(element);
  flashed(shown, now);
}

/** Elements that fade out by a transition are found hidden only later: looks again at those that were shown. */
function sweep(now: number): void {
  for (const [node, shown] of present) {
    const element = node instanceof Element ? node : parentOf(node);
    if (!element || !isConnected(element) || !isShown(element)) {
      present.delete(node);
      flashed(shown, now);
    }
  }
}

function isSure(noted: Noted | undefined): boolean {
  return !noted?.dropped && !noted?.doubt;
}

/** What flashed since `since` (by this document's clock). */
export function flashesSince(since: number): string[] {
  sweep(performance.now());
  return [...new Set(gone.filter((one) => one.at >= since && isSure(one.noted)).map((one) => one.text))];
}

let told = 0;

/** What came and went since the last look: told once. */
export function freshFlashes(): string[] {
  sweep(performance.now());
  const fresh = gone.filter((one) => one.until > told && isSure(one.noted)).map((one) => one.text);
  told = performance.now();
  endHandling();
  return [...new Set(fresh)];
}
