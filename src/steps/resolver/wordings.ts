import { labelsForSymbol, labelsForWord } from '../packs/calculator.js';
import { phrasings } from '../parser/phrasings.js';
import type { Purpose } from './purpose.js';

const cross = /["“][x×✕]["”]/iu;

/** The wordings of a phrase, most literal first: "SF 233" for "flight SF 233", "+" for "plus", "Your name" for "name". */
export function wordingsOf(phrase: string, purpose: Purpose): readonly string[] {
  const bare = phrase.replace(/["“”]/gu, '').trim();
  const labels = labelsForWord(bare)?.flatMap(labelsForSymbol) ?? [];
  const close = cross.test(phrase) ? [phrase.replace(cross, '"Close"')] : [];
  return [...phrasings(phrase), ...close, ...labels, ...asLabel(bare, purpose)];
}

/** How labels of checkboxes begin. The rest names what is checked. */
const checkboxStarts = [
  'select',
  'allow',
  'enable',
  'show',
  'receive',
  'subscribe to',
  'accept',
  'agree to',
  'i accept',
  'i agree to',
  'i agree with',
  'i have read',
  'i have read and accept',
  'i have read and agree to',
  'i want',
];

function asLabel(phrase: string, purpose: Purpose): readonly string[] {
  const name = phrase
    .replace(/^(?:the|my|your|a|an)\s+/iu, '')
    .replace(/\s+(?:field|check\s*box|box|input|switch|toggle)$/iu, '');
  if (name === '') return [];
  if (purpose === 'check') return checkboxStarts.flatMap((start) => [`${start} ${name}`, `${start} the ${name}`]);
  return purpose === 'field' || purpose === 'set' ? [`your ${name}`] : [];
}

const roleWord = /\b(?:button|link|tab|item|option|icon|menu)\b/iu;

/** The phrase without its word for a role. Undefined when it has none. */
export function withoutRole(phrase: string): string | undefined {
  const bare = phrase.replace(roleWord, ' ').replace(/\s+/gu, ' ').trim();
  return roleWord.test(phrase) && bare !== '' && !/^(?:the|an?)$/iu.test(bare) ? bare : undefined;
}
