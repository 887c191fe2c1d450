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
  state?: State;
  /** Which of several equal matches: 1 is the first, -1 the last. */
  ordinal?: number;
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

/** The interpretations of a phrase, most literal first. */
export function parsePhrase(phrase: string): Interpretation[] {
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
  for (const split of splitPhrase(text)) {
    const quotedTexts = [...split.subject.matchAll(maskPattern)].map(
      ([mark]) => quotes[mark.charCodeAt(0) - firstMask] ?? '',
    );
    const relation = split.relation && { ...split.relation, anchor: restore(split.relation.anchor) };
    for (const interpretation of interpretSubject(split.subject.replace(maskPattern, ' '), quotedTexts)) {
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

/** The subjects and the anchors of a phrase with a location, to search for them. */
export function anchorWords(phrase: string): string[] {
  return parsePhrase(phrase).flatMap(({ relation, name, quotedTexts }) =>
    relation ? [quotedTexts[0] ?? name.text, relation.anchor.replace(/["“”]/gu, '')] : [],
  );
}

/** The whole phrase, and its splits into a subject and its location. */
function splitPhrase(text: string): PhraseSplit[] {
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
    if (kind === 'belongs') found.push(...splitAt(text, kind, pattern).map(({ split }) => split));
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

type Base = Pick<Interpretation, 'subject' | 'quotedTexts'>;

/** The interpretations of a subject: as it is, then with a role word, then with an ordinal. */
function interpretSubject(text: string, quotedTexts: readonly string[]): Interpretation[] {
  const base: Base = { subject: text.trim(), quotedTexts };
  const plain = dropFillers(normalizeText(joinRoles(normalizeText(text).text)).words);
  const interpretations: Interpretation[] = [
    { ...base, name: normalizeText(text), literal: true },
    ...interpretState(plain, base),
  ];
  const counted = /(?:#|\bnumber |\bno\. ?)\s*(\d+)\s*$/i.exec(text);
  const [ordinal, words] = counted
    ? [
        Number(counted[1]),
        dropFillers(normalizeText(joinRoles(normalizeText(text.slice(0, counted.index)).text)).words),
      ]
    : leadingOrdinal(plain);
  if (ordinal)
    for (const interpretation of interpretState(words, base)) interpretations.push({ ...interpretation, ordinal });
  return interpretations;
}

/** With and without a state: "the checked one", but also a button named "Checked". */
function interpretState(words: readonly string[], base: Base): Interpretation[] {
  const interpretations = interpretRole(words, base);
  const state = words.map((word) => stateWords.get(word)).find((found) => found !== undefined);
  if (!state) return interpretations;
  const rest = words.filter((word) => stateWords.get(word) !== state);
  return [
    ...interpretations,
    ...interpretRole(rest, base).map((interpretation): Interpretation => ({ ...interpretation, state })),
  ];
}

function interpretRole(words: readonly string[], base: Base): Interpretation[] {
  const interpretations: Interpretation[] = [{ ...base, name: normalizeText(words.join(' ')) }];
  const roleIndexes = words.flatMap((word, index) => (roleWords.has(stem(word)) ? [index] : []));
  for (const roleIndex of new Set([roleIndexes.at(-1), roleIndexes[0]])) {
    if (roleIndex === undefined) continue;
    const role = roleWords.get(stem(words[roleIndex] ?? ''));
    const rest = words.filter((_, index) => index !== roleIndex);
    if (role) interpretations.push({ ...base, name: normalizeText(dropLeadingPreposition(rest).join(' ')), role });
  }
  return interpretations;
}

function joinRoles(text: string): string {
  return roleSpellings.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
}

function dropFillers(words: readonly string[]): string[] {
  return words.filter((word) => !fillerWords.has(word));
}

/** "checkbox for terms" means "terms", not "for terms". */
function dropLeadingPreposition(words: readonly string[]): readonly string[] {
  const first = words[0];
  return first && words.length > 1 && ['for', 'to', 'of', 'with', 'labelled', 'saying'].includes(first)
    ? words.slice(1)
    : words;
}

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
