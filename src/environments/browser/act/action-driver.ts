import type { Action } from '../../../core/action.js';
import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { Fault } from '../../../core/errors.js';
import type { SecretFiller } from '../../../core/secrets/secret-filler.js';
import type { Evidence } from '../../../core/view.js';
import type { CollectedView, ObserveFlags } from '../observe/collected-view.js';
import type { SettleResult } from '../settle/settle-result.js';
import type { PageState } from '../tabs/page-state.js';
import type { PreparedAction } from './prepared-action.js';

/** What the action pipeline needs of a browser engine. */
export interface ActionDriver {
  /** Makes the page usable, checks the action and locates its target. Sends no input. */
  prepare(action: Action, signal?: AbortSignal, secrets?: SecretFiller): Promise<ActionRun>;
  /** The fault to report for an error of any phase. Starts recovery if the browser is gone. */
  toFault(error: unknown): Promise<Fault>;
}

/** One prepared action. The pipeline calls the methods in this order, and `observe` once more at the end. */
export interface ActionRun {
  readonly page: PageState;
  readonly prepared: PreparedAction;
  /** When the action has to be over (performance.now). */
  readonly deadline: number;
  observe(flags: ObserveFlags): Promise<CollectedView>;
  /** Saves the state that changes are compared with. */
  startRecording(before: CollectedView): Promise<void>;
  /** The fault of an input that failed. Throws if the page or the browser is lost. */
  toInputFault(error: unknown): Promise<Fault>;
  /** Waits until the page has settled and late effects have shown. `failure` is the fault of the input, if it failed. */
  settle(startedAt: number, failure: Fault | undefined): Promise<SettleResult>;
  /** What the action changed, apart from what the two observations show. */
  collectChanges(startedAt: number): Promise<Change[]>;
  /** Finds the canvases whose pixels changed. `isUnclear`: an animation may hide an effect. */
  compareCanvases?(after: CollectedView): Promise<{ changed: ElementId[]; isUnclear: boolean }>;
}

/** Ends the pipeline with this evidence: the page was replaced, or never received the input. */
export class ActionAborted extends Error {
  override readonly name = 'ActionAborted';
  constructor(readonly evidence: Evidence) {
    super(evidence.error?.message);
  }
}

const unobserved = { changes: [], ambientElements: [], tookFocus: false };

/** The document was replaced while the action was being prepared. */
export const pageChangedFault: Fault = {
  code: 'stale_element',
  message: 'The page changed before the action started.',
  hint: 'Observe again.',
};

/** The action was not started. */
export function refusedEvidence(error: Fault): Evidence {
  return { ...unobserved, executed: 'no', complete: true, settled: { ms: 0, reason: 'nothing was done' }, error };
}

/** The action was started, and its effect was not observed. */
export function interruptedEvidence(error: Fault): Evidence {
  return { ...unobserved, executed: 'maybe', complete: false, settled: { ms: 0, reason: 'interrupted' }, error };
}
