import type { State } from '../../core/element.js';
import { type FoldedText, foldText, stem } from './text-similarity.js';
import {
  ordinalWords,
  pointingWords,
  type RelationKind,
  type RoleWord,
  relationWords,
  roleWords,
  stateWords,
} from './vocabulary.js';

/** One way to understand a phrase. */
export interface Reading {
  /** The words of the name; without any, only the role counts. */
  asked: FoldedText;
  /** Quoted parts: to be found as they are. */
  literals: readonly string[];
  role?: RoleWord;
  /** The state it is said to be in. */
  state?: State;
  /** Which of those that answer equally well: 1 is the first, -1 the last. */
  ordinal?: number;
  /** In which row, counted the same way. */
  row?: number;
  relation?: { kind: RelationKind; anchor: string };
}

interface Split {
  subject: string;
  row?: number;
  relation?: Reading['relation'];
}

// Quoted parts are replaced by one private character each while the rest is taken apart.
const firstMask = 0xe000;
const quoted = /"([^"]+)"|“([^”]+)”|«([^»]+)»|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu;
const masked = /[\ue000-\ue0ff]/g;

const joined: readonly (readonly [RegExp, string])[] = [
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

/** The ways to understand a phrase, most literal first. */
export function readPhrase(phrase: string): Reading[] {
  const quotes: string[] = [];
  const text = phrase.slice(0, 400).replace(quoted, (...groups) => {
    const part = groups.slice(1, 6).find((group): group is string => typeof group === 'string') ?? '';
    quotes.push(part);
    return ` ${String.fromCharCode(firstMask + Math.min(quotes.length - 1, 255))} `;
  });
  const restore = (part: string): string =>
    part.replace(masked, (mark) => `"${quotes[mark.charCodeAt(0) - firstMask] ?? ''}"`);
  const readings: Reading[] = [];
  const known = new Set<string>();
  for (const split of splits(text)) {
    const literals = [...split.subject.matchAll(masked)].map(([mark]) => quotes[mark.charCodeAt(0) - firstMask] ?? '');
    const relation = split.relation && { ...split.relation, anchor: restore(split.relation.anchor) };
    for (const reading of subjects(split.subject.replace(masked, ' '), literals)) {
      const whole: Reading = {
        ...reading,
        ...(split.row ? { row: split.row } : {}),
        ...(relation ? { relation } : {}),
      };
      const key = JSON.stringify([
        whole.asked.text,
        literals,
        roleKey(whole.role),
        whole.state,
        whole.ordinal,
        whole.row,
        relation,
      ]);
      if (known.has(key)) continue;
      known.add(key);
      readings.push(whole);
    }
  }
  return readings;
}

/** The phrase as a whole, and taken apart into a subject and where that stands. */
function splits(text: string): Split[] {
  const found: Split[] = [{ subject: text }];
  for (const pattern of rowPatterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    const row = ordinalOf((match[1] ?? '').toLowerCase()) ?? Number(match[1]);
    const empty = foldText(rest).words.every((word) => pointingWords.has(word));
    if (row) found.push({ subject: empty && rest.search(masked) === -1 ? 'row' : rest, row });
  }
  const strong = relationWords.filter(([kind]) => kind !== 'belongs').flatMap((entry) => splitAt(text, ...entry));
  strong.sort((one, other) => one.at - other.at);
  if (strong[0]) found.push(strong[0].split);
  const owner = /^(.*\S)['’]s\s+(\S.*)$/u.exec(text);
  if (owner) found.push({ subject: owner[2] ?? '', relation: { kind: 'belongs', anchor: owner[1] ?? '' } });
  for (const [kind, pattern] of relationWords) {
    if (kind === 'belongs') found.push(...splitAt(text, kind, pattern).map(({ split }) => split));
  }
  return found;
}

function splitAt(text: string, kind: RelationKind, pattern: RegExp): { at: number; split: Split }[] {
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

/** What a subject may mean: its words as they are, then without role word, then without ordinal. */
function subjects(text: string, literals: readonly string[]): Reading[] {
  const plain = dropPointing(foldText(joinRoles(foldText(text).text)).words);
  const readings: Reading[] = [{ asked: foldText(text), literals }, ...stated(plain, literals)];
  const counted = /(?:#|\bnumber |\bno\. ?)\s*(\d+)\s*$/i.exec(text);
  const [ordinal, words] = counted
    ? [Number(counted[1]), dropPointing(foldText(joinRoles(foldText(text.slice(0, counted.index)).text)).words)]
    : leadingOrdinal(plain);
  if (ordinal) for (const reading of stated(words, literals)) readings.push({ ...reading, ordinal });
  return readings;
}

/** With and without a word for a state: "the checked one", but also a button that is named "Checked". */
function stated(words: readonly string[], literals: readonly string[]): Reading[] {
  const readings = named(words, literals);
  const state = words.map((word) => stateWords.get(word)).find((found) => found !== undefined);
  if (!state) return readings;
  const rest = words.filter((word) => stateWords.get(word) !== state);
  return [...readings, ...named(rest, literals).map((reading): Reading => ({ ...reading, state }))];
}

function named(words: readonly string[], literals: readonly string[]): Reading[] {
  const readings: Reading[] = [{ asked: foldText(words.join(' ')), literals }];
  const places = words.flatMap((word, index) => (roleWords.has(stem(word)) ? [index] : []));
  for (const place of new Set([places.at(-1), places[0]])) {
    if (place === undefined) continue;
    const role = roleWords.get(stem(words[place] ?? ''));
    const rest = words.filter((_, index) => index !== place);
    if (role) readings.push({ asked: foldText(trimSmall(rest).join(' ')), literals, role });
  }
  return readings;
}

function joinRoles(text: string): string {
  return joined.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
}

function dropPointing(words: readonly string[]): string[] {
  return words.filter((word) => !pointingWords.has(word));
}

/** "checkbox for terms" asks for "terms", not "for terms". */
function trimSmall(words: readonly string[]): readonly string[] {
  const first = words[0];
  return first && words.length > 1 && ['for', 'to', 'of', 'with', 'labelled', 'saying'].includes(first)
    ? words.slice(1)
    : words;
}

function leadingOrdinal(words: readonly string[]): [ordinal: number | undefined, rest: readonly string[]] {
  const fromEnd = /^second (?:to )?last /.exec(`${words.join(' ')} `);
  if (fromEnd) return [-2, words.slice(fromEnd[0].trim().split(' ').length)];
  return [ordinalOf(words[0] ?? ''), words.slice(1)];
}

function ordinalOf(word: string): number | undefined {
  if (word === 'last' || word === 'final') return -1;
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1];
  return digits ? Number(digits) : ordinalWords.get(word);
}

function roleKey(role: RoleWord | undefined): string {
  return role ? JSON.stringify(role) : '';
}
