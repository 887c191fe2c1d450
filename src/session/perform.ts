import { type Action, parseAction } from '../core/action.js';
import type { Change } from '../core/change.js';
import type { Element } from '../core/element.js';
import { toFault } from '../core/errors.js';
import type { Modal } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import { isAtLeast } from '../core/safety.js';
import { writeRedacted } from '../journal/write-redacted.js';
import { judgeEffect } from '../perception/judge-effect.js';
import { classifyName } from '../rails/classify/classify-name.js';
import type { NewProposal, Proposal } from '../rails/gate.js';
import { riskOf } from '../rails/risk.js';
import { affectedElement, elementIdsOf } from './action-target.js';
import { activeWindowId } from './active-window.js';
import { checkGates, type PerformOptions } from './check-gates.js';
import { explainRefusal } from './explain-refusal.js';
import { notExecuted } from './failed-outcome.js';
import { type CurrentAction, guardRequests } from './judge-request.js';
import { toMaskedProposal } from './masked-proposal.js';
import { checkReferences, openSecrets, SecretsUnavailable } from './open-secrets.js';
import { withSent } from './sent-requests.js';
import { addObservation, noteView, type SessionState } from './session-state.js';
import { unknownElement } from './shown-ids.js';

/** Checks the gates, records the intent, executes the action and records the outcome. */
export async function performAction(state: SessionState, input: unknown, options: PerformOptions): Promise<Outcome> {
  const journals = [state.rails.journal, options.rails?.journal].filter((journal) => journal !== undefined);
  const intents: number[] = [];
  const earlier: Change[] = [];
  let action: Action;
  let current: CurrentAction;
  try {
    action = parseAction(input);
    checkReferences(action);
    if (options.shown !== false) checkShown(state, action);
    if (action.type === 'dialog') earlier.push(...(await readOpenDialog(state, options.signal)));
    const given = proposeAction(state, action);
    state.inputBlocker?.check(action, activeWindowId(state.lastView));
    const proposal = toMaskedProposal(state, { ...given, ...countedByCall(options) });
    await guardRequests(state, options.rails);
    const isApproved = (await checkGates(state, proposal, options)) || isPermitted(state, proposal, options);
    if (options.permit && isAtLeast(proposal.safety, 'medium')) options.permit.hasActed = true;
    state.inputBlocker?.record(action, activeWindowId(state.lastView));
    const intent = { type: 'intent', id: proposal.id, ...given };
    for (const journal of journals)
      intents.push(writeRedacted(journal, intent, state.secrets.secrets, { durable: proposal.safety !== 'safe' }));
    state.events.emit('action', proposal);
    current = { proposal, options, isApproved, declined: new Set(), refusals: [], sent: [], isRunning: true };
  } catch (error) {
    return notExecuted(toFault(error));
  }
  // A wait is no cause of what the page sends.
  if (action.type !== 'wait') state.currentAction = current;
  const outcome = addRefusals(await executeAction(state, action, options), current);

  current.isRunning = false;
  outcome.changes = [...earlier, ...withSent(outcome.changes, [...state.lateChanges.splice(0), ...current.sent])];
  try {
    const { observation: _, value: __, ...recorded } = outcome;
    for (const [index, journal] of journals.entries())
      writeRedacted(journal, { type: 'outcome', intent: intents[index], ...recorded }, state.secrets.secrets);
    return outcome;
  } catch (error) {
    return { ...outcome, error: outcome.error ?? toFault(error) };
  }
}

/** The first consequential action of a tool call is the one for which the call was counted. */
function countedByCall({ permit }: PerformOptions): Pick<NewProposal, 'counted'> {
  return permit && !permit.hasActed ? { counted: { safety: permit.safety, classes: [] } } : {};
}

/** Whether an approved call of a tool covers the action. */
function isPermitted({ permits }: SessionState, { safety }: Proposal, { permit }: PerformOptions): boolean {
  return permit !== undefined && permits.has(permit) && isAtLeast(permit.safety, safety);
}

/** A request that was refused makes the action fail, because it did not do what it was meant to. */
function addRefusals(outcome: Outcome, { refusals }: CurrentAction): Outcome {
  const [first] = refusals;
  if (!first) return outcome;
  const changes = [...refusals.map(({ change }) => change), ...outcome.changes];
  return { ...outcome, ok: false, changes, error: outcome.error ?? first.fault };
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

/** The proposal leaves out what is not known: the journal records its fields. */
function proposeAction({ elements, lastView }: SessionState, action: Action): NewProposal & { action: Action } {
  const element = affectedElement(action, elements, lastView);
  const { url, app, modal } = lastView ?? {};
  const { classes, amount, reason: evidence } = classifyName(nameOf(action, element, modal));
  return {
    action,
    safety: riskOf(action, element, lastView?.elements, modal),
    ...(classes.length > 0 ? { classes, evidence } : {}),
    ...(amount ? { amount } : {}),
    ...(action.type === 'dialog' && modal ? { reason: `the dialog says "${modal.text}"` } : {}),
    ...(element ? { element } : {}),
    ...(url ? { url } : {}),
    ...(app ? { app } : {}),
  };
}

/** The words of what an action does. */
function nameOf(action: Action, element: Element | undefined, modal: Modal | undefined): string {
  if (action.type === 'dialog') return modal?.text ?? '';
  return action.type === 'menu' ? (action.path.at(-1) ?? '') : (element?.name ?? '');
}

async function executeAction(state: SessionState, action: Action, options: PerformOptions): Promise<Outcome> {
  try {
    const secrets = await openSecrets(state, action, options);
    const evidence = await state.environment.act(action, options.signal, secrets);
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
    if (error instanceof SecretsUnavailable) return notExecuted(error.fault);
    return { ...notExecuted(toFault(error)), effect: 'unknown' };
  }
}
