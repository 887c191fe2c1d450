import { describeProposal } from '../rails/describe-proposal.js';
import type { Approve } from '../rails/gate.js';
import type { Rails, Session } from '../session/session.js';
import type { RunEvent } from './events.js';

/** `all` says yes to everything, `none` no; without a word there is nobody to ask. */
export function approverOf(approve: Approve | 'all' | 'none' | undefined): Pick<Rails, 'approve'> {
  if (approve === undefined) return {};
  if (typeof approve === 'function') return { approve };
  return { approve: () => approve === 'all' };
}

type ApprovalEvent = Extract<RunEvent, { type: 'approval_asked' | 'approval_answered' }>;
type WithoutStep<E> = E extends unknown ? Omit<E, 'step'> : never;

/** Tells of every question to the approver and of its answer. */
export function tellApprovals(
  session: Session,
  approve: Approve | 'all' | 'none' | undefined,
  tell: (event: WithoutStep<ApprovalEvent>) => void,
): () => void {
  const by = typeof approve === 'string' ? `--approve ${approve}` : 'the approver';
  return session.on('approval', ({ proposal, allowed }) => {
    const what = describeProposal(proposal);
    if (allowed === undefined) tell({ type: 'approval_asked', what, safety: proposal.safety });
    else tell({ type: 'approval_answered', what, allowed, by });
  });
}
