import type { PageBlock } from '../../page-protocol.js';
import { elementCountOf, firstElementOf, tagOf } from '../dom.js';
import { queryAll, queryOne } from '../query.js';
import { numberOf } from '../registry.js';
import type { Budget } from './budget.js';
import type { Pair } from './pairs.js';
import { type ReadTable, readTable } from './table.js';

/** A table as a block, or as pairs where it has two columns and no head; and the sums among its rows. */
export function tableBlocks(
  element: Element,
  heading: string,
  budget: Budget,
): { block: PageBlock; sums: Pair[] } | undefined {
  const table = readTable(element, budget);
  if (!table) return undefined;
  const { headers, rows, foot } = table;
  const caption = table.caption ?? heading;
  const number = numberOf(element);
  if (headers.length === 0 && isTwoColumns(table, element)) {
    const pairs = rows.flatMap(([label = '', value = '']): Pair[] =>
      label && value ? [[label.replace(/\s*:$/, ''), value]] : [],
    );
    return { block: { kind: 'pairs', ...(caption ? { heading: caption } : {}), pairs, number }, sums: [] };
  }
  const turned = headers.length === 0 && isTurned(element) ? turn(rows) : { headers, rows };
  const block: PageBlock = { kind: 'table', ...(caption ? { caption } : {}), ...turned, number };
  const sums = [...foot, ...rows.filter((row) => isSum(row, headers.length))].flatMap((row): Pair[] => {
    const filled = row.filter(Boolean);
    const [label, value] = [filled[0], filled.at(-1)];
    return label && value && filled.length > 1 ? [[label.replace(/\s*:$/, ''), value]] : [];
  });
  return { block, sums };
}

/** A row of a wide table with nothing but words in front and a figure at the end. */
function isSum(row: string[], width: number): boolean {
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
    rows.every(([label = '', value]) => value !== undefined && label.length <= 60 && !/^[\d.,€$£%\s]*$/.test(label))
  );
}

/** Each row has its name in front: the columns are the things. */
function isTurned(element: Element): boolean {
  const rows = [...queryAll(element, 'tr')];
  const isNamed = (row: Element) => {
    const first = firstElementOf(row);
    return first !== null && tagOf(first) === 'TH' && elementCountOf(row) > 2;
  };
  return rows.length > 1 && rows.every(isNamed);
}

function turn(rows: string[][]): { headers: string[]; rows: string[][] } {
  const width = Math.max(...rows.map((row) => row.length));
  return {
    headers: rows.map(([name = '']) => name),
    rows: Array.from({ length: width - 1 }, (_, column) => rows.map((row) => row[column + 1] ?? '')),
  };
}
