import type { Rect } from '../../../core/geometry.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, parseRef, screenCoordinates } from '../atspi/atspi.js';
import { translate } from './object-bounds.js';
import type { TreeObject } from './walk.js';

/** The rows of a table to read: those on the screen, or a number of rows from one on. */
export type RowRange = 'shown' | { from: number; count: number };

/** Converts a screen rectangle to the coordinates that the program of an object uses. */
export function toReported(object: TreeObject, bounds: Rect): Rect {
  return translate(bounds, { x: -(object.offset?.x ?? 0), y: -(object.offset?.y ?? 0) });
}

/** The object at a position in the coordinates of the program. Undefined when it is `ref` itself. */
export async function readObjectAt(
  call: AtspiCall,
  ref: ObjectRef,
  x: number,
  y: number,
): Promise<ObjectRef | undefined> {
  const reply = await ignoreMissing(call(ref, 'Component', 'GetAccessibleAtPoint', 'iiu', x, y, screenCoordinates));
  const hit = parseRef(reply?.[0]);
  return hit && hit.path !== ref.path ? hit : undefined;
}

/** The cell of a table. Undefined when there is none. */
export async function cellAt(
  call: AtspiCall,
  table: ObjectRef,
  row: number,
  column: number,
): Promise<ObjectRef | undefined> {
  const reply = await ignoreMissing(call(table, 'Table', 'GetAccessibleAt', 'ii', row, column));
  return parseRef(reply?.[0]);
}

/** The bounds of the cell in a column and a row. All cells of a column have the same width, all cells of a row the same height. */
export function crossing(column: Rect | undefined, row: Rect | undefined): Rect | undefined {
  return column && row && { x: column.x, width: column.width, y: row.y, height: row.height };
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
