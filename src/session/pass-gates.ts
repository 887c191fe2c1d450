import { timeoutSignal, toCancelledError } from '../core/deadline.js';
import { HandrailError, messageOf } from '../core/errors.js';
import { isAtLeast, type Safety } from '../core/safety.js';
import { shortUrl } from '../rails/describe-proposal.js';
import type { Approve, Gate, Proposal, Verdict } from '../rails/gate.js';

/** Without an answer in this time, the request counts as refused. */
const approvalTimeoutMs = 600_000;

/** Granted by `session.permit`. It covers the actions of one tool call up to its safety level. */
export interface Permit {
  readonly safety: Safety;
  /** One of its actions was consequential. */
  hasActed?: boolean;
}

export interface GateCheck {
  gates: readonly Gate[];
  approve?: Approve | undefined;
  permit?: Permit | undefined;
  signal?: AbortSignal | undefined;
  onRequest?(): void;
  onDecision?(approved: boolean): void;
}

/** Throws HandrailError unless every gate allows the proposal, or asks and the approver approves it. A gate that throws denies. Returns whether the approver approved. */
export async function passGates(proposal: Proposal, check: GateCheck): Promise<boolean> {
  let asked: { reason?: string | undefined } | undefined;
  for (const gate of check.gates) {
    const { verdict, reason } = await callGate(gate, proposal);
    if (verdict === 'allow') continue;
    if (verdict !== 'ask')
      throw new HandrailError(
        'denied',
        `${nameOf(proposal)} is not allowed${formatReason(reason)}`,
        'Use another approach.',
      );
    asked ??= { reason };
  }
  if (!asked || (check.permit && isAtLeast(check.permit.safety, proposal.safety))) return false;
  if (!check.approve)
    throw new HandrailError(
      'needs_approval',
      `${nameOf(proposal)} needs approval${formatReason(asked.reason)} Nobody can approve it here, so it was not done.`,
      'Ask the user to approve it, use another approach, or end the task as failed and name this step.',
    );
  check.onRequest?.();
  const approved = await requestApproval(check.approve, proposal, check.signal);
  check.onDecision?.(approved);
  if (!approved)
    throw new HandrailError(
      'denied',
      `${nameOf(proposal)} was not approved.`,
      'Do not try it again. Use another approach.',
    );
  return true;
}

async function callGate(gate: Gate, proposal: Proposal): Promise<{ verdict: string; reason?: string | undefined }> {
  let verdict: Verdict;
  try {
    verdict = await gate(proposal);
  } catch (error) {
    throw new HandrailError(
      'denied',
      `The gate function threw: ${messageOf(error)}. The action was blocked.`,
      'Fix the gate function.',
    );
  }
  return typeof verdict === 'string' ? { verdict } : { verdict: verdict?.verdict ?? 'deny', reason: verdict?.reason };
}

async function requestApproval(approve: Approve, proposal: Proposal, signal?: AbortSignal): Promise<boolean> {
  const timeout = timeoutSignal(approvalTimeoutMs, signal);
  const either = timeout.signal;
  const aborted = new Promise<false>((resolve, reject) => {
    const end = () => (signal?.aborted ? reject(toCancelledError(signal)) : resolve(false));
    if (either.aborted) end();
    else either.addEventListener('abort', end, { once: true });
  });
  aborted.catch(() => undefined); // handled by the race below
  try {
    return (await Promise.race([approve(proposal, either), aborted])) === true;
  } catch (error) {
    if (signal?.aborted) throw toCancelledError(signal);
    throw new HandrailError(
      'denied',
      `The approver function threw: ${messageOf(error)}. The action was blocked.`,
      'Fix the approver function.',
    );
  } finally {
    timeout.stop();
  }
}

function formatReason(reason: string | undefined): string {
  return reason ? `: ${reason.replace(/\.?$/, '.')}` : '.';
}

function nameOf({ action }: Proposal): string {
  if (action.type === 'request') return `Sending ${action.method} ${shortUrl(action.url)}`;
  return action.type === 'tool' ? action.tool : action.type;
}
