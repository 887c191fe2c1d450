import { randomUUID } from 'node:crypto';
import { cleanText, quoteText } from '../../perception/quote-text.js';
import type { NewProposal, Proposal } from '../../rails/gate.js';

const maxQuotedCharacters = 200;
const maxUrlCharacters = 300;

/** Describes a proposal in one line for events and reports: action, element, page or program, safety level. */
export function describeProposal(proposal: NewProposal): string {
  const { action, element, url, app, safety, reason } = proposal;
  const { type, ...fields } = action;
  if (action.type === 'request') return describeRequest(action, proposal);
  const name = action.type === 'tool' ? action.tool : type;
  const input = JSON.stringify(action.type === 'tool' ? action.input : fields) ?? '';
  const on = element ? ` on ${element.id} ${element.role} ${quoteText(element.name, maxQuotedCharacters)}` : '';
  const where = url ? ` at ${shortenUrl(url)}` : app ? ` in ${cleanText(app, maxQuotedCharacters)}` : '';
  const why = reason ? `: ${cleanText(reason, maxQuotedCharacters)}` : '';
  return `${name} ${cleanText(input, maxQuotedCharacters)}${on}${where} (${safety})${why}`;
}

function describeRequest(
  { method, url, fields }: Extract<NewProposal['action'], { type: 'request' }>,
  { safety, evidence }: NewProposal,
): string {
  const sent = fields.map(({ name, value }) => `${name}: ${value}`).join(', ');
  const what = sent === '' ? '' : ` with ${cleanText(sent, maxQuotedCharacters)}`;
  const why = evidence ? `: ${cleanText(evidence, maxQuotedCharacters)}` : '';
  return `${method} ${shortUrl(url)}${what} (${safety})${why}`;
}

/** Host and path. */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return shortenUrl(url);
  const { host, pathname, protocol } = new URL(url);
  return shortenUrl(host === '' ? `${protocol}${pathname}` : `${host}${pathname}`);
}

/** An address has no spaces, so that it cannot imitate other words of the line. */
function shortenUrl(url: string): string {
  return cleanText(url, maxUrlCharacters).replaceAll(' ', '%20');
}

/** Adds an id and the description. */
export function toProposal(proposal: NewProposal): Proposal {
  return { id: randomUUID(), description: describeProposal(proposal), ...proposal };
}
