import type { RiskAssessment, RiskClass } from '../../core/risk/risk-class.js';
import { isAtLeast, type Safety } from '../../core/safety.js';
import { combine, lowRisk } from './assessment.js';
import { normalizeText, toSkeleton, toWords } from './normalize-text.js';
import { type Phrase, phrasesFrom } from './phrase-index.js';
import { readAmount } from './read-amount.js';
import { fillers, type WordGroup } from './words/word-groups.js';

/** The class and level of each group of phrases. */
const groupRisks: Readonly<Partial<Record<WordGroup, { riskClass: RiskClass; safety: Safety }>>> = {
  send: { riskClass: 'send', safety: 'medium' },
  pay: { riskClass: 'pay', safety: 'medium' },
  delete: { riskClass: 'delete', safety: 'medium' },
  erase: { riskClass: 'delete', safety: 'high' },
  publish: { riskClass: 'publish', safety: 'medium' },
  system: { riskClass: 'install', safety: 'high' },
  script: { riskClass: 'script', safety: 'high' },
  terms: { riskClass: 'accept_terms', safety: 'medium' },
  credentials: { riskClass: 'credentials', safety: 'medium' },
  signOut: { riskClass: 'sign_out', safety: 'medium' },
  download: { riskClass: 'download', safety: 'low_risk' },
  upload: { riskClass: 'upload', safety: 'low_risk' },
};

/** Of a longer text, the beginning and the end are read. */
const maxFirstCharacters = 200;
const maxLastCharacters = 100;

/** The risk of pressing a control with this name. Of several texts of one control (name, visible text, title) the riskiest counts. */
export function classifyName(name: string, others: readonly string[] = []): RiskAssessment {
  return others.reduce((result, other) => combine(result, classifyText(other, 'name')), classifyText(name, 'name'));
}

/** The risk of saying yes to a question or sentence: the phrases count wherever they are. */
export function classifyQuestion(text: string): RiskAssessment {
  return classifyText(text, 'sentence');
}

function classifyText(text: string, kind: 'name' | 'sentence'): RiskAssessment {
  const normalized = normalizeText(cut(text));
  const words = dropFillers(toWords(normalized));
  if (words.length === 0) return lowRisk;
  const plain = judge(words, kind);
  const skeleton = words.map(toSkeleton);
  const isSame = skeleton.every((word, index) => word === words[index]);
  const result = isSame ? plain : combine(plain, judge(skeleton, kind));
  const amount = result.classes.includes('pay') ? readAmount(text) : undefined;
  return amount ? { ...result, amount } : result;
}

function cut(text: string): string {
  if (text.length <= maxFirstCharacters + maxLastCharacters) return text;
  return `${text.slice(0, maxFirstCharacters)} ${text.slice(-maxLastCharacters)}`;
}

/** Words that say yes, in languages without spaces. */
const unspacedConsent = /^(?:はい|是的?|好的?|对)/;
const currencyWords = new Set(
  'eur euro euros usd dollar dollars gbp pound pounds chf kr sek nok dkk pln zł zl czk kč huf ft ron lei try tl rub руб uah грн inr rs jpy yen cny rmb krw won idr rp vnd brl r us ca au'.split(
    ' ',
  ),
);

/** Drops articles, numbers, currencies and consent: "Yes, delete the 3 files" → delete, files. */
function dropFillers(all: readonly string[]): string[] {
  const consent = unspacedConsent.exec(all.slice(0, 3).join(''))?.[0] ?? '';
  const words = consent === '' || all.length <= [...consent].length ? all : all.slice([...consent].length);
  const hasNumber = words.some(isNumber);
  const kept = words.filter((word) => !fillers.has(word) && !isNumber(word) && !(hasNumber && currencyWords.has(word)));
  return kept.length > 0 ? kept : [...words];
}

function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  return (code >= 0x30 && code <= 0x39 && /^\d+(?:x|k|m|st|nd|rd|th)?$/.test(word)) || /^[٠-٩०-९]+$/.test(word);
}

interface Found {
  phrase: Phrase;
  text: string;
}

function judge(words: readonly string[], kind: 'name' | 'sentence'): RiskAssessment {
  const found = findPhrases(words, kind);
  const groups = new Set(found.map(({ phrase }) => phrase.group));
  if (found.length === 0 || groups.has('noun')) return lowRisk;
  if (kind === 'name' && isTopic(words)) return lowRisk;
  let safety: Safety = 'low_risk';
  let reason: string | undefined;
  const classes = new Set<RiskClass>();
  for (const { phrase, text } of found) {
    const risk = groupRisks[phrase.group];
    if (!risk || (phrase.group === 'delete' && groups.has('harmless'))) continue;
    classes.add(risk.riskClass);
    if (isAtLeast(safety, risk.safety)) continue;
    safety = risk.safety;
    reason = `it says "${text}"`;
  }
  return { safety, classes: [...classes], ...(reason === undefined ? {} : { reason }) };
}

function isTopic(words: readonly string[]): boolean {
  return phrasesFrom(words[0] ?? '').some(({ group, words: own }) => group === 'topic' && isAt(words, 0, own));
}

function findPhrases(words: readonly string[], kind: 'name' | 'sentence'): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (const phrase of phrasesFrom(words[at] ?? '')) {
      if (phrase.group === 'topic' || !isAt(words, at, phrase.words)) continue;
      const end = at + phrase.words.length;
      const fits = (at === 0 || phrase.open) && (end === words.length || phrase.continued);
      if (fits || kind === 'sentence') found.push({ phrase, text: joinWords(phrase.words) });
    }
  }
  return found;
}

function isAt(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  for (let index = 1; index < phrase.length; index += 1) if (words[at + index] !== phrase[index]) return false;
  return true;
}

function joinWords(words: readonly string[]): string {
  const isUnspaced = words.length > 1 && words.every((word) => [...word].length === 1);
  return words.join(isUnspaced ? '' : ' ');
}
