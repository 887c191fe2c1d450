import type { Action } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import { isAtLeast, type Safety } from '../../core/safety.js';
import type { BeforeInput } from '../../core/view.js';
import type { NewProposal, Proposal } from '../../rails/gate.js';
import { type DataMove, withDataMove } from '../data-flow.js';
import { askPerson, decideProposal, type PerformOptions } from '../judging/check-gates.js';
import type { Ask } from '../judging/decide-gates.js';
import { toMaskedProposal } from '../judging/masked-proposal.js';
import { proposeAction } from '../judging/propose-action.js';
import type { SessionState } from '../session-state.js';
import { bindAction } from './digest.js';
import { findGrant, isStillBound, type PermitGrant } from './permit.js';
import { observeTarget } from './resolve-target.js';
import { captureTarget } from './target-picture.js';

/** What is known of an action before its target is resolved. */
export interface KnownRisk {
  /** The level that was approved before the target changed. */
  changedFrom: Safety | undefined;
  /** Data of another site that it moves. */
  move: DataMove | undefined;
}

/** An action that may run. */
export interface ApprovedAction {
  proposal: Proposal;
  /** The proposal with its secrets. */
  given: NewProposal & { action: Action };
  /** A person approved it. */
  isApproved: boolean;
  /** The level that was approved. */
  approvedUpTo: Safety;
  /** Where the approved forms send to. */
  sends: readonly string[];
  /** Throws if the screen no longer shows what was approved. Absent if nobody was asked. */
  verify?: BeforeInput | undefined;
  /** `verify` has thrown. */
  isVoid(): boolean;
}

const changed: Ask = { rule: 'changed', reason: 'The target or the page changed after the approval.' };

/**
 * Decides on an action, and asks a person if a rule asks. What the person decides on is resolved on a new view before the question, and again
 * before the first input. Throws HandrailError unless the action may run.
 */
export async function approveAction(
  state: SessionState,
  action: Action,
  options: PerformOptions,
  { changedFrom, move }: KnownRisk,
): Promise<ApprovedAction> {
  const { signal } = options;
  const first = atLeast(withDataMove(proposeAction(state, action), move), changedFrom);
  const proposal = toMaskedProposal(state, { ...first, ...countedByCall(options) });
  const ask = await decideProposal(state, proposal, options);
  const grant = changedFrom === undefined ? findGrant(state, options.permit, proposal.url) : undefined;
  if (grant && options.permit && isAtLeast(options.permit.safety, proposal.safety)) {
    const approvedUpTo = options.permit.safety;
    const { sends } = grant.binding;
    const verification = createVerification(state, grant, proposal, options);
    return { proposal, given: first, isApproved: true, approvedUpTo, sends, ...verification };
  }
  if (!ask && changedFrom === undefined)
    return { proposal, given: first, isApproved: false, approvedUpTo: proposal.safety, sends: [], isVoid: () => false };
  const resolved = await observeTarget(state, { action }, signal);
  const given = atLeast(withDataMove(proposeAction(state, action, resolved), move), changedFrom);
  const current = toMaskedProposal(state, { ...given, ...countedByCall(options) });
  const decided = isSameRisk(proposal, current) ? ask : await decideProposal(state, current, options);
  const asked = decided ?? (changedFrom === undefined ? undefined : changed);
  const binding = bindAction(action, resolved);
  if (asked) {
    const picture = () => captureTarget(state, resolved, signal);
    await askPerson(state, { proposal: current, ask: asked, binding, resolved, picture }, options);
  }
  const verification = createVerification(state, { subject: { action }, binding }, undefined, options);
  const isApproved = asked !== undefined;
  return {
    proposal: current,
    given,
    isApproved,
    approvedUpTo: current.safety,
    sends: binding.sends,
    ...verification,
  };
}

/** A permit is verified by the first action that changes something: the tool itself changes the page after that. */
function createVerification(
  state: SessionState,
  grant: Pick<PermitGrant, 'subject' | 'binding'> & Partial<PermitGrant>,
  ofPermit: Proposal | undefined,
  { signal, permit }: PerformOptions,
): Pick<ApprovedAction, 'verify' | 'isVoid'> {
  if (ofPermit && (grant.isVerified || ofPermit.safety === 'safe')) return { isVoid: () => false };
  let isVoid = false;
  const verify: BeforeInput = async (view) => {
    isVoid = true;
    if (!(await isStillBound(state, grant, view, signal))) {
      if (ofPermit && permit) state.permits.delete(permit);
      throw new HandrailError('denied', 'The target or the page changed after the approval. Nothing was done.');
    }
    isVoid = false;
    grant.isVerified = true;
  };
  return { verify, isVoid: () => isVoid };
}

/** The first consequential action of a tool call is the one for which the call was counted. */
function countedByCall({ permit }: PerformOptions): Pick<NewProposal, 'counted'> {
  return permit && !permit.hasActed ? { counted: { safety: permit.safety, classes: [] } } : {};
}

function atLeast<Given extends NewProposal>(proposal: Given, level: Safety | undefined): Given {
  return level === undefined || isAtLeast(proposal.safety, level) ? proposal : { ...proposal, safety: level };
}

/** Whether rules decide the same on both, so that a gate of a program is not called twice. */
export function isSameRisk(one: Proposal, other: Proposal): boolean {
  return JSON.stringify(toRisk(one)) === JSON.stringify(toRisk(other));
}

function toRisk({ action, safety, classes, amount, element, url, app, reason }: Proposal): unknown {
  return [
    action,
    safety,
    classes,
    amount,
    element?.id,
    element?.role,
    element?.name,
    element?.states,
    url,
    app,
    reason,
  ];
}
