import type { Element } from '../../core/element.js';

const address = /^[A-Z]{1,3}\d+$/;

/** A cell of a sheet in which nothing stands: only its address is known. One that has the cursor is none. */
export function isBlankCell({ role, name, value, states }: Element): boolean {
  const isMarked = states.includes('focused') || states.includes('selected');
  return role === 'TableCell' && !value && !isMarked && address.test(name);
}

/** Blank cells by address and id, neighbours in one: `A2 el_105, C2–O2 el_107–el_119`. */
export function blankRuns(cells: readonly Element[]): string {
  const runs: Element[][] = [];
  for (const cell of cells) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1), cell)) run.push(cell);
    else runs.push([cell]);
  }
  return runs.map(span).join(', ');
}

/** Blank cells in rows that follow each other: `A5–O30 el_150–el_539, 15 a row`, where they are a block with ids in order. */
export function blankBlock(rows: readonly (readonly Element[])[]): string {
  const cells = rows.flat();
  const wide = rows[0]?.length ?? 0;
  const isBlock =
    rows.every(({ length }) => length === wide) &&
    cells.every((cell, index) => index === 0 || isNext(cells[index - 1], cell));
  return isBlock && rows.length > 1 ? `${span(cells)}, ${wide} a row` : rows.map(blankRuns).join(', ');
}

function span(cells: readonly Element[]): string {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return '';
  return first === last ? `${first.name} ${first.id}` : `${first.name}–${last.name} ${first.id}–${last.id}`;
}

/** The cell to the right, in the numbers of ids as well. */
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
