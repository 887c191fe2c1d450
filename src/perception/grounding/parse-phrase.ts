import type { State } from '../../core/element.js';
import { type NormalizedText, normalizeText, stem } from './text-similarity.js';
import {
  fillerWords,
  ordinalWords,
  type RelationKind,
  type RoleWord,
  relationPatterns,
  roleWords,
  stateWords,
} from './vocabulary.js';

/** One interpretation of a phrase. */
export interface Interpretation {
  /** The part of the phrase without location and quoted parts, as it was written. */
  subject: string;
  /** Set if `name` is the whole subject, so that no word was taken for a role, a state or an ordinal. */
  literal?: true;
  /** The words of the name. Without any, only the role counts. */
  name: NormalizedText;
  /** Quoted parts, which must match literally. */
  quotedTexts: readonly string[];
  role?: RoleWord;
  /** The state that the phrase names. */
  state?: State | 'enabled';
  /** Which of several equal matches: 1 is the first, -1 the last. */
  ordinal?: number;
  /** The ordinal is a number after the name: "Add to cart #2". It may be a part of a name, too: "Issue #2". */
  isCounted?: boolean;
  /** The row, counted the same way. */
  row?: number;
  relation?: { kind: RelationKind; anchor: string };
}

interface PhraseSplit {
  subject: string;
  row?: number;
  relation?: Interpretation['relation'];
}

const maxPhraseLength = 400;
// While a phrase is split, each quoted part is replaced by one private-use character.
const firstMask = 0xe000;
const quotedPattern = /"([^"]+)"|“([^”]+)”|«([^»]+)»|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu;
const maskPattern = /[\ue000-\ue0ff]/g;

/** Role names of several words, and the single word that replaces them. */
const roleSpellings: readonly (readonly [RegExp, string])[] = [
  [/\bcheck box/g, 'checkbox'],
  [/\bdrop ?down (?:menu|list|box|field)/g, 'dropdown'],
  [/\bdrop down/g, 'dropdown'],
  [/\bcombo box/g, 'combobox'],
  [/\btext (?:box|field|area|input)/g, 'textbox'],
  [/\binput (?:text)?(?:box|field)/g, 'textbox'],
  [/\btextbox (?:field|input)/g, 'textbox'],
  [/\bradio button/g, 'radio'],
  [/\b(?:menu|list) item/g, 'item'],
  [/\b(?:table|list) row/g, 'row'],
  [/\bpop up/g, 'popup'],
  [/\b(?:dialog|modal|popup) (?:box|window)/g, 'dialog'],
  [/\bsearch bar/g, 'search box'],
];

const ordinalPattern = `${[...ordinalWords.keys()].join('|')}|last|final|\\d+(?:st|nd|rd|th)`;
const rowPatterns = [
  new RegExp(
    `\\b(?:in|on|of|from)?\\s*(?:the\\s+)?(${ordinalPattern})\\s+(?:row|line)(?:['’]s)?(?![\\p{L}\\p{N}])`,
    'iu',
  ),
  /\b(?:in|on|of|from)?\s*(?:the\s+)?row\s*(?:#|number\s+|no\.?\s*)?(\d+)(?:['’]s)?(?![\p{L}\p{N}])/iu,
];

/**
 * The interpretations of a phrase, most literal first. `isStrict`, for an action: words that are more likely a part of the name are not read as
 * an ordinal, a role or a place.
 */
export function parsePhrase(phrase: string, isStrict = false): Interpretation[] {
  const quotes: string[] = [];
  const text = phrase.slice(0, maxPhraseLength).replace(quotedPattern, (...groups) => {
    const part = groups.slice(1, 6).find((group): group is string => typeof group === 'string') ?? '';
    quotes.push(part);
    return ` ${String.fromCharCode(firstMask + Math.min(quotes.length - 1, 255))} `;
  });
  const restore = (part: string): string =>
    part.replace(maskPattern, (mark) => `"${quotes[mark.charCodeAt(0) - firstMask] ?? ''}"`);
  const interpretations: Interpretation[] = [];
  const known = new Set<string>();
  if (quotes.length > 0 && /[\p{L}\p{N}]/u.test(text)) interpretations.push(interpretWhole(phrase));
  for (const split of splitPhrase(text, isStrict)) {
    const quotedTexts = [...split.subject.matchAll(maskPattern)].map(
      ([mark]) => quotes[mark.charCodeAt(0) - firstMask] ?? '',
    );
    const relation = split.relation && { ...split.relation, anchor: restore(split.relation.anchor) };
    const base = { subject: split.subject.replace(maskPattern, ' '), quotedTexts, isStrict };
    for (const { isStrict: _, ...interpretation } of interpretSubject(base)) {
      const whole: Interpretation = { ...interpretation, row: split.row, relation };
      const { name, role, state, ordinal, row } = whole;
      const key = JSON.stringify([name.text, quotedTexts, role, state, ordinal, row, relation]);
      if (known.has(key)) continue;
      known.add(key);
      interpretations.push(whole);
    }
  }
  return interpretations;
}

/** The whole phrase as a name that contains quotes: `Fold "x" now`. */
function interpretWhole(phrase: string): Interpretation {
  const subject = phrase.slice(0, maxPhraseLength);
  return { subject, name: normalizeText(subject), quotedTexts: [], literal: true };
}

/** The subjects and the anchors of a phrase with a location, to search for them. */
export function anchorWords(phrase: string): string[] {
  return parsePhrase(phrase).flatMap(({ relation, name, quotedTexts }) =>
    relation ? [quotedTexts[0] ?? name.text, relation.anchor.replace(/["“”]/gu, '')] : [],
  );
}

/** Whether a phrase names the last one of several, or counts back from it. */
export function countsFromEnd(phrase: string): boolean {
  return parsePhrase(phrase, true).some(({ ordinal, row }) => (ordinal ?? row ?? 0) < 0);
}

/** The whole phrase, and its splits into a subject and its location. */
function splitPhrase(text: string, isStrict: boolean): PhraseSplit[] {
  const found: PhraseSplit[] = [{ subject: text }];
  for (const pattern of rowPatterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    const row = parseOrdinal((match[1] ?? '').toLowerCase()) ?? Number(match[1]);
    const isEmpty = normalizeText(rest).words.every((word) => fillerWords.has(word));
    if (row) found.push({ subject: isEmpty && rest.search(maskPattern) === -1 ? 'row' : rest, row });
  }
  const relations = relationPatterns.filter(([kind]) => kind !== 'belongs').flatMap((entry) => splitAt(text, ...entry));
  relations.sort((one, other) => one.at - other.at);
  if (relations[0]) found.push(relations[0].split);
  const owner = /^(.*\S)['’]s\s+(\S.*)$/u.exec(text);
  if (owner) found.push({ subject: owner[2] ?? '', relation: { kind: 'belongs', anchor: owner[1] ?? '' } });
  for (const [kind, pattern] of relationPatterns) {
    // "Pay with PayPal" is a name.
    const used = isStrict ? new RegExp(pattern.source.replace('|with', '')) : pattern;
    if (kind === 'belongs') found.push(...splitAt(text, kind, used).map(({ split }) => split));
  }
  return found;
}

function splitAt(text: string, kind: RelationKind, pattern: RegExp): { at: number; split: PhraseSplit }[] {
  const match = new RegExp(pattern, 'iu').exec(text);
  if (!match) return [];
  let subject = text.slice(0, match.index).trim();
  let anchor = text.slice(match.index + match[0].length).trim();
  if (subject === '') {
    // "In the row with Blue Mug, Add to cart"
    const comma = /[,:;]\s*/.exec(anchor);
    if (comma) {
      subject = anchor.slice(comma.index + comma[0].length);
      anchor = anchor.slice(0, comma.index);
    }
  }
  return anchor === '' ? [] : [{ at: match.index, split: { subject, relation: { kind, anchor } } }];
}

type Base = Pick<Interpretation, 'subject' | 'quotedTexts'> & { isStrict: boolean };
type Parsed = Interpretation & { isStrict: boolean };

/** The interpretations of a subject: as it is, then with a role word, then with an ordinal. */
function interpretSubject(given: Base): Parsed[] {
  const { subject: text, quotedTexts, isStrict } = given;
  const base: Base = { ...given, subject: text.trim() };
  const plain = dropFillers(normalizeText(joinRoles(normalizeText(text).text)).words);
  const interpretations: Parsed[] = [
    { ...base, name: normalizeText(text), literal: true },
    ...interpretState(plain, base),
  ];
  const counted = /(?:#|\bnumber |\bno\. ?)\s*(\d+)\s*$/i.exec(text);
  const before =
    counted && dropFillers(normalizeText(joinRoles(normalizeText(text.slice(0, counted.index)).text)).words);
  if (counted) {
    const name = `${text.slice(0, counted.index).trim()} ${counted[1]}`;
    interpretations.push({ ...base, subject: name, name: normalizeText(name), literal: true });
  }
  const [ordinal, words] = counted && before ? [Number(counted[1]), before] : leadingOrdinal(plain);
  if (ordinal && (counted || !isStrict || isOrdinal(text, words, quotedTexts)))
    for (const interpretation of interpretState(words, base))
      interpretations.push({ ...interpretation, ordinal, isCounted: counted !== null });
  return interpretations;
}

/** Words that form a name with the ordinal before them: "First name", "Last week". */
const namesWithOrdinal = new Set(
  'name names class day week month year quarter night time times modified seen updated used login visit aid half floor hand'.split(
    ' ',
  ),
);

/** Whether a word such as "first" counts: with an article, a role or a quoted name. Otherwise it is a part of the name. */
function isOrdinal(text: string, rest: readonly string[], quotedTexts: readonly string[]): boolean {
  if (namesWithOrdinal.has(rest[0] ?? '')) return false;
  if (quotedTexts.length > 0 || startsWithArticle(text) || /^\s*\d/.test(text)) return true;
  return rest.length === 0 || rest.some((word) => roleWords.has(stem(word)));
}

function startsWithArticle(text: string): boolean {
  return /^\s*(?:the|this|that)\s/i.test(text);
}

/** With and without a state: "the checked one", but also a button named "Checked". */
function interpretState(words: readonly string[], base: Base): Parsed[] {
  const interpretations = interpretRole(words, base);
  const state = words.map((word) => stateWords.get(word)).find((found) => found !== undefined);
  if (!state) return interpretations;
  const rest = words.filter((word) => stateWords.get(word) !== state);
  return [
    ...interpretations,
    ...interpretRole(rest, base).map((interpretation): Parsed => ({ ...interpretation, state })),
  ];
}

function interpretRole(words: readonly string[], base: Base): Parsed[] {
  const interpretations: Parsed[] = [{ ...base, name: normalizeText(words.join(' ')) }];
  const roleIndexes = words.flatMap((word, index) => (roleWords.has(stem(word)) ? [index] : []));
  for (const roleIndex of new Set([roleIndexes.at(-1), roleIndexes[0]])) {
    if (roleIndex === undefined || isVerb(roleIndex, words, base)) continue;
    const role = roleWords.get(stem(words[roleIndex] ?? ''));
    const rest = words.filter((_, index) => index !== roleIndex);
    if (role) interpretations.push({ ...base, name: normalizeText(dropLeadingPreposition(rest).join(' ')), role });
  }
  return interpretations;
}

/** "Link account" is a name. "the link Account" and `link "Account"` name a link. */
function isVerb(roleIndex: number, words: readonly string[], { subject, quotedTexts, isStrict }: Base): boolean {
  if (!isStrict || roleIndex > 0 || words.length < 2 || quotedTexts.length > 0) return false;
  return !startsWithArticle(subject) && !prepositions.has(words[1] ?? '');
}

function joinRoles(text: string): string {
  return roleSpellings.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
}

/** Words that are part of a name unless they begin the phrase: "Plan A", "Level one". */
const leadingFillers = new Set(['a', 'an', 'one', 'ones']);

function dropFillers(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (const word of words) {
    const isLeading = kept.every((one) => stateWords.has(one) || parseOrdinal(one) !== undefined);
    if (!fillerWords.has(word) || (leadingFillers.has(word) && !isLeading)) kept.push(word);
  }
  return kept;
}

/** "checkbox for terms" means "terms", not "for terms". */
function dropLeadingPreposition(words: readonly string[]): readonly string[] {
  const first = words[0];
  return first && words.length > 1 && prepositions.has(first) ? words.slice(1) : words;
}

const prepositions = new Set(['for', 'to', 'of', 'with', 'labelled', 'saying']);

function leadingOrdinal(words: readonly string[]): [ordinal: number | undefined, rest: readonly string[]] {
  const fromEnd = /^second (?:to )?last /.exec(`${words.join(' ')} `);
  if (fromEnd) return [-2, words.slice(fromEnd[0].trim().split(' ').length)];
  return [parseOrdinal(words[0] ?? ''), words.slice(1)];
}

function parseOrdinal(word: string): number | undefined {
  if (word === 'last' || word === 'final') return -1;
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1];
  return digits ? Number(digits) : ordinalWords.get(word);
}
