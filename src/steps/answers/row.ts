import type { Element } from '../../core/element.js';
import { contentWords, coveredWords, namesInFull, type Question } from '../parser/question.js';
import type { Candidate } from './pick-answer.js';

/** The price, or the text after a label, in a list row that the question names. */
export function rowAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  const rows = new Map<string, Element[]>();
  for (const element of elements) {
    if (!element.list || element.role === 'TableCell') continue;
    const key = `${element.list.container} ${element.list.row}`;
    rows.set(key, [...(rows.get(key) ?? []), element]);
  }
  const countShared = (row: readonly Element[]): number =>
    question.words.filter((word) => row.some((element) => nameWords(element).includes(word))).length;
  const max = Math.max(0, ...[...rows.values()].map(countShared));
  const closest = [...rows.values()].filter((row) => max > 0 && countShared(row) === max);
  /** If no row is named in full, the only row that shares most words with the question. */
  const nameOf = (row: readonly Element[]): Element | undefined =>
    closest.length === 1 && closest[0] === row
      ? row.find((element) => !element.interactive && question.words.some((word) => nameWords(element).includes(word)))
      : undefined;
  return [...rows.values()].flatMap((row) => {
    const name = row.find((element) => namesInFull(question, element.name)) ?? nameOf(row);
    if (!name) return [];
    const covered = question.words.filter((word) => nameWords(name).includes(word));
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
      const label = labelled ? coveredWords(question, labelled[1] ?? '') : [];
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

function nameWords({ name }: Element): string[] {
  return name.length > 120 ? [] : contentWords(name);
}
