import type { Element } from '../../core/element.js';
import { contentWords, covers, isNamed, type Question } from '../parser/question.js';
import type { Candidate } from './best.js';

/** In a card or row of a list that is named in the question: the price, or the text beside a label. */
export function rowAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  const rows = new Map<string, Element[]>();
  for (const element of elements) {
    if (!element.list || element.role === 'TableCell') continue;
    const key = `${element.list.of} ${element.list.row}`;
    rows.set(key, [...(rows.get(key) ?? []), element]);
  }
  const shares = (row: readonly Element[]): number =>
    question.words.filter((word) => row.some((element) => wordsOf(element).includes(word))).length;
  const most = Math.max(0, ...[...rows.values()].map(shares));
  const meant = [...rows.values()].filter((row) => most > 0 && shares(row) === most);
  /** Where no row is named in full, the only one that shares a word with the question is meant. */
  const nameOf = (row: readonly Element[]): Element | undefined =>
    meant.length === 1 && meant[0] === row
      ? row.find((element) => !element.interactive && question.words.some((word) => wordsOf(element).includes(word)))
      : undefined;
  return [...rows.values()].flatMap((row) => {
    const name = row.find((element) => isNamed(question, element.name)) ?? nameOf(row);
    if (!name) return [];
    const covered = question.words.filter((word) => wordsOf(name).includes(word));
    const others = row.filter((element) => element !== name && !element.interactive && element.name !== '');
    if (question.wantsPrice) {
      const prices = others.flatMap(
        ({ name: text }) => text.match(/[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|USD|EUR|GBP)/u) ?? [],
      );
      const [price] = prices;
      return price && new Set(prices).size === 1
        ? [
            {
              value: price.replace(/[.,]$/u, ''),
              covered: [...covered, 'price'],
              weight: 1,
              why: `the price in the row with "${name.name}"`,
            },
          ]
        : [];
    }
    return others.flatMap(({ name: text }): Candidate[] => {
      const labelled = /^([^:]{2,40}):\s*(.+)$/u.exec(text);
      const label = labelled ? covers(question, labelled[1] ?? '') : [];
      return labelled && label.length > 0
        ? [
            {
              value: labelled[2] ?? '',
              covered: [...covered, ...label],
              weight: 1,
              why: `in the row with "${name.name}"`,
            },
          ]
        : [];
    });
  });
}

function wordsOf({ name }: Element): string[] {
  return name.length > 120 ? [] : contentWords(name);
}
