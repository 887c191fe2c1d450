import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { moveCaret } from '../actions/edit-text.js';
import type { PollUntil } from '../actions/poll-until.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, objectKey, readProperty } from '../atspi/atspi.js';
import { readChildRefs, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toNumber } from '../dbus/bus-values.js';
import { isEditable, readText } from '../tree/object-details.js';
import { cellAt } from '../tree/table-calls.js';
import { parseCellPosition, resolveObject, sheetOf } from './cell-keys.js';

export interface CellEdit {
  /** Types a character that opens the focused cell. Resolves when the program has read it. */
  open(character: string): Promise<void>;
  /** The cell was focused for this edit: if another cell opens, the edit fails. */
  isFocused: boolean;
  /** The text is the whole new content and Enter follows, so the program must not correct it. */
  replacesAll: boolean;
}

interface OpenCell {
  /** Its name in the program: 'Cell B2'. */
  name: string;
  lines: ObjectRef[];
}

/**
 * Writes into the focused cell of a sheet. A character opens the cell, then the text is set: the program would correct and complete a typed
 * text, and some characters would arrive after the Enter that follows. Returns the text that is left to type: all of it for a cell that was
 * open before, and the rest when the program does not report the edited cell.
 */
export async function writeCell(
  call: AtspiCall,
  { key, name }: ScreenNode,
  text: string,
  { open, isFocused, replacesAll }: CellEdit,
  pollUntil: PollUntil,
): Promise<string> {
  let cell = await findOpenCell(call, key);
  if (cell && !replacesAll) return text;
  if (!cell) {
    const [first = '', ...rest] = text;
    const opener = first.length === 1 && first.trim() !== '' ? first : 'x';
    await open(opener);
    await pollUntil(async () => {
      cell = await findOpenCell(call, key);
      return cell !== undefined;
    });
    if (!cell && opener === first) return rest.join('');
  }
  const [line] = cell?.lines ?? [];
  if (!cell || !line) throw notWritten(name, 'it did not open');
  if (isFocused && !hasAddress(cell, name)) throw notWritten(name, `"${cell.name}" opened instead`);
  await call(line, 'EditableText', 'SetTextContents', 's', text);
  const wanted = text.split(/\r?\n/);
  let now: (string | undefined)[] = [];
  const isWritten = await pollUntil(async () => {
    now = await readOpenLines(call, key);
    return now.length > 0 && now.every((shown, index) => shown === wanted[index]);
  });
  if (!isWritten) throw notWritten(name, `it holds "${now.join(' ').slice(0, 80)}"`);
  if (!replacesAll) await moveCaret(call, line, text.length);
  // A selected text is not corrected.
  else await ignoreMissing(call(line, 'Text', 'AddSelection', 'ii', 0, (wanted[0] ?? '').length));
  return '';
}

/** Waits until no cell of this sheet is being edited. False when one still is. */
export async function cellEditEnded(call: AtspiCall, { key }: ScreenNode, pollUntil: PollUntil): Promise<boolean> {
  return pollUntil(async () => (await findOpenCell(call, key)) === undefined);
}

/**
 * LibreOffice reports the old text of an emptied cell until the cursor leaves it, so the cursor is moved to the next cell and back. Does
 * nothing while a cell is being edited or several cells are selected.
 */
export async function refreshCell(call: AtspiCall, { key }: ScreenNode): Promise<void> {
  const sheet = sheetOf(key);
  const position = parseCellPosition(key);
  const [ref, selected] = await Promise.all([
    resolveObject(call, key),
    ignoreMissing(readProperty(call, sheet, 'Selection', 'NSelectedChildren')),
  ]);
  if (!ref || !position || toNumber(selected) > 1 || !(await readText(call, ref)) || (await findOpenCell(call, key)))
    return;
  const next = await cellAt(call, sheet, position.row === 0 ? 1 : position.row - 1, position.column);
  if (!next) return;
  await ignoreMissing(call(next, 'Component', 'GrabFocus'));
  await ignoreMissing(call(ref, 'Component', 'GrabFocus'));
}

/** The lines of the open cell. Of many lines, the visible ones. */
async function readOpenLines(call: AtspiCall, key: string): Promise<(string | undefined)[]> {
  const lines = (await findOpenCell(call, key))?.lines ?? [];
  return Promise.all(lines.map((line) => readText(call, line)));
}

/** The cell that is being edited. It is a sibling of the sheet in the document. */
async function findOpenCell(call: AtspiCall, key: string): Promise<OpenCell | undefined> {
  const sheet = sheetOf(key);
  const document = (await readFacts(call, sheet))?.parent;
  const others = document
    ? (await readChildRefs(call, document)).filter((ref) => objectKey(ref) !== objectKey(sheet))
    : [];
  for (const ref of others) {
    const facts = await readFacts(call, ref);
    if (facts?.role !== roleNumbers.panel) continue;
    const lines = await readChildRefs(call, ref);
    const line = lines[0] && (await readFacts(call, lines[0]));
    if (line?.role === roleNumbers.paragraph && isEditable(line)) return { name: facts.name, lines };
  }
  return undefined;
}

function hasAddress({ name }: OpenCell, address: string): boolean {
  return name.split(/[^A-Z0-9]+/).includes(address);
}

function notWritten(name: string, reason: string): HandrailError {
  return new HandrailError(
    'expectation_failed',
    `Cell "${name}" did not accept the text: ${reason}.`,
    'Observe: a dialog may be open, or the sheet may be protected. Escape ends the edit.',
  );
}
