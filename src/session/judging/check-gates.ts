import { HandrailError } from '../../core/errors.js';
import type { ApprovalReply } from '../../rails/approval.js';
import type { Proposal } from '../../rails/gate.js';
import type { Permit } from '../approval/permit.js';
import { type Question, requestApproval } from '../approval/request-approval.js';
import type { RenderOptions } from '../observe-options.js';
import type { Rails, SessionState } from '../session-state.js';
import { type Ask, decideGates, policiesOf } from './decide-gates.js';

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

type Given = Pick<PerformOptions, 'rails' | 'signal'>;

/** Decides by the rules of the session and of the call. */
export function decideProposal(state: SessionState, proposal: Proposal, { rails }: Given): Promise<Ask | undefined> {
  return decideGates(proposal, toRails(state, rails));
}

/** How often a proposal is decided again because another process used a limit up in the meantime. */
const maxDecisions = 5;

/** Counts a proposal that runs now, once in each policy. `false`: another process has used a limit up, so it has to be decided again. */
export function createCounter(
  state: SessionState,
  { rails }: Given,
): (allowed: { proposal: Proposal; isApproved: boolean }) => boolean {
  let uncounted = policiesOf(toRails(state, rails));
  let decisions = 0;
  return ({ proposal, isApproved }) => {
    uncounted = uncounted.filter((policy) => !policy.record(proposal, isApproved));
    decisions += 1;
    if (uncounted.length === 0 || decisions < maxDecisions) return uncounted.length === 0;
    throw new HandrailError(
      'denied',
      'Other processes use the limits of the policy up at the same time.',
      'Try again when they have ended.',
    );
  };
}

/** Asks the approver of the call or of the session, one question at a time. Throws HandrailError unless the person approves. */
export function askPerson(state: SessionState, question: Question, { rails, signal }: Given): Promise<void> {
  const { rails: own, events, grants } = state;
  const { proposal } = question;
  const asking = state.asking.then(() =>
    requestApproval(question, {
      approve: rails?.approve ?? own.approve,
      grants: rails?.grants ?? grants,
      timeoutMs: rails?.approvalTimeoutMs ?? own.approvalTimeoutMs,
      signal,
      onRequest: () => events.emit('approval', { proposal }),
      onReply: ({ answer }: ApprovalReply) => events.emit('approval', { proposal, approved: answer !== 'no', answer }),
    }),
  );
  state.asking = asking.catch(() => undefined); // the caller handles the error
  return asking;
}

function toRails({ rails: own }: SessionState, rails: Rails | undefined): Rails[] {
  return rails ? [own, rails] : [own];
}
