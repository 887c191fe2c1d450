import type { Proposal } from './gate.js';

const mostCharacters = 200;

/** What is about to happen, in a line for the person who is asked: what, to which element, on which page or in which program. */
export function describeProposal({ action, element, url, app, safety, reason }: Proposal): string {
  const { type, ...fields } = action;
  const name = action.type === 'tool' ? action.tool : type;
  const input = JSON.stringify(action.type === 'tool' ? action.input : fields) ?? '';
  const on = element ? ` on ${element.id} ${element.role} "${element.name}"` : '';
  return `${name} ${input.slice(0, mostCharacters)}${on}${url ? ` at ${url}` : app ? ` in ${app}` : ''} (${safety})${reason ? `: ${reason.slice(0, mostCharacters)}` : ''}`;
}
