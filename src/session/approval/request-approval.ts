import { HandrailError } from '../../core/errors.js';
import { quoteText } from '../../perception/quote-text.js';
import type { ApprovalReply, ApprovalRequest, Approve } from '../../rails/approval.js';
import type { Proposal } from '../../rails/gate.js';
import type { RunGrants } from '../../rails/run-grants.js';
import { type Ask, formatReason, nameOf } from '../judging/decide-gates.js';
import { askApprover, defaultApprovalTimeoutMs } from './ask-approver.js';
import { describeApproval } from './describe-approval.js';
import { type Binding, hostOf } from './digest.js';
import type { ResolvedTarget } from './resolve-target.js';

/** What a person is asked. */
export interface Question {
  proposal: Proposal;
  ask: Ask;
  binding: Binding;
  /** Absent for a request and for a tool without a screen. */
  resolved?: ResolvedTarget | undefined;
  picture?: ApprovalRequest['picture'];
}

/** Who is asked, and how. */
export interface Channel {
  approve: Approve | undefined;
  grants: RunGrants | undefined;
  timeoutMs: number | undefined;
  signal: AbortSignal | undefined;
  onRequest?(): void;
  onReply?(reply: ApprovalReply): void;
}

const maxMessage = 1_000;

/** Throws HandrailError unless a person approves it now, or approved the same target and class for this run. */
export async function requestApproval(question: Question, channel: Channel): Promise<void> {
  const { proposal, ask, binding } = question;
  const { approve, grants, timeoutMs = defaultApprovalTimeoutMs, signal } = channel;
  const isGrantable = proposal.mustAsk === undefined && !ask.rule.startsWith('limits.');
  if (isGrantable && grants?.covers(binding.target, proposal)) return;
  if (!approve)
    throw new HandrailError(
      'needs_approval',
      `${nameOf(proposal)} needs approval${formatReason(ask.reason)} Nobody can approve it here, so it was not done.`,
      'Ask the user to approve it, use another approach, or end the task as failed and name this step.',
    );
  channel.onRequest?.();
  const reply = await askApprover(approve, toRequest(question, timeoutMs), timeoutMs, signal);
  channel.onReply?.(reply);
  if (reply.answer === 'no') throw declined(proposal, reply.message);
  if (reply.answer === 'run' && isGrantable) grants?.add(binding.target, proposal);
}

function toRequest({ proposal, ask, binding, resolved, picture }: Question, timeoutMs: number): ApprovalRequest {
  const { action, url } = proposal;
  const address = action.type === 'request' || action.type === 'navigate' ? action.url : url;
  return {
    ...proposal,
    sentence: describeApproval(proposal, resolved),
    rule: ask.rule,
    why: ask.reason ? formatReason(ask.reason).slice(2) : 'A gate asks for approval.',
    host: hostOf(address),
    digest: binding.digest,
    expiresAt: new Date(Date.now() + timeoutMs).toISOString(),
    picture: picture ?? (async () => undefined),
  };
}

function declined(proposal: Proposal, message: string | undefined): HandrailError {
  const said = message?.trim() ? ` The user says: ${quoteText(message, maxMessage)}.` : '';
  return new HandrailError(
    'denied',
    `${nameOf(proposal)} was not approved.${said}`,
    'Do not try it again. Use another approach.',
    { facts: { declined: true } },
  );
}
