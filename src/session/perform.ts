import { type Action, parseAction } from '../core/action.js';
import type { Change } from '../core/change.js';
import { toFault } from '../core/errors.js';
import type { Outcome } from '../core/outcome.js';
import { writeRedacted } from '../journal/write-redacted.js';
import { judgeEffect } from '../perception/judge-effect.js';
import type { NewProposal, Proposal } from '../rails/gate.js';
import { riskOf } from '../rails/risk.js';
import { affectedElement, elementIdsOf } from './action-target.js';
import { activeWindowId } from './active-window.js';
import { explainRefusal } from './explain-refusal.js';
import { notExecuted } from './failed-outcome.js';
import { toMaskedProposal } from './masked-proposal.js';
import type { RenderOptions } from './observe-options.js';
import { type Permit, passGates } from './pass-gates.js';
import { addObservation, noteView, type Rails, type SessionState } from './session-state.js';
import { unknownElement } from './shown-ids.js';

export interface PerformOptions extends RenderOptions {
  signal?: AbortSignal | undefined;
  /** Apply in addition to those of the session. */
  rails?: Rails | undefined;
  permit?: Permit | undefined;
  /** `false`: the caller chose the elements itself and does not pass on the ids of the outcome, as tools do. Default true. */
  shown?: boolean | undefined;
  /** `false`: the caller does not see the outcome, as when a tool selects the tab of its target. Default true. */
  reported?: boolean | undefined;
}

/** Checks the gates, records the intent, executes the action and records the outcome. */
export async function performAction(state: SessionState, input: unknown, options: PerformOptions): Promise<Outcome> {
  const journals = [state.rails.journal, options.rails?.journal].filter((journal) => journal !== undefined);
  const intents: number[] = [];
  const earlier: Change[] = [];
  let action: Action;
  try {
    action = parseAction(input);
    if (options.shown !== false) checkShown(state, action);
    if (action.type === 'dialog') earlier.push(...(await readOpenDialog(state, options.signal)));
    const given = proposeAction(state, action);
    state.inputBlocker?.check(action, activeWindowId(state.lastView));
    const proposal = toMaskedProposal(state, given);
    await checkGates(state, proposal, options);
    state.inputBlocker?.record(action, activeWindowId(state.lastView));
    const intent = { type: 'intent', id: proposal.id, ...given };
    for (const journal of journals)
      intents.push(writeRedacted(journal, intent, state.secrets.secrets, { durable: proposal.safety !== 'safe' }));
    state.events.emit('action', proposal);
  } catch (error) {
    return notExecuted(toFault(error));
  }
  const outcome = await executeAction(state, action, options);
  outcome.changes.unshift(...earlier);
  try {
    const { observation: _, value: __, ...recorded } = outcome;
    for (const [index, journal] of journals.entries())
      writeRedacted(journal, { type: 'outcome', intent: intents[index], ...recorded }, state.secrets.secrets);
    return outcome;
  } catch (error) {
    return { ...outcome, error: outcome.error ?? toFault(error) };
  }
}

/** Observes a dialog that opened after the last view: its text decides on the risk. Returns the changes that no later view repeats. */
async function readOpenDialog(state: SessionState, signal: AbortSignal | undefined): Promise<Change[]> {
  if (state.lastView?.modal) return [];
  state.lastView = await state.environment.captureView({}, signal);
  return state.lastView.backgroundChanges ?? [];
}

/** Throws `unknown_element` for an id that the caller has not received. */
function checkShown({ shownIds }: SessionState, action: Action): void {
  for (const id of elementIdsOf(action)) if (!shownIds.has(id)) throw unknownElement(id);
}

/** Throws HandrailError unless every gate passes. Returns whether the approver approved. */
export async function checkGates(
  { rails: own, permits, events }: SessionState,
  proposal: Proposal,
  { signal, rails = {}, permit }: PerformOptions,
): Promise<boolean> {
  return passGates(proposal, {
    gates: [own.gate, rails.gate].filter((gate) => gate !== undefined),
    approve: rails.approve ?? own.approve,
    permit: permit && permits.has(permit) ? permit : undefined,
    signal,
    onRequest: () => events.emit('approval', { proposal }),
    onDecision: (approved) => events.emit('approval', { proposal, approved }),
  });
}

/** The proposal leaves out what is not known: the journal records its fields. */
function proposeAction({ elements, lastView }: SessionState, action: Action): NewProposal & { action: Action } {
  const element = affectedElement(action, elements, lastView);
  const { url, app, modal } = lastView ?? {};
  return {
    action,
    safety: riskOf(action, element, lastView?.elements, modal),
    ...(action.type === 'dialog' && modal ? { reason: `the dialog says "${modal.text}"` } : {}),
    ...(element ? { element } : {}),
    ...(url ? { url } : {}),
    ...(app ? { app } : {}),
  };
}

async function executeAction(state: SessionState, action: Action, options: PerformOptions): Promise<Outcome> {
  try {
    const evidence = await state.environment.act(action, options.signal);
    const { before, after, error, settled, value } = evidence;
    const { effect, changes } = judgeEffect(evidence);
    const outcome: Outcome = { ok: evidence.executed === 'yes' && !error, effect, changes, settled };
    if (value !== undefined) outcome.value = value;
    const redrawn = [...(before?.redrawn ?? []), ...(after?.redrawn ?? [])];
    if (redrawn.length > 0) outcome.redrawn = redrawn;
    if (after?.newOffscreen) outcome.offscreen = after.newOffscreen;
    if (after) {
      noteView(state, after, options.reported !== false);
      if (before && before.sceneId !== after.sceneId) outcome.navigated = true;
      outcome.observation = addObservation(state, after, options, changes);
    }
    if (error) {
      const explained = await explainRefusal(state, action, error);
      outcome.error = explained.fault;
      outcome.changes.push(...explained.changes);
    }
    return outcome;
  } catch (error) {
    return { ...notExecuted(toFault(error)), effect: 'unknown' };
  }
}
