import type { Approve } from '../rails/approval.js';
import type { Session } from '../session/session.js';
import type { RunEvent } from './events.js';

/** `all` approves everything, `none` nothing. Without a value there is no approver. */
export function toApprover(approve: Approve | 'all' | 'none' | undefined): Approve | undefined {
  return typeof approve === 'string' ? () => approve === 'all' : approve;
}

type ApprovalEvent = Extract<RunEvent, { type: 'approval_requested' | 'approval_decided' }>;
type WithoutStep<E> = E extends unknown ? Omit<E, 'step'> : never;

/** Emits every approval request and decision of the session. Returns the function that stops it. */
export function emitApprovals(
  session: Session,
  approve: Approve | 'all' | 'none' | undefined,
  emit: (event: WithoutStep<ApprovalEvent>) => void,
): () => void {
  const by = typeof approve === 'string' ? `--approve ${approve}` : 'the approver';
  return session.listen('approval', ({ proposal, approved, answer = 'no' }) => {
    const { id, description, safety } = proposal;
    if (approved === undefined) emit({ type: 'approval_requested', id, description, safety });
    else emit({ type: 'approval_decided', id, description, approved, answer, by });
  });
}
