import { contentWords, coveredWords, type Question } from '../parser/question.js';
import type { Candidate } from './pick-answer.js';

const number = /^(?:number|no|id|code|reference|ref|nr)$/iu;
const joint = '\\s*(?::|=|\\bis\\b|\\bas\\b|\\bwas\\b|\\bare\\b|–|—|-(?=\\s))\\s*';

/** "Order number: 1007", "Your order number is 1007", "Order #1007" in the text of the page. */
export function textAnswers(question: Question, text: string): Candidate[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found: Candidate[] = [];
  lines.forEach((line, index) => {
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      const labelled = new RegExp(`^(.{2,60}?)${joint}(\\S.*)$`, 'iu').exec(sentence);
      if (labelled) {
        // "Order #5003 was placed" is a statement, not a label with a value.
        const isSaying = /\d/u.test(labelled[1] ?? '') && !/^.{2,60}?:/u.test(sentence);
        const covered = isSaying ? [] : coveredWords(question, labelled[1] ?? '');
        if (covered.length > 0)
          found.push({ value: clean(labelled[2] ?? ''), covered, weight: 0.96, why: `after "${labelled[1]}"` });
      }
      found.push(...numbered(question, sentence));
    }
    const next = lines[index + 1];
    if (next && line.length <= 40 && next.length <= 80) {
      const covered = coveredWords(question, line.replace(/:$/u, ''));
      const weight = line.endsWith(':') ? 0.94 : 0.85;
      // A line without a colon is a label only when the question covers all of it.
      const isLabel = line.endsWith(':') || contentWords(line).length <= covered.length;
      if (covered.length > 0 && isLabel && !next.endsWith(':'))
        found.push({ value: clean(next), covered, weight, why: `below "${line}"` });
    }
  });
  return found;
}

/** "Order #1007", "reference TR-88": a noun with its number. */
function numbered(question: Question, sentence: string): Candidate[] {
  const things = question.words.filter((word) => !number.test(word));
  const asksNumber =
    things.length < question.words.length || /\b(?:number|id|code|reference|no\.?)\b/iu.test(question.text);
  return things.flatMap((word): Candidate[] => {
    const match = new RegExp(
      `(?<![\\p{L}])(?:${escapeWord(word)}|${escapeWord(capital(word))})s?(?:\\s+(?:number|no\\.?|id|code|reference|ref))?\\s*(?:#|:|is|nr\\.?|№)?\\s*([#\\p{Lu}]*[-\\p{Lu}]*\\d[\\p{L}\\d/-]*)(?![\\d])`,
      'u',
    ).exec(sentence);
    if (!match?.[1] || !asksNumber) return [];
    return [
      {
        value: clean(match[1].replace(/^#/u, '')),
        covered: question.words.filter((one) => one === word || number.test(one)),
        weight: 0.95,
        why: `in "${sentence.slice(0, 80)}"`,
      },
    ];
  });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function escapeWord(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}

function clean(value: string): string {
  return value
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<=[\p{L}\p{N})\]])[.,;!]+$/u, '');
}
