import { randomUUID } from 'node:crypto';
import type { NewProposal, Proposal } from './gate.js';

const maxQuotedCharacters = 200;

/** Describes a proposal in one line for the approver: action, element, page or program, safety level. */
export function describeProposal({ action, element, url, app, safety, reason }: NewProposal): string {
  const { type, ...fields } = action;
  const name = action.type === 'tool' ? action.tool : type;
  const input = JSON.stringify(action.type === 'tool' ? action.input : fields) ?? '';
  const on = element ? ` on ${element.id} ${element.role} "${element.name}"` : '';
  return `${name} ${input.slice(0, maxQuotedCharacters)}${on}${url ? ` at ${url}` : app ? ` in ${app}` : ''} (${safety})${reason ? `: ${reason.slice(0, maxQuotedCharacters)}` : ''}`;
}

/** Adds an id and the description. */
export function toProposal(proposal: NewProposal): Proposal {
  return { id: randomUUID(), description: describeProposal(proposal), ...proposal };
}
