import type { Element } from '../../core/element.js';

const cellName = /^[A-Z]{1,3}\d+$/;

/** Whether a spreadsheet cell is empty and has neither focus nor selection. */
export function isBlankCell({ role, name, value, states }: Element): boolean {
  const isCurrent = states.includes('focused') || states.includes('selected');
  return role === 'TableCell' && !value && !isCurrent && cellName.test(name);
}

/** Formats blank cells with name and id, with neighbours as a range: `A2 el_105, C2–O2 el_107–el_119`. */
export function formatBlankRuns(cells: readonly Element[]): string {
  const runs: Element[][] = [];
  for (const cell of cells) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1), cell)) run.push(cell);
    else runs.push([cell]);
  }
  return runs.map(formatRange).join(', ');
}

/** Formats blank cells of consecutive rows: `A5–O30 el_150–el_539, 15 per row` if the ids are consecutive. */
export function formatBlankBlock(rows: readonly (readonly Element[])[]): string {
  const cells = rows.flat();
  const width = rows[0]?.length ?? 0;
  const isBlock =
    rows.every(({ length }) => length === width) &&
    cells.every((cell, index) => index === 0 || isNext(cells[index - 1], cell));
  return isBlock && rows.length > 1 ? `${formatRange(cells)}, ${width} per row` : rows.map(formatBlankRuns).join(', ');
}

function formatRange(cells: readonly Element[]): string {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return '';
  return first === last ? `${first.name} ${first.id}` : `${first.name}–${last.name} ${first.id}–${last.id}`;
}

/** Whether `other` is the cell to the right, with the next id. */
function follows(one: Element | undefined, other: Element): boolean {
  return isNext(one, other) && columnOf(other) === (one ? columnOf(one) + 1 : 0);
}

function isNext(one: Element | undefined, other: Element): boolean {
  return one !== undefined && Number(other.id.slice(3)) === Number(one.id.slice(3)) + 1;
}

/** A is 1, Z is 26, AA is 27. */
function columnOf({ name }: Element): number {
  return [...name.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
