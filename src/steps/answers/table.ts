import type { DataBlock } from '../../core/read.js';
import { readDate } from '../parser/dates.js';
import { contentWords, covers, isNamed, type Question } from '../parser/question.js';
import type { Candidate } from './best.js';

/** A row with one date was made on that day; what else is asked for may be another day. */
const made = /^when\b.*\b(?:placed|ordered|bought|created|posted|published|made|added)$/iu;

type Table = Extract<DataBlock, { kind: 'table' }>;

/** The cells where a row that the question names meets a column that it asks for. */
export function tableAnswers(question: Question, blocks: readonly DataBlock[]): Candidate[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? inTable(question, withHeaders(block)) : []));
}

/** Old tables have their headings in the first row. */
export function withHeaders(table: Table): Table {
  const [first, ...rest] = table.rows;
  const hasOwn = table.headers.some((header) => header !== '');
  if (hasOwn || !first || rest.length === 0 || first.some((cell) => /\d/u.test(cell))) return table;
  return { ...table, headers: first, rows: rest };
}

function inTable(question: Question, { headers, rows, caption }: Table): Candidate[] {
  const columns = headers.flatMap((header, index) => {
    const covered = covers(question, header);
    return covered.length > 0 ? [{ index, header, covered }] : [];
  });
  const about = caption && isNamed(question, caption) ? covers(question, caption) : [];
  return rowsMeant(
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
          covered: [...covered, 'price', ...said(question, price[0])],
          weight: 0.98,
          why: `the price in ${of}`,
        },
      ];
    const days = made.test(question.text.trim()) ? others.filter((cell) => readDate(cell) !== undefined) : [];
    if (days.length === 1 && days[0])
      return [{ value: days[0], covered: [...covered, ...question.words], weight: 0.9, why: `the date in ${of}` }];
    const only = others.length === 1 ? others[0] : undefined;
    if (only) return [{ value: only, covered: [...covered, ...about], weight: 0.97, why: `beside "${key}"` }];
    const last = /^(?:sub)?total\b/iu.test(key) ? others.at(-1) : undefined;
    return last ? [{ value: last, covered, weight: 0.95, why: `the end of the row "${key}"` }] : [];
  });
}

function said({ words }: Question, cell: string): string[] {
  const own = contentWords(cell);
  return words.filter((word) => own.includes(word));
}

interface Meant {
  row: string[];
  /** The cell that names the row. */
  key: string;
  covered: string[];
}

function rowsMeant(question: Question, rows: readonly string[][], columns: readonly number[]): Meant[] {
  if (question.row !== undefined) {
    const row = rows.at(question.row > 0 ? question.row - 1 : question.row);
    return row ? [{ row, key: '', covered: [] }] : [];
  }
  const meant = rows.flatMap((row): Meant[] => {
    const keys = row.filter((cell) => cell.length <= 120 && isNamed(question, cell));
    if (keys.length > 0)
      return [
        {
          row,
          key: keys.sort((one, other) => other.length - one.length)[0] ?? '',
          covered: [...new Set(keys.flatMap((key) => [...covers(question, key), ...said(question, key)]))],
        },
      ];
    const label = row[0] ?? '';
    const covered = label.length <= 60 ? covers(question, label) : [];
    return covered.length > 0 ? [{ row, key: label, covered }] : [];
  });
  const hinted = meant.length > 0 ? [] : rows.filter((row) => said(question, row[0] ?? '').length > 0);
  const [only] = hinted;
  if (only && hinted.length === 1) return [{ row: only, key: only[0] ?? '', covered: said(question, only[0] ?? '') }];
  const most = Math.max(0, ...meant.map(({ covered }) => covered.length));
  if (meant.length === 0 && columns.length > 0) return rows.map((row) => ({ row, key: '', covered: [] }));
  return meant.filter(({ covered }) => covered.length === most);
}
