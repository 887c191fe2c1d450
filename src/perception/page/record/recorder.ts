import { animations, pageBody, pageRoot } from '../dom/native-document.js';
import { queryOne } from '../dom/native-query.js';
import type { Activity, RecordedChanges, RecordedMutation } from '../recorded-changes.js';
import { isAmbientNode } from './ambient-changes.js';
import {
  discardLate,
  effectiveChanges,
  type LoggedChange,
  lastChangeAt,
  resolveUncertain,
  startLog,
  unattributedNodes,
} from './change-log.js';
import { findDrawings } from './drawings.js';
import { isTracked, longValueChange, reportChangedFields } from './field-values.js';
import { flashesSince } from './flashes.js';
import { handlerWork } from './handler-work.js';
import {
  actionStartedAt,
  endDefaultPhase,
  handlingSummary,
  initInputHandling,
  startHandling,
} from './input-handling.js';
import { lastStyleChangeAt, observeRoot, observeTopHosts, recordPendingMutations } from './observe-mutations.js';
import { hasOwnTimers, startPendingResults } from './pending-results.js';
import { recordChange } from './record-change.js';
import {
  compareScrollPosition,
  discardScrolls,
  initScrolls,
  isScrolling,
  lastScrollAt,
  readScrolls,
  startScrolls,
} from './scrolls.js';

/**
 * Observes the document from its start, to separate the effects of an action from ambient changes, and to report what appeared and
 * disappeared between two views. All stored data is bounded.
 */

export function startRecorder(): void {
  observeRoot(document);
  initScrolls();
  initInputHandling(recordPending, (kind, element) => {
    // The values of tracked fields are compared. For other fields the event is the only sign.
    if (kind === 'value' && isTracked(element)) return;
    recordChange({ node: element, aspect: `(${kind})`, kind, text: '' }, performance.now());
  });
}

/** Records everything that changed up to now. */
export function recordPending(): void {
  recordPendingMutations();
  compareScrollPosition();
  reportChangedFields((node, previous) =>
    recordChange({ node, aspect: 'value', kind: 'value', text: '', previous }, performance.now()),
  );
}

/** Starts recording the changes of an action. */
export function startAction(): void {
  const { inputs } = handlingSummary();
  recordPending();
  endDefaultPhase();
  startLog(inputs > 0);
  startScrolls(inputs > 0);
  observeTopHosts();
  startHandling(performance.now());
  startPendingResults();
}

const styleChangeMs = 50;

/** True when an element may be moving: an animation is running, or a script just changed styles. */
export function mayMove(): boolean {
  recordPending();
  return performance.now() - lastStyleChangeAt() < styleChangeMs || animations().length > 0;
}

/** Decides which uncertain changes the action caused, as far as that is known by now. */
export function resolveUncertainChanges(now: number): void {
  const { timers, frames } = handlerWork();
  resolveUncertain(now, actionStartedAt(), timers > 0 || frames > 0);
}

/** How much changed since the action started, and what is still running. */
export function readActivity(): Activity {
  endDefaultPhase();
  recordPending();
  const now = performance.now();
  const { inputs } = handlingSummary();
  resolveUncertainChanges(now);
  const changes = effectiveChanges().filter(({ kind }) => kind !== 'focus');
  const certain = changes.filter(({ uncertain }) => !uncertain);
  const scrolls = readScrolls(now);
  return {
    mutations: certain.length + scrolls.certain.length,
    handledMutations: certain.filter(({ late }) => !late).length + scrolls.handled,
    uncertain: changes.length - certain.length + scrolls.uncertain,
    scrolling: isScrolling(now),
    inputs,
    quietMs: now - Math.max(lastChangeAt(), lastScrollAt(), actionStartedAt()),
    ...handlerWork(),
    animations: countAnimations(),
    hasOwnTimers: hasOwnTimers(),
  };
}

const maxAnimations = 200;
/** Longer animations are not waited for. */
const maxAnimationMs = 5_000;

/** The running animations that end soon. Endless ones are not waited for. */
function countAnimations(): number {
  return animations()
    .slice(0, maxAnimations)
    .filter(({ effect, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === 'running' && typeof end === 'number' && end < maxAnimationMs;
    }).length;
}

/** Of changes with a text. The others are short, and all of them are counted. */
const maxTextMutations = 60;

/** The changes since the action started. */
export function readRecordedChanges(): RecordedChanges {
  recordPending();
  const now = performance.now();
  const { from, to } = handlingSummary();
  const title = queryOne(document, 'title');
  const changes = effectiveChanges().filter(({ uncertain }) => !uncertain);
  return {
    mutations: boundTexts(changes).map((change) => toRecordedMutation(change, changes)),
    drawings: findDrawings(changes),
    flashes: flashesSince(actionStartedAt()),
    scrolls: readScrolls(now).certain,
    handlerInterval: [from, to],
    isTitleAmbient: title !== null && (isAmbientNode(title, now) || unattributedNodes().has(title)),
  };
}

function boundTexts(changes: readonly LoggedChange[]): LoggedChange[] {
  let texts = 0;
  return changes.filter(({ kind }) => {
    if (kind === 'attribute' || kind === 'value') return true;
    texts += 1;
    return texts <= maxTextMutations;
  });
}

function toRecordedMutation(change: LoggedChange, all: readonly LoggedChange[]): RecordedMutation {
  const { at, kind, node, number, text, attribute, late } = change;
  const first = kind === 'value' ? all.find((other) => other.node === node && other.kind === 'value') : undefined;
  const recorded: RecordedMutation = { at, kind, number, text, attribute, direct: !late };
  if (first) recorded.text = longValueChange(first);
  if (node === pageBody() || node === pageRoot()) recorded.isPage = true;
  return recorded;
}

/** Attributes late changes to the page. */
export function discardLateChanges(): void {
  recordPending();
  discardLate();
  discardScrolls();
}
