import { type Action, parseAction } from '../core/action.js';
import type { Change } from '../core/change.js';
import { type Fault, toFault } from '../core/errors.js';
import type { Outcome } from '../core/outcome.js';
import { isAtLeast, type Safety } from '../core/safety.js';
import { normalizeUrl } from '../core/url.js';
import type { BeforeInput } from '../core/view.js';
import { writeRedacted } from '../journal/write-redacted.js';
import { judgeEffect } from '../perception/judge-effect.js';
import { readWebAddress } from '../rails/addresses/web-address.js';
import { elementIdsOf } from './action-target.js';
import { activeWindowId } from './active-window.js';
import { type ApprovedAction, approveAction, type KnownRisk } from './approval/approve-action.js';
import { findDataMove, noteMoved, noteOutcome } from './data-flow.js';
import { explainRefusal } from './explain-refusal.js';
import { notExecuted } from './failed-outcome.js';
import { createCounter, type PerformOptions } from './judging/check-gates.js';
import { type CurrentAction, guardRequests } from './judging/judge-request.js';
import { withSent } from './judging/sent-requests.js';
import { checkReferences, openSecrets, SecretsUnavailable } from './open-secrets.js';
import { addObservation, noteView, type SessionState } from './session-state.js';
import { unknownElement } from './shown-ids.js';

/** A person is asked at most this often about one action whose target changes after each answer. */
const maxQuestions = 3;

/** Checks the gates, records the intent, executes the action and records the outcome. If the target changes after an approval, asks again. */
export async function performAction(state: SessionState, input: unknown, options: PerformOptions): Promise<Outcome> {
  let action: Action;
  const earlier: Change[] = [];
  try {
    action = parseAction(input);
    checkReferences(action);
    if (options.shown !== false) checkShown(state, action);
    if (action.type === 'dialog') earlier.push(...(await readOpenDialog(state, options.signal)));
    nameFirstAddress(state, action);
  } catch (error) {
    return notExecuted(toFault(error));
  }
  const move = findDataMove(state, action, options);
  let changedFrom: Safety | undefined;
  for (let question = 1; ; question += 1) {
    const { outcome, voided } = await attemptAction(state, action, options, { move, changedFrom });
    outcome.changes.unshift(...earlier.splice(0));
    if (voided === undefined) return outcome;
    if (question === maxQuestions) return { ...outcome, error: keepsChanging(action) };
    earlier.push(...outcome.changes);
    changedFrom = voided;
  }
}

interface Attempt {
  outcome: Outcome;
  /** Set if the target was not what was approved any more, so that nothing was done: the level that was approved. */
  voided?: Safety | undefined;
}

async function attemptAction(
  state: SessionState,
  action: Action,
  options: PerformOptions,
  known: KnownRisk,
): Promise<Attempt> {
  const journals = [state.rails.journal, options.rails?.journal].filter((journal) => journal !== undefined);
  const intents: number[] = [];
  let approved: ApprovedAction;
  let current: CurrentAction;
  try {
    state.inputBlocker?.check(action, activeWindowId(state.lastView));
    await guardRequests(state, options.rails);
    const count = createCounter(state, options);
    do approved = await approveAction(state, action, options, known);
    while (!count(approved));
    const { proposal, given } = approved;
    if (options.permit && isAtLeast(proposal.safety, 'medium')) options.permit.hasActed = true;
    state.inputBlocker?.record(action, activeWindowId(state.lastView));
    noteMoved(state, known.move);
    const intent = { type: 'intent', id: proposal.id, ...given };
    for (const journal of journals)
      intents.push(writeRedacted(journal, intent, state.secrets.secrets, { durable: proposal.safety !== 'safe' }));
    state.events.emit('action', proposal);
    current = { ...approved, options, declined: new Set(), refusals: [], sent: [], isRunning: true };
  } catch (error) {
    return { outcome: await toRefusal(state, action, toFault(error)) };
  }
  // A wait is no cause of what the page sends.
  if (action.type !== 'wait') state.currentAction = current;
  const outcome = addRefusals(await executeAction(state, action, options, approved.verify), current);
  current.isRunning = false;
  outcome.changes = withSent(outcome.changes, [...state.lateChanges.splice(0), ...current.sent]);
  noteOutcome(state, action, outcome);
  const voided = approved.isVoid() ? approved.proposal.safety : undefined;
  try {
    const { observation: _, value: __, ...recorded } = outcome;
    for (const [index, journal] of journals.entries())
      writeRedacted(journal, { type: 'outcome', intent: intents[index], ...recorded }, state.secrets.secrets);
    return { outcome, voided };
  } catch (error) {
    return { outcome: { ...outcome, error: outcome.error ?? toFault(error) }, voided };
  }
}

/** An element that is gone before a person was asked is explained like one that is gone when the action starts. */
async function toRefusal(state: SessionState, action: Action, fault: Fault): Promise<Outcome> {
  if (fault.code !== 'stale_element') return notExecuted(fault);
  const explained = await explainRefusal(state, action, fault);
  return { ...notExecuted(explained.fault), changes: explained.changes };
}

function keepsChanging({ type }: Action): Fault {
  return {
    code: 'denied',
    message: `${type} was approved ${maxQuestions} times, and each time its target or the page changed before it ran. It was not done.`,
    hint: 'Observe, and try again when the page no longer changes.',
  };
}

function nameFirstAddress(state: SessionState, action: Action): void {
  if (!state.namesFirstAddress || action.type !== 'navigate') return;
  state.namesFirstAddress = false;
  const url = normalizeUrl(action.url);
  if (readWebAddress(url)?.kind === 'loopback') state.rails.policy?.addresses?.name(url);
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

async function executeAction(
  state: SessionState,
  action: Action,
  options: PerformOptions,
  verify: BeforeInput | undefined,
): Promise<Outcome> {
  try {
    const secrets = await openSecrets(state, action, options);
    const evidence = await state.environment.act(action, options.signal, secrets, verify);
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
