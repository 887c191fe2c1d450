import { animations } from '../dom/native-document.js';
import { queryOne } from '../dom/native-query.js';
import type { Activity, RecordedChanges } from '../protocol.js';
import { isAmbientNode } from './ambient-changes.js';
import { discardLate, effectiveChanges, resolveUncertain, startLog, unattributedNodes } from './change-log.js';
import { isTracked, reportChangedFields } from './field-values.js';
import { flashesSince } from './flashes.js';
import {
  actionStartedAt,
  endDefaultPhase,
  handlingSummary,
  initInputHandling,
  startHandling,
} from './input-handling.js';
import { lastStyleChangeAt, observeRoot, observeTopHosts, recordPendingMutations } from './observe-mutations.js';
import { lastMutationAt, recordChange } from './record-change.js';
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
}

const styleChangeMs = 50;

/** True when an element may be moving: an animation is running, or a script just changed styles. */
export function mayMove(): boolean {
  recordPending();
  return performance.now() - lastStyleChangeAt() < styleChangeMs || animations().length > 0;
}

/** Decides which uncertain changes the action caused, as far as that is known by now. */
export function resolveUncertainChanges(now: number): void {
  const { scheduledWork } = handlingSummary();
  resolveUncertain(now, actionStartedAt(), scheduledWork.timers > 0 || scheduledWork.frames > 0);
}

/** How much changed since the action started, and what is still running. */
export function readActivity(): Activity {
  endDefaultPhase();
  recordPending();
  const now = performance.now();
  const { scheduledWork, inputs } = handlingSummary();
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
    quietMs: now - Math.max(lastMutationAt(), lastScrollAt(), actionStartedAt()),
    timers: scheduledWork.timers,
    frames: scheduledWork.frames,
    animations: countAnimations(),
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

const maxMutations = 60;

/** The changes since the action started. */
export function readRecordedChanges(): RecordedChanges {
  recordPending();
  const now = performance.now();
  const { from, to } = handlingSummary();
  const title = queryOne(document, 'title');
  return {
    mutations: effectiveChanges()
      .filter(({ uncertain }) => !uncertain)
      .slice(0, maxMutations)
      .map(({ at, kind, number, text, attribute, late }) => ({ at, kind, number, text, attribute, direct: !late })),
    flashes: flashesSince(actionStartedAt()),
    scrolls: readScrolls(now).certain,
    handlerInterval: [from, to],
    isTitleAmbient: title !== null && (isAmbientNode(title, now) || unattributedNodes().has(title)),
  };
}

/** Attributes late changes to the page. */
export function discardLateChanges(): void {
  recordPending();
  discardLate();
  discardScrolls();
}
