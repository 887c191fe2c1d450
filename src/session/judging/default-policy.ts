import type { View } from '../../core/view.js';
import type { NewProposal, ToolUse } from '../../rails/gate.js';
import { createPolicyGuard } from '../../rails/policy/policy-guard.js';
import type { PresetName } from '../../rails/policy/schema.js';
import { toProposal } from '../approval/describe-proposal.js';
import { bindAction } from '../approval/digest.js';
import type { Permit } from '../approval/permit.js';
import { requestApproval } from '../approval/request-approval.js';
import type { Session } from '../session.js';
import type { Rails } from '../session-state.js';
import { decideGates } from './decide-gates.js';

/** The policy if nobody chose one: what is consequential needs approval. */
export const defaultPolicy: PresetName = 'careful';

/** The rails of a caller. If neither the caller nor the session has a policy, the default one applies. */
export function withDefaultPolicy(session: Session | undefined, rails: Rails = {}): Rails {
  return rails.policy || session?.policy ? rails : { ...rails, policy: createPolicyGuard(defaultPolicy) };
}

/** Checks a tool call that needs no session. Throws HandrailError when it is refused. */
export async function permitWithoutSession(
  proposal: NewProposal & { action: ToolUse },
  rails: Rails,
  signal: AbortSignal,
): Promise<Permit> {
  const given = toProposal(proposal);
  const ask = await decideGates(given, [rails]);
  if (ask) {
    const { approve, grants, approvalTimeoutMs: timeoutMs } = rails;
    const binding = bindAction(proposal.action, { view: emptyView, element: undefined, parts: [] });
    await requestApproval({ proposal: given, ask, binding }, { approve, grants, timeoutMs, signal });
  }
  return { safety: proposal.safety };
}

const emptyView: View = { screen: { width: 0, height: 0 }, elements: [], dropped: 0 };
