import { type Action, parseAction } from '../core/action.js';
import type { Element } from '../core/element.js';
import { type Fault, toFault } from '../core/errors.js';
import type { Outcome } from '../core/outcome.js';
import { storeElements } from '../core/store-elements.js';
import { findReplacement } from '../perception/grounding/find-replacement.js';
import { judgeEffect } from '../perception/judge-effect.js';
import type { Proposal } from '../rails/gate.js';
import { riskOf } from '../rails/risk.js';
import { implicitTarget, targetElementId } from './action-target.js';
import { activeWindowId } from './active-window.js';
import { notExecuted } from './failed-outcome.js';
import type { RenderOptions } from './observe-options.js';
import { type Permit, passGates } from './pass-gates.js';
import { addObservation, type Rails, type SessionState } from './session-state.js';

export interface PerformOptions extends RenderOptions {
  signal?: AbortSignal;
  /** Apply in addition to those of the session. */
  rails?: Rails;
  permit?: Permit;
}

/** Checks the gates, records the intent, executes the action and records the outcome. */
export async function performAction(state: SessionState, input: unknown, options: PerformOptions): Promise<Outcome> {
  const journals = [state.rails.journal, options.rails?.journal].filter((journal) => journal !== undefined);
  const intents: number[] = [];
  let action: Action;
  try {
    action = parseAction(input);
    const proposal = toProposal(state, action);
    await checkGates(state, proposal, options);
    state.inputBlocker?.record(action, activeWindowId(state.lastView));
    for (const journal of journals)
      intents.push(journal.write({ type: 'intent', ...proposal }, { durable: proposal.safety !== 'safe' }));
    state.events.emit('action', proposal);
  } catch (error) {
    return notExecuted(toFault(error));
  }
  const outcome = await executeAction(state, action, options);
  try {
    const { observation: _, value: __, ...recorded } = outcome;
    for (const [index, journal] of journals.entries())
      journal.write({ type: 'outcome', intent: intents[index], ...recorded });
    return outcome;
  } catch (error) {
    return { ...outcome, error: outcome.error ?? toFault(error) };
  }
}

/** Throws HandrailError unless the input is allowed on this screen and every gate passes. */
export async function checkGates(
  { rails: own, permits, inputBlocker, lastView, events }: SessionState,
  proposal: Proposal,
  { signal, rails = {}, permit }: PerformOptions,
): Promise<void> {
  if (proposal.action.type !== 'tool') inputBlocker?.check(proposal.action, activeWindowId(lastView));
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
function toProposal({ elements, lastView }: SessionState, action: Action): Proposal {
  const id = targetElementId(action);
  const element = id ? elements.get(id) : implicitTarget(action, lastView);
  const { url, app } = lastView ?? {};
  return {
    action,
    safety: riskOf(action, element, lastView?.elements),
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
    if (after) {
      state.lastView = after;
      if (before && before.sceneId !== after.sceneId) outcome.navigated = true;
      outcome.observation = addObservation(state, after, options, changes);
    }
    if (error) outcome.error = await explainFault(state, action, error);
    return outcome;
  } catch (error) {
    return { ...notExecuted(toFault(error)), effect: 'unknown' };
  }
}

/** Adds the current element that matches a stale one to the fault. */
async function explainFault(state: SessionState, action: Action, fault: Fault): Promise<Fault> {
  const id = targetElementId(action);
  const stale = id && state.elements.get(id);
  if (fault.code !== 'stale_element' || !stale) return fault;
  const view = await state.environment.captureView({});
  storeElements(state.elements, view.elements);
  state.lastView = view;
  return withStaleElementHint(fault, stale, view.elements);
}

/** Names the current element that matches a stale one: `el_12 is gone; el_31 Button "Submit" looks the same`. */
function withStaleElementHint(fault: Fault, stale: Element, current: readonly Element[]): Fault {
  const match = findReplacement(stale, current);
  if (!match)
    return {
      ...fault,
      hint: `It was ${stale.role} "${stale.name.slice(0, 60)}". No similar element is on the screen. Observe again.`,
    };
  return {
    ...fault,
    message: `${stale.id} is gone; ${match.id} ${match.role} "${match.name.slice(0, 60)}" looks the same.`,
    hint: `Use ${match.id} if that is the one you mean.`,
  };
}
