import { readDate } from '../../core/dates/calendar-date.js';
import type { DataBlock } from '../../core/read.js';
import { contentWords, coveredWords, namesInFull, type Question } from '../parser/question.js';
import { itemAt, single } from '../single.js';
import type { Candidate } from './pick-answer.js';

/** Questions for the creation date of a row, which its only date answers. */
const made = /^when\b.*\b(?:placed|ordered|bought|created|posted|published|made|added)$/iu;

type Table = Extract<DataBlock, { kind: 'table' }>;

/** The cells in the rows and columns that the question names. */
export function tableAnswers(question: Question, blocks: readonly DataBlock[]): Candidate[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? inTable(question, withHeaders(block)) : []));
}

/** Tables without header cells have their headers in the first row. */
export function withHeaders(table: Table): Table {
  const [first, ...rest] = table.rows;
  const hasOwn = table.headers.some((header) => header !== '');
  if (hasOwn || !first || rest.length === 0 || first.some((cell) => /\d/u.test(cell))) return table;
  return { ...table, headers: first, rows: rest };
}

function inTable(question: Question, { headers, rows, caption }: Table): Candidate[] {
  const columns = headers.flatMap((header, index) => {
    const covered = coveredWords(question, header);
    return covered.length > 0 ? [{ index, header, covered }] : [];
  });
  const about = caption && namesInFull(question, caption) ? coveredWords(question, caption) : [];
  return matchRows(
    question,
    rows,
    columns.map(({ index }) => index),
  ).flatMap(({ row, key, covered }): Candidate[] => {
    const of = key ? `the row with "${key}"` : `row ${rows.indexOf(row) + 1}`;
    const cells = columns
      .filter(({ index }) => row[index] !== key)
      .map(
        ({ index, header, covered: words }): Candidate => ({
          value: row[index] ?? '',
          covered: [...words, ...covered, ...about],
          weight: 1,
          why: `column "${header}" of ${of}`,
        }),
      );
    if (cells.length > 0) return cells;
    const others = row.filter((cell) => cell !== key && cell.trim() !== '');
    const price = question.wantsPrice ? others.filter((cell) => /[$€£¥]\s?\d|\d\s?[$€£¥]/u.test(cell)) : [];
    if (price.length === 1 && price[0])
      return [
        {
          value: price[0],
          covered: [...covered, 'price', ...sharedWords(question, price[0])],
          weight: 0.98,
          why: `the price in ${of}`,
        },
      ];
    const days = made.test(question.text.trim()) ? others.filter((cell) => readDate(cell) !== undefined) : [];
    if (days.length === 1 && days[0])
      return [{ value: days[0], covered: [...covered, ...question.words], weight: 0.9, why: `the date in ${of}` }];
    const only = single(others);
    if (only) return [{ value: only, covered: [...covered, ...about], weight: 0.97, why: `beside "${key}"` }];
    const last = /^(?:sub)?total\b/iu.test(key) ? others.at(-1) : undefined;
    return last ? [{ value: last, covered, weight: 0.95, why: `the end of the row "${key}"` }] : [];
  });
}

function sharedWords({ words }: Question, cell: string): string[] {
  const own = contentWords(cell);
  return words.filter((word) => own.includes(word));
}

interface MatchedRow {
  row: string[];
  /** The cell that names the row. */
  key: string;
  covered: string[];
}

function matchRows(question: Question, rows: readonly string[][], columns: readonly number[]): MatchedRow[] {
  if (question.row !== undefined) {
    const row = itemAt(rows, question.row);
    return row ? [{ row, key: '', covered: [] }] : [];
  }
  const matched = rows.flatMap((row): MatchedRow[] => {
    const keys = row.filter((cell) => cell.length <= 120 && namesInFull(question, cell));
    if (keys.length > 0)
      return [
        {
          row,
          key: keys.sort((one, other) => other.length - one.length)[0] ?? '',
          covered: [...new Set(keys.flatMap((key) => [...coveredWords(question, key), ...sharedWords(question, key)]))],
        },
      ];
    const label = row[0] ?? '';
    const covered = label.length <= 60 ? coveredWords(question, label) : [];
    return covered.length > 0 ? [{ row, key: label, covered }] : [];
  });
  const similar = matched.length > 0 ? [] : rows.filter((row) => sharedWords(question, row[0] ?? '').length > 0);
  const only = single(similar);
  if (only) return [{ row: only, key: only[0] ?? '', covered: sharedWords(question, only[0] ?? '') }];
  const max = Math.max(0, ...matched.map(({ covered }) => covered.length));
  if (matched.length === 0 && columns.length > 0) return rows.map((row) => ({ row, key: '', covered: [] }));
  return matched.filter(({ covered }) => covered.length === max);
}
