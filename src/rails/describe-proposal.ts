import { randomUUID } from 'node:crypto';
import type { NewProposal, Proposal } from './gate.js';

const maxQuotedCharacters = 200;

/** Describes a proposal in one line for the approver: action, element, page or program, safety level. */
export function describeProposal(proposal: NewProposal): string {
  const { action, element, url, app, safety, reason } = proposal;
  const { type, ...fields } = action;
  if (action.type === 'request') return describeRequest(action, proposal);
  const name = action.type === 'tool' ? action.tool : type;
  const input = JSON.stringify(action.type === 'tool' ? action.input : fields) ?? '';
  const on = element ? ` on ${element.id} ${element.role} "${element.name}"` : '';
  return `${name} ${input.slice(0, maxQuotedCharacters)}${on}${url ? ` at ${url}` : app ? ` in ${app}` : ''} (${safety})${reason ? `: ${reason.slice(0, maxQuotedCharacters)}` : ''}`;
}

function describeRequest(
  { method, url, fields }: Extract<NewProposal['action'], { type: 'request' }>,
  { safety, evidence }: NewProposal,
): string {
  const sent = fields.map(({ name, value }) => `${name}: ${value}`).join(', ');
  const what = sent === '' ? '' : ` with ${sent.slice(0, maxQuotedCharacters)}`;
  return `${method} ${shortUrl(url)}${what} (${safety})${evidence ? `: ${evidence.slice(0, maxQuotedCharacters)}` : ''}`;
}

/** Host and path. */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, maxQuotedCharacters);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.slice(0, maxQuotedCharacters);
}

/** Adds an id and the description. */
export function toProposal(proposal: NewProposal): Proposal {
  return { id: randomUUID(), description: describeProposal(proposal), ...proposal };
}
