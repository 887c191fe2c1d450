import type { DataBlock } from '../../core/read.js';
import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { readAmount } from '../parser/number-words.js';
import { coveredWords, namesInFull, type Question, readQuestion } from '../parser/question.js';
import { single } from '../single.js';
import type { Answer } from './answer.js';
import { withHeaders } from './table.js';

type Table = Extract<DataBlock, { kind: 'table' }>;

/** Answers questions about a whole table: a count of rows, the highest value, a column. */
export function tableQuestionAnswer(question: Question, blocks: readonly DataBlock[]): Answer | undefined {
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [withHeaders(block)] : []));
  const answers = tables.flatMap(
    (table) => countRows(question, table) ?? extreme(question, table) ?? matchingValues(question, table) ?? [],
  );
  const [only] = answers;
  return answers.length === 1 ? only : undefined;
}

interface Condition {
  column: number;
  cell: string;
}

/** The cell values that a question names: "in Engineering", "pending". */
function conditionsOf(question: Question, { rows, headers }: Table): Condition[] {
  return headers.flatMap((_, column): Condition[] => {
    const cells = [...new Set(rows.map((row) => (row[column] ?? '').trim()))];
    const named = cells.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 60 && namesInFull(question, cell));
    const cell = single(named);
    return cell ? [{ column, cell }] : [];
  });
}

function matchingRows({ rows }: Table, conditions: readonly Condition[]): string[][] {
  return rows.filter((row) => conditions.every(({ column, cell }) => (row[column] ?? '').trim() === cell));
}

function formatConditions(conditions: readonly Condition[], { headers }: Table): string {
  return conditions.map(({ column, cell }) => `${headers[column] ?? ''} "${cell}"`).join(' and ');
}

function countRows(question: Question, table: Table): Answer | undefined {
  if (question.countedNoun === undefined) return undefined;
  const conditions = conditionsOf(question, table);
  if (conditions.length === 0) return undefined;
  // "How many places are left in Pottery?" asks for a number in a row, not for a count of rows.
  const noun = new RegExp(`(\\d[\\d.,]*)\\s+${stem(normalizeText(question.countedNoun).words[0] ?? '')}`, 'iu');
  const counts = matchingRows(table, conditions).flatMap((row) => row.flatMap((cell) => noun.exec(cell)?.[1] ?? []));
  if (counts.length === 1 && counts[0])
    return { value: counts[0], why: `in the row with ${formatConditions(conditions, table)}` };
  const asked = readQuestion(question.countedNoun);
  const isNumber = (column: number): boolean =>
    table.rows.every((row) => /^\d[\d.,]*$/u.test((row[column] ?? '').trim()));
  if (counts.length > 1 || table.headers.some((header, column) => namesInFull(asked, header) && isNumber(column)))
    return undefined;
  return {
    value: String(matchingRows(table, conditions).length),
    why: `rows with ${formatConditions(conditions, table)}`,
  };
}

const most = /\b(?:highest|largest|biggest|greatest|most(?:\s+expensive)?|longest|latest|newest|top)\b/iu;

const fewest = /\b(?:lowest|smallest|least(?:\s+expensive)?|fewest|cheapest|shortest|earliest|oldest)\b/iu;

const money = /\b(?:cheapest|expensive)\b/iu;

/** "Who has the highest salary?": the name in the row with the extreme value. */
function extreme(question: Question, table: Table): Answer | undefined {
  const asksName = /^(?:who|which|what|whose|the\s+name)\b/iu.test(question.text.trim());
  const isMost = most.test(question.text);
  if (!asksName || (!isMost && !fewest.test(question.text))) return undefined;
  const measures = table.headers.flatMap((header, column) =>
    coveredWords(question, header).length > 0 || (money.test(question.text) && /price|cost|total|amount/iu.test(header))
      ? [column]
      : [],
  );
  const numeric = measures.filter((column) => table.rows.every((row) => readAmount(row[column] ?? '') !== undefined));
  const [measure] = numeric;
  const name = nameColumn(table);
  if (measure === undefined || numeric.length > 1 || name === undefined || name === measure) return undefined;
  const sorted = [...table.rows].sort(
    (one, other) => (readAmount(one[measure] ?? '') ?? 0) - (readAmount(other[measure] ?? '') ?? 0),
  );
  const row = isMost ? sorted.at(-1) : sorted[0];
  const asksValue = /^what\b/iu.test(question.text.trim());
  const value = row?.[asksValue ? measure : name];
  return value ? { value, why: `${table.headers[measure]} ${row?.[measure] ?? ''}` } : undefined;
}

/** "Who works in Oslo?", "all customers": one column of the matching rows. */
function matchingValues(question: Question, table: Table): Answer | undefined {
  const text = question.text.trim();
  const asksAll = /^(?:all|every)\b/iu.test(text);
  const asksWho = /^who\b/iu.test(text);
  const which =
    /^(?:which|what)\s+(?:of\s+the\s+)?([\p{L}-]+)\s+(?:is|are|has|have|was|were|costs?|works?|belongs?)\s/iu.exec(
      text,
    );
  if (which) return whichRows(question, table, which[1] ?? '');
  if (!asksAll && !asksWho) return undefined;
  const asked = table.headers.findIndex((header) => coveredWords(question, header).length > 0);
  const column = asksWho ? nameColumn(table) : asked === -1 ? undefined : asked;
  const conditions = conditionsOf(question, table).filter((one) => one.column !== column);
  if (column === undefined || (asksWho && conditions.length === 0)) return undefined;
  const values = [...new Set(matchingRows(table, conditions).map((row) => row[column] ?? ''))].filter(Boolean);
  const why =
    conditions.length > 0 ? `rows with ${formatConditions(conditions, table)}` : `column "${table.headers[column]}"`;
  const [only] = values;
  return only === undefined ? undefined : { value: values.length === 1 ? only : values, why };
}

/** "Which order is pending?": the names of the matching rows. */
function whichRows(question: Question, table: Table, asked: string): Answer | undefined {
  const named = table.headers.findIndex((header) =>
    header.toLowerCase().startsWith(asked.toLowerCase().replace(/s$/u, '')),
  );
  const name = named === -1 ? nameColumn(table) : named;
  if (name === undefined) return undefined;
  const conditions = conditionsOf(question, table).filter((one) => one.column !== name);
  const names = conditions.length === 0 ? [] : matchingRows(table, conditions).map((row) => row[name] ?? '');
  const [only] = names;
  if (only === undefined) return undefined;
  return { value: names.length === 1 ? only : names, why: `rows with ${formatConditions(conditions, table)}` };
}

/** The column with the names of the rows: by its header, else the first text column without duplicates. */
function nameColumn({ headers, rows }: Table): number | undefined {
  const named = headers.findIndex((header) =>
    /\b(?:name|customer|employee|person|user|member|player|student|product|item|title|author|country|city)\b/iu.test(
      header,
    ),
  );
  if (named !== -1) return named;
  const column = headers.findIndex(
    (_, index) =>
      rows.every((row) => /\p{L}/u.test(row[index] ?? '')) &&
      new Set(rows.map((row) => row[index])).size === rows.length,
  );
  return column === -1 ? undefined : column;
}
