import type { RiskClass } from '../../../core/risk/risk-class.js';
import {
  ambientWords,
  harmlessObjects,
  leadingReads,
  loginWords,
  nouns,
  readWords,
  verbs,
  viewWords,
  writeVerbs,
} from './vocabulary.js';

/** What the words of an operation say. `word` is the evidence. */
export type WordVerdict =
  | { says: 'commits'; riskClass: RiskClass; word: string }
  | { says: 'about'; riskClass: RiskClass; word: string }
  | { says: 'reads' | 'harmless' | 'ambient' | 'login' | 'writes'; word: string };

const readMark =
  /^(?:mark )?(?:as |all )?(?:mark )?(?:all )?(?:as )?(?:read|seen|unread|viewed|opened|acknowledged|ack)$/;
const orderReviewPair = /\border review\b|\border summary\b/;

/** Judges the words of one operation: a part of a path, the name of a mutation, the value of a field `action`. */
export function judgeWords(words: readonly string[]): WordVerdict | undefined {
  const [first = ''] = words;
  if (words.length === 0) return undefined;
  const text = words.join(' ');
  const pair = signPair(text);
  if (pair) return pair;
  if (readMark.test(text) || / as read$| mark read$|\bmark .*\bread$/.test(text))
    return { says: 'harmless', word: text };
  const object = words.find((word) => harmlessObjects.has(word));
  const verb = words.find((word) => verbs.has(word));
  if (leadingReads.has(first) && first !== verb) return { says: 'reads', word: first };
  if (verb !== undefined) {
    const riskClass = verbs.get(verb) ?? 'unknown_write';
    if (object === undefined || riskClass !== 'delete')
      return { says: 'commits', riskClass, word: describe(words, verb) };
    return { says: 'harmless', word: object };
  }
  if (orderReviewPair.test(text)) return { says: 'reads', word: text };
  const write = words.find((word) => writeVerbs.has(word));
  const ambient = words.find((word) => ambientWords.has(word));
  if (ambient !== undefined && !(write !== undefined && write !== first && !harmlessObjects.has(ambient)))
    return { says: 'ambient', word: ambient };
  const payment = words.find((word) => nouns.get(word) === 'pay');
  if (object !== undefined && payment === undefined) return { says: 'harmless', word: object };
  const read = words.find((word) => readWords.has(word));
  if (read !== undefined && write === undefined) return { says: 'reads', word: read };
  const view = words.find((word) => viewWords.has(word));
  if (view !== undefined) return { says: 'harmless', word: view };
  const login = words.find((word) => loginWords.has(word));
  if (login !== undefined && (write === undefined || first === 'create')) return { says: 'login', word: login };
  const noun = words.find((word) => nouns.has(word));
  if (noun !== undefined)
    return { says: 'about', riskClass: nouns.get(noun) ?? 'unknown_write', word: describe(words, noun) };
  return write === undefined ? undefined : { says: 'writes', word: write };
}

/** "sign in" and "sign out" are two words. */
function signPair(text: string): WordVerdict | undefined {
  if (/\b(?:sign|log) (?:out|off)\b/.test(text)) return { says: 'commits', riskClass: 'sign_out', word: text };
  if (/\b(?:sign|log) (?:in|on)\b/.test(text)) return { says: 'login', word: text };
  return undefined;
}

const maxQuotedWords = 4;

function describe(words: readonly string[], word: string): string {
  return words.length <= maxQuotedWords ? words.join(' ') : word;
}
