import type { Gate, Proposal } from '../rails/gate.js';
import type { PolicyGuard } from '../rails/policy/policy-guard.js';
import type { RenderOptions } from './observe-options.js';
import { type Permit, passGates } from './pass-gates.js';
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

/** Throws HandrailError unless the policies and gates of the session and of the call pass. Returns whether the approver approved. */
export async function checkGates(
  { rails: own, permits, events }: SessionState,
  proposal: Proposal,
  { signal, rails = {}, permit }: PerformOptions,
): Promise<boolean> {
  const policies = [own.policy, rails.policy].filter((policy) => policy !== undefined);
  const approved = await passGates(proposal, {
    gates: [...policies.map(toGate), ...[own.gate, rails.gate].filter((gate) => gate !== undefined)],
    approve: rails.approve ?? own.approve,
    permit: permit && permits.has(permit) ? permit : undefined,
    signal,
    onRequest: () => events.emit('approval', { proposal }),
    onDecision: (approved) => events.emit('approval', { proposal, approved }),
  });
  for (const policy of policies) policy.record(proposal);
  return approved;
}

export function toGate(policy: PolicyGuard): Gate {
  return (proposal) => {
    const { verdict, reason } = policy.decide(proposal);
    return { verdict, reason };
  };
}
