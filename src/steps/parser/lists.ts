import type { Field } from '../instruction.js';
import { asPhrase, asValue, isMark, type Masked, mark } from './mask.js';
import { readValue } from './value.js';

/** The parts of "A, B and C" in masked text. A text that is not a list is one part. */
export function splitList(text: string): string[] {
  return text
    .split(/\s*,\s+(?:and\s+|or\s+)?|\s+(?:and|&|plus)\s+|(?<=[\ue100-\uf0ff])\s*,\s*/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const article = '(?:the\\s+|your\\s+|a\\s+|an\\s+|my\\s+)?';
const quotedField = new RegExp(
  `^${article}(.*?\\S)(?:\\s*(?::|=|\\bto|\\bas|\\bwith|\\bis|\\bbeing)\\s*|\\s+)(?:the\\s+(?:value|text)\\s+)?(${mark})$`,
  'iu',
);
const plainField = new RegExp(`^${article}(.*?\\S)(?:\\s*[:=]\\s*|\\s+(?:with|to|as|is)\\s+)(\\S.*)$`, 'iu');
const numberField = new RegExp(`^${article}(\\p{L}[\\p{L}\\s-]*?)\\s+(\\S*\\d\\S*)$`, 'iu');
const firstWord =
  /^(?:the\s+|your\s+|my\s+)?((?:first|last|full|user|given|family|middle|company|card|phone|zip|postal|street|country)\s+(?:name|number|code|address)|zip code|e-?mail(?: address)?|\p{L}+)\s+(\S.*)$/iu;
const quotedFirst = new RegExp(`^(${mark})\\s+(?:in|into|for|as|to|on)\\s+(?:the\\s+)?(\\S.*)$`, 'iu');

/** The fields of "name 'John Doe', email 'john@example.com'". Returns undefined when a part is not a pair. */
export function splitFields(text: string, masked: Masked): Field[] | undefined {
  const fields: Field[] = [];
  for (const part of splitList(text)) {
    const field = readField(part, masked);
    if (field) fields.push(field);
    else return undefined;
  }
  return fields.length > 0 ? fields : undefined;
}

function readField(part: string, masked: Masked): Field | undefined {
  const back = quotedFirst.exec(part);
  if (back) return [label(back[2] ?? '', masked), readValue(back[1] ?? '', masked)];
  if (isMark(part) || /^then\s/iu.test(part)) return undefined;
  const match = quotedField.exec(part) ?? plainField.exec(part) ?? numberField.exec(part) ?? firstWord.exec(part);
  if (!match) return undefined;
  const name = label(match[1] ?? '', masked);
  return name === '' ? undefined : [name, readValue(match[2] ?? '', masked)];
}

function label(text: string, masked: Masked): string {
  return asPhrase(masked, text).replace(/^the\s+/iu, '');
}

/**
 * The fields of "John into first name and Doe into last name", where a preposition joins a value and its label, or a label and its value.
 * Returns undefined when there is only one, or when a part is not a pair.
 */
export function splitPairs(
  text: string,
  prepositions: readonly string[],
  masked: Masked,
  order: 'value first' | 'label first' = 'value first',
): Field[] | undefined {
  const joint = `\\s+(?:${prepositions.join('|')})\\s+`;
  const parts = text.split(new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=[^,]+?${joint})`, 'iu'));
  if (parts.length < 2 || parts.some((part) => /^then\s/iu.test(part))) return undefined;
  const pair = new RegExp(`^(?:(?:select|choose|pick|the)\\s+)?(.+?)${joint}(?:the\\s+|your\\s+|a\\s+)?(.+)$`, 'iu');
  const pairs = parts.map((part) => pair.exec(part));
  if (!pairs.every((one) => one !== null)) return undefined;
  return pairs.map(([, first = '', second = '']) =>
    order === 'label first'
      ? [asPhrase(masked, first), readValue(second, masked)]
      : [asPhrase(masked, second), readValue(first, masked)],
  );
}

/** A list of targets: the whole phrase as one name, and its parts. */
export function readTargets(text: string, masked: Masked): { target: string; parts: string[] } {
  const parts = splitList(text);
  const last = /\s(buttons?|links?|checkbox(?:es)?|tabs?|options?|boxes|items|icons?)$/iu.exec(parts.at(-1) ?? '');
  const role = last && /s$/iu.test(last[1] ?? '') && parts.length > 1 ? (last[1] ?? '') : '';
  const shared =
    role.toLowerCase() === 'boxes' || role.toLowerCase() === 'checkboxes' ? 'checkbox' : role.replace(/s$/iu, '');
  const named = parts.map((part, index) => {
    if (!role) return asPhrase(masked, part);
    const bare = index === parts.length - 1 ? part.slice(0, -role.length).trim() : part;
    return asPhrase(masked, `${bare} ${shared}`);
  });
  return { target: asPhrase(masked, text), parts: named };
}

export function readValues(text: string, masked: Masked): string[] {
  return splitList(text).map((part) => asValue(masked, part));
}

const strays =
  /^(?:do|make|give|solve|guess|figure|decide|calculate|compute|explain|summari[sz]e|translate|compare|think|draw|paint|talk|call|describe|handle|deal|fix|help|let|try|watch|listen|improve|optimi[sz]e|be|have|write|say|ask)\s/u;

const looksLikeClause =
  /^(?!all\s|both\s|each\s|every\s|on\s|in\s|next\s|for\s|of\s|the\s)\p{Ll}+\s+(?:the|a|an|my|your|our)\s/u;

/** Whether a part of a list is a clause that is not understood. */
export function hasStrayVerb(parts: readonly string[]): boolean {
  return parts.slice(1).some((part) => strays.test(part) || looksLikeClause.test(part));
}
