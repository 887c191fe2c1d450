import { cleanText } from '../../perception/quote-text.js';
import type { Proposal } from '../../rails/gate.js';

const maxLineLength = 1_000;
const maxShortInput = 150;

/** Characters that are invisible, change the direction of text or control a terminal. */
const deceptive = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** Describes a proposal in one line. A long input follows in full, because users must see everything that they approve. */
export function formatProposal(proposal: Proposal): string {
  const line = cleanText(proposal.description, maxLineLength);
  const { action } = proposal;
  const input = JSON.stringify(action.type === 'tool' ? action.input : action, undefined, 2);
  return input.length > maxShortInput ? `${line}\n${input.replace(deceptive, escapeCharacter)}` : line;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
