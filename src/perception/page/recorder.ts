import type { Activity, Mutated, Recorded } from '../protocol.js';
import { countChange } from './change-count.js';
import { cameIn, flashesSince, mayHaveTurned, wentOut, wordsOf } from './flashes.js';
import { knownNumber } from './registry.js';
import { type Scheduled, scheduled } from './schedule.js';
import { siblings } from './tree.js';

/**
 * Watches the document from the moment it exists, so that what an action did can be told from what the page does by itself, and what
 * came and went between two looks is not lost. Everything it keeps is bounded.
 */

const kept = 300;
const perBatch = 400;
const visibilityChecks = 24;
const log: Mutated[] = [];
const beats = new WeakMap<Node, number[]>();

let lastMutation = 0;
let lastStyled = 0;
let lastInput = Number.NEGATIVE_INFINITY;
let dispatching = false;
let noticed = 0;

/** When the action began, in this document's clock. */
let began = 0;
/** What the page's handlers put off while the action's events were being handled. */
let putOff: Scheduled = { timers: 0, frames: 0 };
let atDispatch: Scheduled = { timers: 0, frames: 0 };

/** A node that changes again and again with no input near changes by itself: a clock, a ticker, a carousel. */
function beat(node: Node, now: number): boolean {
  const times = beats.get(node) ?? [];
  // While the document is read, everything grows by itself, and none of it will again.
  if (document.readyState !== 'loading' && now - lastInput > 1_000 && now - (times.at(-1) ?? 0) > 40) {
    times.push(now);
    if (times.length > 4) times.shift();
    beats.set(node, times);
  }
  return isBeating(times, now);
}

function isBeating(times: readonly number[] | undefined, now: number): boolean {
  return times !== undefined && times.filter((time) => now - time < 6_000).length >= 2;
}

function handle(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  countChange();
  const now = performance.now();
  let checks = 0;
  for (const record of records.slice(0, perBatch)) {
    if (isUnseen(record.target)) continue;
    if (record.type === 'attributes' && /^(style|class|transform|width|height|x|y|d)$/.test(record.attributeName ?? ''))
      lastStyled = now;
    const restless = beat(record.target, now);
    if (restless && !dispatching) continue;
    lastMutation = now;
    const number = numberNear(record.target);
    if (record.type === 'childList') {
      for (const node of record.addedNodes) noteChild('added', node, now, number);
      for (const node of record.removedNodes) noteChild('removed', node, now, number);
    } else if (record.type === 'characterData') {
      remember({ at: now, kind: 'text', number, text: wordsOf(record.target), direct: dispatching });
    } else if (record.attributeName && record.target instanceof Element) {
      const attribute = record.attributeName;
      if (record.oldValue === record.target.getAttribute(attribute)) continue;
      remember({ at: now, kind: 'attribute', number, text: '', attribute, direct: dispatching });
      if (/^(class|style|hidden|open|aria-hidden|data-)/.test(attribute) && checks < visibilityChecks) {
        checks += 1;
        mayHaveTurned(record.target, now);
      }
    }
  }
}

function remember(entry: Mutated): void {
  log.push(entry);
  if (log.length > kept) log.splice(0, log.length - kept);
}

function noteChild(kind: 'added' | 'removed', node: Node, at: number, number: number | undefined): void {
  if (!(node instanceof Element || node instanceof Text)) return;
  const text = wordsOf(node);
  if (node instanceof Text && !text) return;
  if (node instanceof Element && isUnseen(node)) return;
  remember({ at, kind, number, text, direct: dispatching });
  if (kind === 'added') cameIn(node, at);
  else wentOut(node, at);
}

function isUnseen(node: Node): boolean {
  return node instanceof Element && /^(HEAD|SCRIPT|STYLE|LINK|META|TITLE|TEMPLATE)$/.test(node.tagName);
}

function numberNear(node: Node): number | undefined {
  for (let at: Node | null = node, steps = 0; at && steps < 6; at = at.parentNode, steps += 1) {
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
    attributes: true,
    attributeOldValue: true,
  });
}

interface Scrolled {
  fromX: number;
  fromY: number;
  at: number;
}
const scrolls = new Map<Element, Scrolled>();
const places = new WeakMap<Element, { x: number; y: number }>();

function onScroll(event: Event): void {
  const element = event.target instanceof Element ? event.target : document.scrollingElement;
  if (!element) return;
  const from = scrolls.get(element) ?? { ...startOf(element), at: 0 };
  scrolls.set(element, { fromX: from.fromX, fromY: from.fromY, at: performance.now() });
  places.set(element, { x: element.scrollLeft, y: element.scrollTop });
}

/** Where a scroller stood before its first event: where it was last seen, else the top. */
function startOf(element: Element): { fromX: number; fromY: number } {
  const place = places.get(element);
  return { fromX: place?.x ?? 0, fromY: place?.y ?? 0 };
}

/** Notes where a scroller stands, so that its next move can be measured. */
export function notePlace(element: Element): void {
  places.set(element, { x: element.scrollLeft, y: element.scrollTop });
}

const inputs = [
  'pointerdown',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'contextmenu',
  'dblclick',
  'keydown',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'drop',
  'mousemove',
  'mouseover',
  'wheel',
  'focusin',
];
const turn = new MessageChannel();
turn.port1.onmessage = endDispatch;

function endDispatch(): void {
  if (!dispatching) return;
  handle(observer.takeRecords());
  dispatching = false;
  const now = scheduled();
  putOff = {
    timers: putOff.timers + now.timers - atDispatch.timers,
    frames: putOff.frames + now.frames - atDispatch.frames,
  };
}

export function start(): void {
  watch(document);
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  for (const type of inputs) window.addEventListener(type, onInput, { capture: true, passive: true });
}

function onInput(event: Event): void {
  if (began === 0 || performance.now() - began > 30_000) return;
  if (event.type === 'input' || event.type === 'focusin') noteSign(event);
  if (!event.isTrusted || event.type === 'focusin') return;
  noticed += 1;
  handle(observer.takeRecords());
  lastInput = performance.now();
  if (dispatching) return;
  dispatching = true;
  atDispatch = scheduled();
  turn.port2.postMessage(null);
}

function noteSign(event: Event): void {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return;
  const kind = event.type === 'focusin' ? 'focus' : 'value';
  remember({ at: performance.now(), kind, number: numberNear(target), text: '', direct: true });
}

/** The moment before an action: what comes after is compared with this. */
export function begin(): void {
  handle(observer.takeRecords());
  scrolls.clear();
  if (document.scrollingElement) notePlace(document.scrollingElement);
  endDispatch();
  putOff = { timers: 0, frames: 0 };
  noticed = 0;
  began = performance.now();
  lastInput = began;
}

/** True when something may be moving: an animation that will end, or styles changed by a script a moment ago. */
export function mayMove(): boolean {
  catchUp();
  return performance.now() - lastStyled < 50 || document.getAnimations().length > 0;
}

/** Takes in what changed up to this moment. */
export function catchUp(): void {
  handle(observer.takeRecords());
}

/** How restless the document is since the action began. */
export function activity(): Activity {
  endDispatch();
  handle(observer.takeRecords());
  const now = performance.now();
  let last = Math.max(lastMutation, began);
  for (const { at } of scrolls.values()) last = Math.max(last, at);
  return {
    inputs: noticed,
    mutations: log.filter((entry) => entry.at >= began && entry.kind !== 'focus').length + scrolls.size,
    quiet: now - last,
    timers: putOff.timers,
    frames: putOff.frames,
    animations: runningAnimations(),
  };
}

/** Animations that will end and that began after the action: those that never end say nothing. */
function runningAnimations(): number {
  let running = 0;
  for (const animation of document.getAnimations().slice(0, 200)) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (animation.playState === 'running' && typeof end === 'number' && end < 5_000) running += 1;
  }
  return running;
}

/** What was recorded since the action began. */
export function recorded(): Recorded {
  handle(observer.takeRecords());
  const scrolled: Recorded['scrolled'] = [];
  for (const [element, { fromX, fromY }] of scrolls) {
    const dx = Math.round(element.scrollLeft - fromX);
    const dy = Math.round(element.scrollTop - fromY);
    const number = element === document.scrollingElement ? undefined : knownNumber(element);
    if (dx !== 0 || dy !== 0) scrolled.push({ number, dx, dy });
  }
  return {
    mutated: log.filter((entry) => entry.at >= began).slice(0, 60),
    flashes: flashesSince(began),
    scrolled,
  };
}

/** True when the element, or what it stands in, changes by itself. */
export function isRestless(element: Element): boolean {
  const now = performance.now();
  for (let at: Node | null = element, steps = 0; at && steps < 3; at = at.parentNode, steps += 1) {
    if (isBeating(beats.get(at), now)) return true;
  }
  for (const child of siblings(element.firstChild, 12)) if (isBeating(beats.get(child), now)) return true;
  return false;
}
