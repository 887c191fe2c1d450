import type { Activity, Recorded } from '../../page-protocol.js';
import {
  attributeOf,
  firstChildOf,
  isContentEditable,
  openRootOf,
  parentNodeOf,
  parentOf,
  rootOf,
  tagOf,
} from '../dom.js';
import { compareFields, followField, isFollowed } from '../naming/field-values.js';
import { animations, pageBody, readyState } from '../own-document.js';
import { queryOne } from '../query.js';
import { knownNumber } from '../registry.js';
import { siblings } from '../tree.js';
import { beat, isBeating, isPassing, isRestlessNode, noteGuest, notePassing } from './ambient-rhythm.js';
import { countChange } from './change-count.js';
import { cameIn, flashesSince, mayHaveTurned, wentOut, wordsOf } from './flashes.js';
import { beganAt, beginHandling, endTurn, handlingFacts, mayWriteInto, phase, startHandling } from './handling.js';
import { beginLog, clearDoubts, disownLate, type Noted, noteEntry, standing, strayNodes, touchedNodes } from './log.js';
import {
  beginScrolls,
  comparePlace,
  disownScrolls,
  isScrolling,
  lastScroll,
  scrolled,
  startScrolls,
} from './scrolls.js';

export { notePlace } from './scrolls.js';

/**
 * Watches the document from the moment it exists, so that what an action did can be told from what the page does by itself, and what
 * came and went between two looks is not lost. Everything it keeps is bounded.
 */

const perBatch = 400;
const visibilityChecks = 24;

let lastMutation = 0;
let lastStyled = 0;
let checks = 0;

type Change = Pick<Noted, 'node' | 'aspect' | 'kind' | 'text' | 'attribute' | 'was' | 'child' | 'next'>;

function takeIn(): void {
  handle(observer.takeRecords());
  comparePlace();
  compareFields((node, was) => note({ node, aspect: 'value', kind: 'value', text: '', was }, performance.now()));
}

function handle(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  countChange();
  const now = performance.now();
  checks = 0;
  for (const record of records.slice(0, perBatch)) {
    const element = record.target instanceof Element ? record.target : parentOf(record.target);
    if (element && tagOf(element) === 'TITLE') note({ node: element, aspect: 'title', kind: 'title', text: '' }, now);
    if (element && isUnseen(element)) continue;
    if (record.type === 'childList') noteChildren(record, now);
    else if (record.type === 'characterData') noteText(record, now);
    else if (element) noteAttribute(record, element, now);
  }
}

/** How a child looks from afar: what a carousel puts in is like what it takes out. */
function shapeOf(node: Node): string {
  return node instanceof Element ? `${tagOf(node)}.${attributeOf(node, 'class') ?? ''}` : '#text';
}

function noteChildren(record: MutationRecord, now: number): void {
  const { target, nextSibling: next } = record;
  for (const child of record.addedNodes) {
    if (!isTold(child)) continue;
    const noted = note({ node: target, aspect: shapeOf(child), kind: 'added', text: wordsOf(child), child }, now);
    if (noted !== 'beat') cameIn(child, now, noted);
  }
  for (const child of record.removedNodes) {
    if (!isTold(child)) continue;
    note({ node: target, aspect: shapeOf(child), kind: 'removed', text: wordsOf(child), child, next }, now);
    wentOut(child, now);
  }
}

function isTold(node: Node): node is Element | Text {
  if (node instanceof Element) return !isUnseen(node);
  return node instanceof Text && wordsOf(node) !== '';
}

function noteText({ target, oldValue }: MutationRecord, now: number): void {
  const parent = parentNodeOf(target);
  const aspect = '#text';
  if (parent && isBeating(parent, aspect, now) && phase() !== 'handled') return void beat(parent, aspect, now);
  note({ node: target, aspect, kind: 'text', text: wordsOf(target), was: oldValue ?? '' }, now);
}

function noteAttribute({ attributeName, oldValue }: MutationRecord, element: Element, now: number): void {
  const attribute = attributeName ?? '';
  if (/^(style|class|transform|width|height|x|y|d)$/.test(attribute)) lastStyled = now;
  if (oldValue === attributeOf(element, attribute)) return;
  const noted = note(
    { node: element, aspect: `@${attribute}`, kind: 'attribute', text: '', attribute, was: oldValue },
    now,
  );
  if (noted === 'beat' || checks >= visibilityChecks) return;
  if (!/^(class|style|hidden|open|aria-hidden|data-)/.test(attribute)) return;
  checks += 1;
  mayHaveTurned(element, now, noted);
}

/** Files a change under what it is: the page's own beat, or something that may be the action's doing. */
function note(change: Change, at: number): Noted | 'beat' | undefined {
  const when = phase();
  const { node, aspect, child } = change;
  if (when !== 'handled' && isBeating(node, aspect, at)) {
    beat(node, aspect, at);
    if (child && change.kind === 'added') notePassing(child);
    return 'beat';
  }
  if (when === 'idle') {
    if (readyState() === 'loading') return undefined;
    beat(node, aspect, at);
    if (child && change.kind === 'added') noteGuest(child, aspect);
    return undefined;
  }
  lastMutation = at;
  const number = numberNear(node);
  return noteEntry({
    ...change,
    at,
    late: when === 'late' || (when === 'turn' && !isNative(change)),
    ...(number === undefined ? {} : { number }),
  });
}

/** What the browser itself does once the handlers have returned: it opens, closes, checks, and writes where one can write. */
function isNative({ node, kind, attribute }: Change): boolean {
  if (kind === 'focus' || attribute === 'open') return true;
  if (kind === 'value') return mayWriteInto(node);
  const element = node instanceof Element ? node : parentOf(node);
  return element instanceof HTMLElement && isContentEditable(element);
}

function isUnseen(element: Element): boolean {
  return /^(HEAD|SCRIPT|STYLE|LINK|META|TITLE|TEMPLATE)$/.test(tagOf(element));
}

function numberNear(node: Node): number | undefined {
  for (let at: Node | null = node, steps = 0; at && steps < 6; at = parentNodeOf(at), steps += 1) {
    const number = knownNumber(at);
    if (number !== undefined) return number;
  }
  return undefined;
}

const observer = new MutationObserver(handle);
const roots = new WeakSet<Node>();

/** Watches a root: the document, or a shadow root that the walk came across. */
export function watch(root: Node): void {
  if (roots.has(root)) return;
  roots.add(root);
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeOldValue: true,
  });
}

/** Where messages appear that are not there yet: hosts of empty shadow roots usually stand at the end of the body. */
function watchHosts(): void {
  const body = pageBody();
  for (const child of siblings(body && firstChildOf(body), 100)) {
    const root = child instanceof Element && openRootOf(child);
    if (root) watch(root);
  }
}

export function start(): void {
  watch(document);
  startScrolls();
  startHandling(takeIn, (kind, element) => {
    // The value of a field that is followed is compared; of others the event is all there is.
    if (kind === 'value' && isFollowed(element)) return;
    note({ node: element, aspect: `(${kind})`, kind, text: '' }, performance.now());
  });
}

/** The moment before an action: what comes after is compared with this. */
export function begin(): void {
  const { inputs } = handlingFacts();
  takeIn();
  endTurn();
  beginLog(inputs > 0);
  beginScrolls(inputs > 0);
  watchHosts();
  beginHandling(performance.now());
}

/** True when something may be moving: an animation that will end, or styles changed by a script a moment ago. */
export function mayMove(): boolean {
  catchUp();
  return performance.now() - lastStyled < 50 || animations().length > 0;
}

/** Takes in what changed up to this moment. */
export function catchUp(): void {
  takeIn();
}

/** How restless the document is since the action began. */
export function activity(): Activity {
  endTurn();
  takeIn();
  const now = performance.now();
  const { putOff, inputs } = handlingFacts();
  clear(now);
  const changed = standing().filter((entry) => entry.kind !== 'focus');
  const certain = changed.filter((entry) => !entry.doubt);
  const scrolls = scrolled(now);
  return {
    mutations: certain.length + scrolls.certain.length,
    handled: certain.filter((entry) => !entry.late).length + scrolls.handled,
    doubts: changed.length - certain.length + scrolls.doubts,
    scrolling: isScrolling(now),
    inputs,
    quiet: now - Math.max(lastMutation, lastScroll(), beganAt()),
    timers: putOff.timers,
    frames: putOff.frames,
    animations: runningAnimations(),
  };
}

function clear(now: number): void {
  const { putOff } = handlingFacts();
  clearDoubts(now, beganAt(), putOff.timers > 0 || putOff.frames > 0);
}

/** Animations that will end and that began after the action: those that never end say nothing. */
function runningAnimations(): number {
  let running = 0;
  for (const animation of animations().slice(0, 200)) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (animation.playState === 'running' && typeof end === 'number' && end < 5_000) running += 1;
  }
  return running;
}

/** What was recorded since the action began. */
export function recorded(): Recorded {
  takeIn();
  const { from, to } = handlingFacts();
  const title = queryOne(document, 'title');
  return {
    mutated: standing()
      .filter((entry) => !entry.doubt)
      .slice(0, 60)
      .map(({ at, kind, number, text, attribute, late }) => ({
        at,
        kind,
        text,
        direct: !late,
        ...(number === undefined ? {} : { number }),
        ...(attribute === undefined ? {} : { attribute }),
      })),
    flashes: flashesSince(beganAt()),
    scrolled: scrolled(performance.now()).certain,
    handled: [from, to],
    restlessTitle: title !== null && (isRestlessNode(title, performance.now()) || strayNodes().has(title)),
  };
}

/** What came late was not the action's doing. */
export function disown(): void {
  takeIn();
  disownLate();
  disownScrolls();
}

/** What moves without end, and with it all that stands in it. */
function endlesslyAnimated(): Set<Node> {
  const found = new Set<Node>();
  for (const animation of animations().slice(0, 200)) {
    const { effect, playState } = animation;
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue;
    if (effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY) found.add(effect.target);
  }
  return found;
}

let animated: Set<Node> = new Set();
let touched: Set<Node> = new Set();
let strays: Set<Node> = new Set();
let countedAt = -1;

/** True when what the element shows changes by itself. Asked of everything that is seen, so its fields are known from then on. */
export function isRestless(element: Element): boolean {
  followField(element);
  const root = rootOf(element);
  if (root instanceof ShadowRoot) watch(root);
  const now = performance.now();
  if (now - countedAt > 5) {
    clear(now);
    touched = touchedNodes();
    strays = strayNodes();
    animated = endlesslyAnimated();
    countedAt = now;
  }
  if (touched.has(element)) return false;
  if (isStirred(element, now)) return true;
  for (const child of siblings(firstChildOf(element), 12)) if (isStirred(child, now)) return true;
  for (let at = parentNodeOf(element), steps = 0; at && steps < 3; at = parentNodeOf(at), steps += 1) {
    if (isPassing(at, now) || isRestlessNode(at, now, true)) return true;
  }
  return isCarried(element);
}

function isCarried(element: Element): boolean {
  let at: Node | null = element;
  for (let steps = 0; at && steps < 8; at = parentNodeOf(at), steps += 1) {
    if (animated.has(at) || (at instanceof Element && tagOf(at) === 'MARQUEE')) return true;
  }
  return false;
}

function isStirred(node: Node, now: number): boolean {
  return isPassing(node, now) || strays.has(node) || isRestlessNode(node, now);
}
