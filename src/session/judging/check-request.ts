import type { NewProposal, RequestUse } from '../../rails/gate.js';
import { bindRequest } from '../approval/digest.js';
import type { SessionState } from '../session-state.js';
import { askPerson, createCounter, decideProposal, type PerformOptions } from './check-gates.js';
import type { Ask } from './decide-gates.js';
import { toMaskedProposal } from './masked-proposal.js';

/** Decides on a request by the rules, and asks if one does. Throws HandrailError if it is refused. */
export async function checkRequest(
  state: SessionState,
  proposal: NewProposal & { action: RequestUse },
  body: string | undefined,
  options: PerformOptions,
): Promise<void> {
  const masked = toMaskedProposal(state, proposal);
  const count = createCounter(state, options);
  let ask: Ask | undefined;
  do {
    ask = await decideProposal(state, masked, options);
    // The browser holds the request until the answer, so what was shown is what is sent.
    if (ask) await askPerson(state, { proposal: masked, ask, binding: bindRequest(proposal.action, body) }, options);
  } while (!count({ proposal: masked, isApproved: ask !== undefined }));
}
