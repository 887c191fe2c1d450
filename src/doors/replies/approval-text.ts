import { cleanText } from '../../perception/quote-text.js';
import type { ApprovalAnswer, ApprovalRequest } from '../../rails/approval.js';

const maxReasonLength = 500;
const maxShortInput = 150;

/** Characters that are invisible, change the direction of text or control a terminal. */
const deceptive = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** The answers as a person reads them. */
export const answerLabels: Readonly<Record<ApprovalAnswer, string>> = {
  once: 'Yes, once',
  run: 'Yes, for this target and this kind of action until the run ends',
  no: 'No',
};

/** What will happen, why it asks and which rule asks. A long input follows in full, because users must see everything that they approve. */
export function formatRequest(
  { sentence, why, rule, reason, safety, action }: ApprovalRequest,
  picture: string | undefined,
): string {
  const lines = [sentence, `${cleanText(why, maxReasonLength)} (${rule}, level ${safety})`];
  if (reason) lines.push(`Reason given: ${JSON.stringify(cleanText(reason, maxReasonLength))}`);
  const input = JSON.stringify(action.type === 'tool' ? action.input : action, undefined, 2);
  if (input.length > maxShortInput) lines.push(input.replace(deceptive, escapeCharacter));
  if (picture !== undefined) lines.push(`Picture: ${picture}`);
  return lines.join('\n');
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
