import { HandrailError, messageOf } from '../../core/errors.js';
import type { Gate, Proposal, Verdict } from '../../rails/gate.js';
import type { PolicyGuard } from '../../rails/policy/policy-guard.js';
import { shortUrl } from '../approval/describe-proposal.js';
import type { Rails } from '../session-state.js';

/** What asks for approval. */
export interface Ask {
  /** The rule of the policy, `gate` or `confirmation`. */
  rule: string;
  reason?: string | undefined;
}

/**
 * Decides by all policies and gates; the strictest verdict counts. Returns what asks, or undefined if all allow it. Throws `denied` if one denies
 * it. A gate that throws denies.
 */
export async function decideGates(proposal: Proposal, rails: readonly Rails[]): Promise<Ask | undefined> {
  let asked: Ask | undefined;
  for (const decide of [
    ...policiesOf(rails).map(toDecision),
    ...rails.flatMap(({ gate }) => (gate ? [toAnswer(gate)] : [])),
  ]) {
    const { verdict, reason, rule } = await decide(proposal);
    if (verdict === 'allow') continue;
    if (verdict !== 'ask')
      throw new HandrailError(
        'denied',
        `${nameOf(proposal)} is not allowed${formatReason(reason)}`,
        'Use another approach.',
      );
    asked ??= { rule, reason };
  }
  if (!asked && proposal.mustAsk !== undefined) return { rule: 'confirmation', reason: proposal.mustAsk };
  return asked;
}

export function policiesOf(rails: readonly Rails[]): PolicyGuard[] {
  return rails.flatMap(({ policy }) => (policy ? [policy] : []));
}

interface Decided extends Ask {
  verdict: string;
}

function toDecision(policy: PolicyGuard): (proposal: Proposal) => Promise<Decided> {
  return async (proposal) => policy.decide(proposal);
}

function toAnswer(gate: Gate): (proposal: Proposal) => Promise<Decided> {
  return async (proposal) => {
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
    if (typeof verdict === 'string') return { verdict, rule: 'gate' };
    return { verdict: verdict?.verdict ?? 'deny', reason: verdict?.reason, rule: 'gate' };
  };
}

export function formatReason(reason: string | undefined): string {
  return reason ? `: ${reason.replace(/\.?$/, '.')}` : '.';
}

/** What a proposal is called in an error message. */
export function nameOf({ action }: Proposal): string {
  if (action.type === 'request' && action.kind === 'download') return `Downloading ${shortUrl(action.url)}`;
  if (action.type === 'request') return `Sending ${action.method} ${shortUrl(action.url)}`;
  return action.type === 'tool' ? action.tool : action.type;
}
