import { toProposal } from '../rails/describe-proposal.js';
import type { NewProposal } from '../rails/gate.js';
import { createPolicyGuard } from '../rails/policy/policy-guard.js';
import type { PresetName } from '../rails/policy/schema.js';
import { toGate } from './check-gates.js';
import { type Permit, passGates } from './pass-gates.js';
import type { Session } from './session.js';
import type { Rails } from './session-state.js';

/** The policy if nobody chose one: what is consequential needs approval. */
export const defaultPolicy: PresetName = 'careful';

/** The rails of a caller. If neither the caller nor the session has a policy, the default one applies. */
export function withDefaultPolicy(session: Session | undefined, rails: Rails = {}): Rails {
  return rails.policy || session?.policy ? rails : { ...rails, policy: createPolicyGuard(defaultPolicy) };
}

/** Checks a tool call that needs no session. Throws HandrailError when it is refused. */
export async function permitWithoutSession(
  proposal: NewProposal,
  { policy, gate, approve }: Rails,
  signal: AbortSignal,
): Promise<Permit> {
  const gates = [policy && toGate(policy), gate].filter((one) => one !== undefined);
  await passGates(toProposal(proposal), { gates, approve, signal });
  return { safety: proposal.safety };
}
