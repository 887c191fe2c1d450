import type { Action } from '../../../core/action.js';
import type { Change } from '../../../core/change.js';
import { toCancelledError } from '../../../core/deadline.js';
import type { ElementId } from '../../../core/element.js';
import type { Fault } from '../../../core/errors.js';
import type { SecretFiller } from '../../../core/secrets/secret-filler.js';
import type { BeforeInput, Evidence } from '../../../core/view.js';
import type { CollectedView } from '../observe/collected-view.js';
import { hasAmbientTitle, hasFocusChange, hasScheduledTimers } from '../settle/evidence.js';
import { executeInterruptible } from '../settle/interruptible.js';
import { reportChange } from '../tabs/page-state.js';
import {
  ActionAborted,
  type ActionDriver,
  type ActionRun,
  interruptedEvidence,
  refusedEvidence,
} from './action-driver.js';
import { ActionRefused } from './prepared-action.js';

const minExecutionMs = 100;

/** Prepares and executes an action, waits until the page has settled, and returns the evidence of its effect. Never throws. */
export async function performAction(
  driver: ActionDriver,
  action: Action,
  signal?: AbortSignal,
  secrets?: SecretFiller,
  beforeInput?: BeforeInput,
): Promise<Evidence> {
  let isStarted = false;
  let before: CollectedView | undefined;
  try {
    const run = await driver.prepare(action, signal, secrets);
    before = await run.observe({ beforeAction: true, includeFlashes: true });
    await run.startRecording(before);
    await beforeInput?.(before.view);
    if (signal?.aborted) throw toCancelledError(signal);
    // Earlier changes are not an effect of this action. That the page was lost still has to be reported.
    const earlier = run.page.unreported.splice(0).filter((change) => change.kind === 'page');
    isStarted = true;
    return await executeAndObserve(run, before, earlier, signal);
  } catch (error) {
    if (error instanceof ActionAborted) return { ...error.evidence, before: before?.view };
    const fault = await driver.toFault(error);
    return isStarted ? interruptedEvidence(fault) : refusedEvidence(fault);
  }
}

async function executeAndObserve(
  run: ActionRun,
  before: CollectedView,
  earlier: readonly Change[],
  signal: AbortSignal | undefined,
): Promise<Evidence> {
  const { page, prepared } = run;
  const startedAt = performance.now();
  const { error, isRefused } = await execute(run, startedAt, signal);
  const { ms, reason, answers } = await run.settle(startedAt, error);
  const recorded = [...earlier, ...prepared.changes, ...(await run.collectChanges(startedAt))];
  const after = await run.observe({ includeFlashes: true });
  // Texts that flashed before the action are left for the next observation.
  for (const text of before.flashes) reportChange(page, { kind: 'flashed', text });
  const changes = [...recorded, ...newFlashes(after, recorded)].filter((change) => !isStillShown(change, after));
  const hadChanges = changes.length > 0;
  const canvases = await run.compareCanvases?.(after);
  for (const element of canvases?.changed ?? [])
    changes.push({ kind: 'drawing', what: 'canvas', do: 'changed', count: 1, element, name: nameOf(after, element) });
  const mayActLater = prepared.awaitsLateEffects && hasScheduledTimers(answers);
  return {
    executed: isRefused ? 'no' : isInterrupted(error) ? 'maybe' : 'yes',
    changes,
    complete: !mayActLater && (hadChanges || !canvases?.isUnclear),
    tookFocus: prepared.movesFocus && hasFocusChange(answers),
    settled: { ms, reason },
    ambientElements: [...new Set([...before.ambientElements, ...after.ambientElements])],
    before: hasAmbientTitle(answers) ? { ...before.view, title: after.view.title } : before.view,
    after: after.view,
    error,
    value: prepared.value?.(),
  };
}

async function execute(
  run: ActionRun,
  startedAt: number,
  signal: AbortSignal | undefined,
): Promise<{ error?: Fault; isRefused: boolean }> {
  try {
    const ms = Math.max(minExecutionMs, run.deadline - startedAt);
    await executeInterruptible(run.page, run.prepared.execute(), ms, signal);
    return { isRefused: false };
  } catch (error) {
    return { error: await run.toInputFault(error), isRefused: error instanceof ActionRefused };
  }
}

/** A failed navigation and a failed wait were executed to the end. */
function isInterrupted(error: Fault | undefined): boolean {
  return error !== undefined && error.code !== 'navigation_failed' && error.code !== 'wait_timeout';
}

function nameOf({ view }: CollectedView, id: ElementId): string {
  return view.elements.find((element) => element.id === id)?.name ?? '';
}

const minContainedLength = 12;

/** Whether a text that disappeared is on the screen: the page only redrew it. */
function isStillShown(change: Change, { view: { elements } }: CollectedView): boolean {
  if (change.kind !== 'flashed') return false;
  const text = withoutSpaces(change.text);
  const shown = elements.flatMap(({ name, text: own = '', value = '' }) => [name, own, value].map(withoutSpaces));
  return shown.includes(text) || (text.length >= minContainedLength && shown.join('').includes(text));
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

function newFlashes({ flashes }: CollectedView, changes: readonly Change[]): Change[] {
  return flashes
    .filter((text) => !changes.some((change) => change.kind === 'flashed' && change.text === text))
    .map((text) => ({ kind: 'flashed', text }));
}
