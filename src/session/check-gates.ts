import { HandrailError } from '../core/errors.js';
import { isAtLeast } from '../core/safety.js';
import type { Gate, Proposal } from '../rails/gate.js';
import type { PolicyGuard } from '../rails/policy/policy-guard.js';
import type { RenderOptions } from './observe-options.js';
import { type GateCheck, type Permit, passGates } from './pass-gates.js';
import type { Rails, SessionState } from './session-state.js';

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

/** How often a proposal is decided again because another process used a limit up in the meantime. */
const maxDecisions = 5;

/** Throws HandrailError unless the policies and gates of the session and of the call pass. Returns whether the approver approved. */
export async function checkGates(
  { rails: own, permits, events }: SessionState,
  proposal: Proposal,
  { signal, rails = {}, permit }: PerformOptions,
): Promise<boolean> {
  const policies = [own.policy, rails.policy].filter((policy) => policy !== undefined);
  const valid = permit && permits.has(permit) ? permit : undefined;
  const check: GateCheck = {
    gates: [...policies.map(toGate), ...[own.gate, rails.gate].filter((gate) => gate !== undefined)],
    approve: rails.approve ?? own.approve,
    permit: valid,
    signal,
    onRequest: () => events.emit('approval', { proposal }),
    onDecision: (approved) => events.emit('approval', { proposal, approved }),
  };
  let uncounted = policies;
  for (let decisions = 0; decisions < maxDecisions; decisions += 1) {
    const approved = await passGates(proposal, check);
    const isApproved = approved || (valid !== undefined && isAtLeast(valid.safety, proposal.safety));
    uncounted = uncounted.filter((policy) => !policy.record(proposal, isApproved));
    if (uncounted.length === 0) return approved;
  }
  throw new HandrailError(
    'denied',
    'Other processes use the limits of the policy up at the same time.',
    'Try again when they have ended.',
  );
}

export function toGate(policy: PolicyGuard): Gate {
  return (proposal) => {
    const { verdict, reason } = policy.decide(proposal);
    return { verdict, reason };
  };
}
