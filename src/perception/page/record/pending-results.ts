import { isConnected, parentOf } from '../dom/native-node.js';
import { findIndicator } from '../loading/indicator.js';
import { hasAmbientChanges } from './ambient-changes.js';
import { type Ambience, ambientFrames, ambientTimers } from './ambient-timers.js';
import { effectiveChanges, type LoggedChange, lateBursts, youngPageMs } from './change-log.js';
import { expectedTimerResults, handlerWork } from './handler-work.js';
import { actionStartedAt, handlersEndedAt, inputKind } from './input-handling.js';
import { countScheduled } from './scheduled-work.js';

/**
 * Results of the action that have not shown yet. The evidence: timers that its handlers set, timers that were set later on a page that
 * sets none by itself, and an indicator ("Loading…") that the action showed. How long a timer runs cannot be read, so each is waited for
 * until something changes, or for a limited time.
 */

const timerResultMs = 1_000;
/** If the action so far only removed something or sent a request, its result is likely to follow. */
const likelyResultMs = 2_000;
/** If it is unlikely that a result follows. */
const unlikelyResultMs = 400;
/** Timers that are set again and again without a change are a poll. On a page not known to set none by itself, a change proves nothing. */
const maxRepeatedTimers = 3;
/** After this many waits without a result, a result of the same kind of input is unlikely. */
const maxFruitlessWaits = 2;

let timersAtStart = 0;
let lateTimers = 0;
let lastLateTimerAt = Number.NEGATIVE_INFINITY;
let repeatedTimers = 0;
let hasWaited = false;
let lastFrames = 0;
let setsTimers: Ambience = 'unknown';
let requestsFrames: Ambience = 'unknown';
let lastFrameAt = Number.NEGATIVE_INFINITY;
/** Consecutive waits without a result, by kind of input. */
const fruitlessWaits = new Map<string, number>();

/** A new action starts. */
export function startPendingResults(): void {
  const { timers, frames } = countScheduled();
  timersAtStart = timers;
  lastFrames = frames;
  lastFrameAt = Number.NEGATIVE_INFINITY;
  setsTimers = orNever(ambientTimers(), timers === 0);
  // A loop of frames that runs since the document was loaded has requested more.
  requestsFrames = orNever(ambientFrames(), frames * minLoopGapMs < performance.now());
  lateTimers = 0;
  lastLateTimerAt = Number.NEGATIVE_INFINITY;
  repeatedTimers = 0;
  hasWaited = false;
}

/** The frames of a loop are closer together than this. */
const minLoopGapMs = 100;

/** On a page that was not idle long enough to know: `isNever` says that it never did it so far. */
function orNever(known: Ambience, isNever: boolean): Ambience {
  return known === 'unknown' && isNever ? 'no' : known;
}

/** What is still expected after an action that already changed something or sent a request. Undefined if nothing is. */
export function findPendingResult(now: number): string | undefined {
  noteLateTimers(now);
  const hasTimers = awaitsHandlerTimers(now) || awaitsLateTimers(now);
  const isPending = hasTimers || awaitsFrames(now);
  noteWait(isPending);
  if (isPending) return hasTimers ? 'timers of the action' : 'frames of the action';
  const indicator = findNewIndicator(now);
  return indicator && `it shows ${indicator}`;
}

/** Frames further apart than this are not one loop. */
const frameGapMs = 100;

/** Whether the handlers started a loop of frames that still runs, on a page that has none by itself. */
export function awaitsFrames(now: number): boolean {
  if (handlerWork().frames === 0) return false;
  const { frames } = countScheduled();
  if (frames > lastFrames) lastFrameAt = now;
  lastFrames = frames;
  if (requestsFrames !== 'no' || now - lastFrameAt > frameGapMs) return false;
  return now - handlersEndedAt() < limitMs();
}

function noteLateTimers(now: number): void {
  const count = countScheduled().timers - timersAtStart - handlerWork().timers;
  if (count <= lateTimers) return;
  const isResult = setsTimers === 'no' && lastBurstAt() >= lastLateTimerAt;
  repeatedTimers = isResult ? 1 : repeatedTimers + 1;
  lateTimers = count;
  lastLateTimerAt = now;
}

function lastBurstAt(): number {
  return lateBursts().at(-1) ?? Number.NEGATIVE_INFINITY;
}

/** A page this young has not shown yet what its own timers change. */
const newPageMs = 500;

/** Whether the action started on a page that had just loaded and had set timers. */
export function hasOwnTimers(): boolean {
  return actionStartedAt() < newPageMs && timersAtStart > 0;
}

/** On a young page that changes by itself, a change may be the first one of a carousel, so it is not taken for the result. */
function awaitsHandlerTimers(now: number): boolean {
  const isUnclear = actionStartedAt() < youngPageMs && (hasAmbientChanges() || hasOwnTimers());
  const results = isUnclear ? 0 : lateBursts().length;
  return expectedTimerResults() > results && now - handlersEndedAt() < limitMs();
}

function awaitsLateTimers(now: number): boolean {
  if (setsTimers === 'yes' || repeatedTimers > maxRepeatedTimers || lastBurstAt() > lastLateTimerAt) return false;
  return now - lastLateTimerAt < (setsTimers === 'no' ? limitMs() : unlikelyResultMs);
}

function limitMs(): number {
  if ((fruitlessWaits.get(inputKind()) ?? 0) >= maxFruitlessWaits) return unlikelyResultMs;
  return effectiveChanges().every(isRemoval) ? likelyResultMs : timerResultMs;
}

function isRemoval({ kind, node }: LoggedChange): boolean {
  if (kind === 'text') return node instanceof CharacterData && node.data.trim() === '';
  return kind === 'removed' || kind === 'focus';
}

/** Learns from a wait that ends whether timers of this kind of input have results. */
function noteWait(isPending: boolean): void {
  if (isPending) {
    hasWaited = true;
    return;
  }
  if (!hasWaited) return;
  hasWaited = false;
  const kind = inputKind();
  const isFruitless = lastBurstAt() < handlersEndedAt();
  fruitlessWaits.set(kind, isFruitless ? (fruitlessWaits.get(kind) ?? 0) + 1 : 0);
}

const maxChanges = 30;

/** An indicator stays after the result if the page does not remove it. */
const staleIndicatorMs = 800;

/** An indicator that the action showed and that is still visible. Not one that only outlived a result. */
function findNewIndicator(now: number): string | undefined {
  const resultAt = lastBurstAt();
  for (const { at, node, child, kind, uncertain } of effectiveChanges().slice(-maxChanges)) {
    if (uncertain || kind === 'removed' || kind === 'focus' || kind === 'value') continue;
    if (resultAt > at && now - resultAt > staleIndicatorMs) continue;
    const changed = child ?? node;
    const element = changed instanceof Element ? changed : parentOf(changed);
    const found = element && isConnected(element) ? findIndicator(element) : undefined;
    if (found) return found;
  }
  return undefined;
}
