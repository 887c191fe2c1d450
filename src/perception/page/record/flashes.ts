import { collapseSpaces, hasMoreChildren } from '../dom/flat-tree.js';
import { checkVisibility, isConnected, parentOf, tagOf, textContentOf } from '../dom/native-node.js';
import { knownNumber } from '../dom/node-registry.js';
import type { LoggedChange } from './change-log.js';
import { endHandling } from './input-handling.js';
import { waitForPaint } from './scheduled-work.js';

/** Flashes: texts that were added and removed, or shown and hidden, between two views. */

interface ShownText {
  at: number;
  text: string;
  /** It was visible when a frame was painted. Before that no user saw it. */
  painted: boolean;
  /** The change that showed it, if an action may have caused it. */
  change?: LoggedChange;
}

const shownTexts = new Map<Element | Text, ShownText>();
const flashes: { at: number; until: number; text: string; change?: LoggedChange }[] = [];

const maxTextRead = 400;
const maxTextLength = 160;

/** The start of a node's text, on one line. */
export function textSnippet(node: Node): string {
  if (node instanceof Element && /^(SCRIPT|STYLE|LINK|META|TEMPLATE|HEAD)$/.test(tagOf(node))) return '';
  return collapseSpaces((textContentOf(node) ?? '').slice(0, maxTextRead)).slice(0, maxTextLength);
}

const maxShown = 200;

export function noteShown(node: Element | Text, at: number, change?: LoggedChange): void {
  const text = textSnippet(node);
  if (!text) return;
  shownTexts.set(node, { at, text, painted: false, change });
  checkAtPaint();
  if (shownTexts.size <= maxShown) return;
  for (const oldest of shownTexts.keys()) return void shownTexts.delete(oldest);
}

export function noteRemoved(node: Element | Text, now: number): void {
  const shown = shownTexts.get(node);
  if (!shown) return;
  shownTexts.delete(node);
  if (!isConnected(node)) addFlash(shown, now);
}

/** Whether a change of class, style or a similar attribute revealed the element. */
export function wasRevealed(element: Element): boolean {
  return shownTexts.has(element);
}

let isCheckScheduled = false;

const paintTimeoutMs = 50;

/** At the next painted frame, notes which of the new texts are visible. */
function checkAtPaint(): void {
  if (isCheckScheduled) return;
  isCheckScheduled = true;
  void waitForPaint(paintTimeoutMs).then(() => {
    isCheckScheduled = false;
    for (const [node, shown] of shownTexts) {
      const element = node instanceof Element ? node : parentOf(node);
      if (!shown.painted && element && isConnected(element)) shown.painted = isVisible(element);
    }
  });
}

let lastViewAt = 0;

/** A view was captured: texts on the page now are in it, so they are not flashes when they disappear later. */
export function noteViewCaptured(): void {
  lastViewAt = performance.now();
}

const maxFlashes = 50;

function addFlash(shown: ShownText, until: number): void {
  if (!shown.painted || shown.at <= lastViewAt) return;
  flashes.push({ at: shown.at, until, text: shown.text, change: shown.change });
  if (flashes.length > maxFlashes) flashes.shift();
}

function isVisible(element: Element): boolean {
  return checkVisibility(element, { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
}

const maxChildren = 12;
const knownVisibility = new WeakMap<Element, boolean>();

/** A change of class, style or a similar attribute may have shown or hidden the element. */
export function noteVisibilityChange(element: Element, now: number, change?: LoggedChange): void {
  if (hasMoreChildren(element, maxChildren)) return;
  const visible = isVisible(element);
  const before = knownVisibility.get(element);
  knownVisibility.set(element, visible);
  // An element that was neither checked nor listed before is assumed to have been hidden.
  if (visible && (before === false || (before === undefined && knownNumber(element) === undefined)))
    noteShown(element, now, change);
  else if (!visible && before !== false) noteHidden(element, now);
}

function noteHidden(element: Element, now: number): void {
  const shown = shownTexts.get(element);
  if (!shown) return;
  shownTexts.delete(element);
  addFlash(shown, now);
}

/** Finds elements that are hidden by now: a transition fades them out without a mutation at its end. */
function sweep(now: number): void {
  for (const [node, shown] of shownTexts) {
    const element = node instanceof Element ? node : parentOf(node);
    if (!element || !isConnected(element) || !isVisible(element)) {
      shownTexts.delete(node);
      addFlash(shown, now);
    }
  }
}

function isAttributed(change: LoggedChange | undefined): boolean {
  return !change?.discarded && !change?.uncertain;
}

/** The flashes since a time of this document's clock. */
export function flashesSince(since: number): string[] {
  sweep(performance.now());
  return [...new Set(flashes.filter(({ at, change }) => at >= since && isAttributed(change)).map(({ text }) => text))];
}

let takenAt = 0;

/** The flashes since the last call. Ends the current action. */
export function takeFlashes(): string[] {
  sweep(performance.now());
  const taken = flashes.filter(({ until, change }) => until > takenAt && isAttributed(change)).map(({ text }) => text);
  takenAt = performance.now();
  endHandling();
  return [...new Set(taken)];
}
