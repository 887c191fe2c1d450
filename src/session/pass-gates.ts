import { cancelled } from '../core/deadline.js';
import { HandrailError } from '../core/errors.js';
import { isAtLeast, type Safety } from '../core/safety.js';
import type { Approve, Gate, Proposal, Verdict } from '../rails/gate.js';

/** An approver that says nothing for this long has said no. */
const patienceMs = 600_000;

/** Given by `session.permit`: what was asked about as a whole is not asked about again piece by piece. */
export interface Permit {
  readonly safety: Safety;
}

export interface Passing {
  gates: readonly Gate[];
  approve?: Approve | undefined;
  /** What was agreed to already. */
  permit?: Permit | undefined;
  signal?: AbortSignal | undefined;
  onAsk?(proposal: Proposal): void;
  onAnswer?(proposal: Proposal, allowed: boolean): void;
}

/** Throws unless every gate lets the action through, asking the approver where one says so. A gate that fails lets nothing through. */
export async function passGates(proposal: Proposal, passing: Passing): Promise<void> {
  let asked: { reason?: string | undefined } | undefined;
  for (const gate of passing.gates) {
    const { verdict, reason } = await judge(gate, proposal);
    if (verdict === 'allow') continue;
    if (verdict !== 'ask')
      throw new HandrailError('denied', `${nameOf(proposal)} is not allowed${because(reason)}`, 'Choose another way.');
    asked ??= { reason };
  }
  if (!asked || (passing.permit && isAtLeast(passing.permit.safety, proposal.safety))) return;
  if (!passing.approve)
    throw new HandrailError(
      'needs_approval',
      `${nameOf(proposal)} needs approval${because(asked.reason)}`,
      'Ask the person in charge, or choose another way.',
    );
  passing.onAsk?.(proposal);
  const allowed = await askApprover(passing.approve, proposal, passing.signal);
  passing.onAnswer?.(proposal, allowed);
  if (!allowed)
    throw new HandrailError(
      'denied',
      `${nameOf(proposal)} was not approved.`,
      'Do not try it again: choose another way.',
    );
}

async function judge(gate: Gate, proposal: Proposal): Promise<{ verdict: string; reason?: string | undefined }> {
  let verdict: Verdict;
  try {
    verdict = await gate(proposal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError('denied', `The gate failed (${why}), so nothing was done.`, 'Mend the gate.');
  }
  return typeof verdict === 'string' ? { verdict } : { verdict: verdict?.verdict ?? 'deny', reason: verdict?.reason };
}

async function askApprover(approve: Approve, proposal: Proposal, signal?: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs);
  const both = signal ? AbortSignal.any([signal, patience]) : patience;
  const silence = new Promise<false>((resolve, reject) => {
    const end = () => (signal?.aborted ? reject(cancelled(signal)) : resolve(false));
    if (both.aborted) end();
    else both.addEventListener('abort', end, { once: true });
  });
  silence.catch(() => undefined); // read by the race below
  try {
    return (await Promise.race([approve(proposal, both), silence])) === true;
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError('denied', `The approver failed (${why}), so nothing was done.`, 'Mend the approver.');
  }
}

function because(reason: string | undefined): string {
  return reason ? `: ${reason}` : '.';
}

function nameOf({ action }: Proposal): string {
  return action.type === 'tool' ? action.tool : action.type;
}
