import type { Safety } from '../core/safety.js';
import { toProposal } from '../rails/describe-proposal.js';
import { askFrom, type NewProposal } from '../rails/gate.js';
import { type Permit, passGates } from './pass-gates.js';
import type { Session } from './session.js';
import type { Rails } from './session-state.js';

/** The lowest safety level that needs approval if nobody set a gate. */
const defaultLevel: Safety = 'medium';

/** The rails of a caller. Without a gate of the caller or of the session, actions from level `medium` on need approval. */
export function withDefaultGate(session: Session | undefined, rails: Rails = {}): Rails {
  return rails.gate || session?.hasGate ? rails : { ...rails, gate: askFrom(defaultLevel) };
}

/** Checks a tool call that needs no session. Throws HandrailError when it is refused. */
export async function permitWithoutSession(
  proposal: NewProposal,
  { gate, approve }: Rails,
  signal: AbortSignal,
): Promise<Permit> {
  await passGates(toProposal(proposal), { gates: gate ? [gate] : [], approve, signal });
  return { safety: proposal.safety };
}
