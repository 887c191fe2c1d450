import { collapseSpaces, hasMoreChildren, siblings, withoutMarks } from '../dom/flat-tree.js';
import { treeWalker } from '../dom/native-document.js';
import {
  animationsOf,
  checkVisibility,
  firstChildOf,
  firstElementOf,
  isConnected,
  nextElementOf,
  parentOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { queryAll, queryOne } from '../dom/native-query.js';
import { knownNumber } from '../dom/node-registry.js';
import { isEditorContent } from '../editor/editor-view.js';
import type { LoggedChange } from './change-log.js';
import { endHandling } from './input-handling.js';
import { waitForPaint } from './scheduled-work.js';

/** Flashes: texts that were added and removed, or shown and hidden, between two views. */

interface ShownText {
  at: number;
  text: string;
  /** It was visible when a frame was painted. Before that no user saw it. */
  painted: boolean;
  /** Where it was shown. */
  parent: Element | null;
  /** The change that showed it, if an action may have caused it. */
  change?: LoggedChange;
}

const shownTexts = new Map<Element | Text, ShownText>();
const flashes: (ShownText & { until: number })[] = [];

const maxTextRead = 400;
const maxTextLength = 160;

/** The start of a node's text, on one line. */
export function textSnippet(node: Node): string {
  const element = node instanceof Element ? node : parentOf(node);
  if (element && /^(SCRIPT|STYLE|LINK|META|TEMPLATE|HEAD)$/i.test(tagOf(element))) return '';
  const hasCode = node instanceof Element && queryOne(node, 'style, script, template') !== null;
  const text = hasCode ? textWithoutCode(node) : (textContentOf(node) ?? '').slice(0, maxTextRead);
  return collapseSpaces(withoutMarks(text)).slice(0, maxTextLength);
}

/** The text of an element without that of the styles and scripts inside. */
function textWithoutCode(element: Element): string {
  const walker = treeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node && text.length < maxTextRead; node = walker.nextNode()) {
    const parent = parentOf(node);
    if (node instanceof Text && parent && !/^(SCRIPT|STYLE|TEMPLATE)$/i.test(tagOf(parent))) text += node.data;
  }
  return text.slice(0, maxTextRead);
}

const maxShown = 200;

export function noteShown(node: Element | Text, at: number, change?: LoggedChange): void {
  const text = textSnippet(node);
  if (!text || isEditorContent(node)) return;
  shownTexts.set(node, { at, text, painted: false, parent: parentOf(node), change });
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

/** At the next painted frame, notes which of the new texts are visible. Those that an animation fades in are checked again. */
function checkAtPaint(): void {
  if (isCheckScheduled) return;
  isCheckScheduled = true;
  void waitForPaint(paintTimeoutMs).then(() => {
    isCheckScheduled = false;
    let isFadingIn = false;
    for (const [node, shown] of shownTexts) {
      const element = node instanceof Element ? node : parentOf(node);
      if (shown.painted || !element || !isConnected(element)) continue;
      shown.painted = isVisible(element);
      isFadingIn ||= !shown.painted && isAnimated(element);
    }
    if (isFadingIn) checkAtPaint();
  });
}

/** Whether an animation that ends runs on the element. */
function isAnimated(element: Element): boolean {
  return animationsOf(element).some(
    ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
  );
}

let lastViewAt = 0;

/** A view was captured: texts on the page now are in it, so they are not flashes when they disappear later. */
export function noteViewCaptured(): void {
  lastViewAt = performance.now();
}

const maxFlashes = 50;

function addFlash(shown: ShownText, until: number): void {
  if (!shown.painted || shown.at <= lastViewAt) return;
  flashes.push({ ...shown, until });
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
  const wasHidden = before === false || (before === undefined && knownNumber(element) === undefined);
  if (!visible && before !== false) noteHidden(element, now);
  if (wasHidden && (visible || isAnimated(element))) noteShown(element, now, change);
  else if (visible) noteShownChildren(element, now, change);
}

const maxCheckedDescendants = 40;

/** The class of a parent may show a child. A child with text that was never listed is assumed to have been hidden. */
function noteShownChildren(element: Element, now: number, change?: LoggedChange): void {
  for (const child of siblings(firstChildOf(element), maxChildren))
    if (child instanceof Element && !shownTexts.has(child) && !isListed(child) && isVisible(child))
      noteShown(child, now, change);
}

function isListed(element: Element): boolean {
  if (knownNumber(element) !== undefined) return true;
  let checked = 0;
  for (const descendant of queryAll(element, '*')) {
    checked += 1;
    if (checked > maxCheckedDescendants || knownNumber(descendant) !== undefined) return true;
  }
  return false;
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
    const element = node instanceof Element ? textCarrier(node) : parentOf(node);
    if (!element || !isConnected(element) || !isVisible(element)) {
      shownTexts.delete(node);
      addFlash(shown, now);
    }
  }
}

const maxCarrierLevels = 10;

/** The innermost element that alone fills the element, or the element itself. */
function textCarrier(element: Element): Element {
  let carrier = element;
  for (let level = 0; level < maxCarrierLevels; level += 1) {
    const only = firstElementOf(carrier);
    if (!only || nextElementOf(only) || hasOwnText(carrier)) break;
    carrier = only;
  }
  return carrier;
}

function hasOwnText(element: Element): boolean {
  for (const child of siblings(firstChildOf(element), maxChildren))
    if (child instanceof Text && /\S/.test(child.data)) return true;
  return false;
}

function isAttributed(change: LoggedChange | undefined): boolean {
  return !change?.discarded && !change?.uncertain;
}

const maxSiblings = 100;

/** Whether the same text is shown again at the same place: the page only redrew it. */
function isShownAgain({ parent, text }: ShownText): boolean {
  if (!parent || !isConnected(parent) || !isVisible(parent)) return false;
  for (const child of siblings(firstChildOf(parent), maxSiblings))
    if (textSnippet(child) === text && (!(child instanceof Element) || isVisible(textCarrier(child)))) return true;
  return false;
}

/** The flashes since a time of this document's clock. */
export function flashesSince(since: number): string[] {
  sweep(performance.now());
  return textsOf(flashes.filter(({ at }) => at >= since));
}

let takenAt = 0;

/** The flashes since the last call. Ends the current action. */
export function takeFlashes(): string[] {
  sweep(performance.now());
  const taken = textsOf(flashes.filter(({ until }) => until > takenAt));
  takenAt = performance.now();
  endHandling();
  return taken;
}

function textsOf(list: readonly ShownText[]): string[] {
  const flashed = list.filter((shown) => isAttributed(shown.change) && !isShownAgain(shown));
  return [...new Set(flashed.map(({ text }) => text))];
}
