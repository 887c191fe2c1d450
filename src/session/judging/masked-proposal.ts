import { isSecretField } from '../../core/element.js';
import { toPublicEvent } from '../../core/events/event-facts.js';
import { createSecretMask, mask } from '../../journal/redaction/secret-mask.js';
import {
  findPasswordFields,
  findSecrets,
  isMaskedText,
  typedFields,
} from '../../journal/redaction/secrets-in-entry.js';
import type { NewProposal, Proposal, ToolUse } from '../../rails/gate.js';
import { affectedElement } from '../action-target.js';
import { toProposal } from '../approval/describe-proposal.js';
import type { SessionState } from '../session-state.js';

/**
 * The proposal as gates, approvers and events receive it: without the secrets of the session, and without what is about to be typed into
 * password fields. The session remembers what an action types into one.
 */
export function toMaskedProposal(state: SessionState, proposal: NewProposal): Proposal {
  const { action } = proposal;
  if (action.type === 'tool') {
    const ofCall = createSecretMask(findToolSecrets(state, action));
    return toProposal(toPublicEvent(proposal, (text) => ofCall.apply(state.secrets.apply(text))));
  }
  if (action.type === 'request') return toProposal(toPublicEvent(proposal, state.secrets.apply));
  const element = proposal.element ?? affectedElement(action, state.elements, state.lastView);
  if (!element || !isSecretField(element)) return toProposal(toPublicEvent(proposal, state.secrets.apply));
  if (action.type === 'type') state.secrets.add(action.text);
  if (action.type === 'set_value' && typeof action.value === 'string') state.secrets.add(action.value);
  const hidden = Object.entries(action).map(([name, value]) => [
    name,
    typedFields.has(name) && isMaskedText(value) ? mask : value,
  ]);
  return toProposal(toPublicEvent({ ...proposal, action: Object.fromEntries(hidden) }, state.secrets.apply));
}

/** What the input of a tool names as a secret, or as the text for a password field of the page. */
function findToolSecrets({ elements }: SessionState, { tool, input }: ToolUse): string[] {
  const observation = { elements: [...elements.values()] };
  const fields = new Set(findPasswordFields({ type: 'observed', observation }));
  return findSecrets({ type: 'call_started', call: { tool, input } }, fields);
}
