import { elementCountOf, firstElementOf, tagOf } from '../dom/native-node.js';
import { queryAll, queryOne } from '../dom/native-query.js';
import { numberOf } from '../dom/node-registry.js';
import type { PageBlock } from '../protocol.js';
import type { Budget } from './budget.js';
import type { Pair } from './pairs.js';
import { type ReadTable, readTable } from './table.js';

/** In characters. */
const maxLabelLength = 60;

/** A table as a block, or as pairs if it has two columns and no header, and the totals among its rows. */
export function readTableBlock(
  element: Element,
  heading: string,
  budget: Budget,
): { block: PageBlock; totals: Pair[] } | undefined {
  const table = readTable(element, budget);
  if (!table) return undefined;
  const { headers, rows, foot } = table;
  const caption = table.caption ?? heading;
  const number = numberOf(element);
  if (headers.length === 0 && isTwoColumns(table, element)) {
    const pairs = rows.flatMap(([label = '', value = '']): Pair[] =>
      label && value ? [[label.replace(/\s*:$/, ''), value]] : [],
    );
    return { block: { kind: 'pairs', heading: caption || undefined, pairs, number }, totals: [] };
  }
  const records = headers.length === 0 && isTransposed(element) ? transpose(rows) : { headers, rows };
  const block: PageBlock = { kind: 'table', caption: caption || undefined, ...records, number };
  const totals = [...foot, ...rows.filter((row) => isTotal(row, headers.length))].flatMap((row): Pair[] => {
    const filled = row.filter(Boolean);
    const [label, value] = [filled[0], filled.at(-1)];
    return label && value && filled.length > 1 ? [[label.replace(/\s*:$/, ''), value]] : [];
  });
  return { block, totals };
}

/** A row of a wide table with only a label first and a number last. */
function isTotal(row: string[], width: number): boolean {
  const filled = row.filter(Boolean);
  return (
    width > 2 &&
    filled.length === 2 &&
    row[0] === filled[0] &&
    /\d/.test(filled[1] ?? '') &&
    /^\D+$/.test(filled[0] ?? '')
  );
}

function isTwoColumns({ rows }: ReadTable, element: Element): boolean {
  if (rows.some((row) => row.length > 2)) return false;
  const hasHeaders = queryOne(element, 'tr > th, [role=rowheader]') !== null;
  return (
    hasHeaders ||
    rows.every(
      ([label = '', value]) => value !== undefined && label.length <= maxLabelLength && !/^[\d.,€$£%\s]*$/.test(label),
    )
  );
}

/** Whether each row starts with its header, so that the columns are the records. */
function isTransposed(element: Element): boolean {
  const rows = [...queryAll(element, 'tr')];
  const isNamed = (row: Element) => {
    const first = firstElementOf(row);
    return first !== null && tagOf(first) === 'TH' && elementCountOf(row) > 2;
  };
  return rows.length > 1 && rows.every(isNamed);
}

function transpose(rows: string[][]): { headers: string[]; rows: string[][] } {
  const width = Math.max(...rows.map((row) => row.length));
  return {
    headers: rows.map(([name = '']) => name),
    rows: Array.from({ length: width - 1 }, (_, column) => rows.map((row) => row[column + 1] ?? '')),
  };
}
