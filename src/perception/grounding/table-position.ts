import type { Element } from '../../core/element.js';
import { isOnLine, itemOf } from './element-path.js';

/** The candidates in the row with this number: 1 is the first row below the header, -1 the last. The rows are those of each table or list with candidates. */
export function inRow(
  wanted: number,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const inLists = candidates.filter(({ list }) => list !== undefined);
  if (inLists.length > 0) return inLists.filter((candidate) => rowNumber(candidate, elements, wanted) === wanted);
  const collections = new Set(candidates.flatMap((candidate) => collectionOf(candidate) ?? []));
  return [...collections].flatMap((collection) => {
    const rows = new Set(elements.flatMap((one) => (collectionOf(one) === collection ? (itemOf(one) ?? []) : [])));
    const row = [...rows].at(wanted > 0 ? wanted - 1 : wanted);
    return candidates.filter((candidate) => row !== undefined && itemOf(candidate) === row);
  });
}

/** The number of the row of an element in a list of similar rows, which may be scrolled. Counted from the end if `wanted` is. */
function rowNumber(element: Element, elements: readonly Element[], wanted: number): number {
  const { row = 0, rowCount = 0 } = element.list ?? {};
  return wanted > 0 ? row + 1 - headerRows(element, elements) : row - rowCount;
}

/** The number of header rows beside the rows, so that they are counted with them. */
function headerRows(element: Element, elements: readonly Element[]): number {
  const collection = collectionOf(element);
  if (collection === undefined) return 0;
  return elements.some((one) => one.path?.includes(collection) && itemOf(one) === undefined) ? 1 : 0;
}

/** The part that contains the row of an element. */
function collectionOf(element: Element): string | undefined {
  const item = itemOf(element);
  return item === undefined ? undefined : element.path?.[element.path.indexOf(item) - 1];
}

const minHeaders = 2;

/** The candidates in the column below a header: of all headers on its line, it is the nearest. Empty if the element is no header. */
export function inColumn(
  header: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const headers = elements.filter((one) => one.path?.at(-1) === header.path?.at(-1) && isOnLine(header, one));
  const table = header.path?.at(-2);
  if (headers.length < minHeaders || table === undefined || itemOf(header) !== undefined) return [];
  return candidates.filter((candidate) => {
    if (!candidate.path?.includes(table) || candidate.bounds.y < header.bounds.y + header.bounds.height) return false;
    const distances = headers.map((one) => columnDistance(one, candidate));
    return columnDistance(header, candidate) === Math.min(...distances);
  });
}

/** Columns are aligned at the left, in the middle or at the right. */
function columnDistance({ bounds: one }: Element, { bounds: other }: Element): number {
  const left = Math.abs(one.x - other.x);
  const right = Math.abs(one.x + one.width - other.x - other.width);
  return Math.min(left, right, Math.abs(one.x + one.width / 2 - (other.x + other.width / 2)));
}
