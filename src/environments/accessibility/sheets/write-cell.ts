import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { moveCaret } from '../actions/edit-text.js';
import { type Ask, ifThere, keyOf, property, type Ref } from '../atspi/atspi.js';
import { isEditable, readText } from '../atspi/object-details.js';
import { childRefs, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { numberOf } from '../dbus/bus-values.js';
import type { Until } from '../poll-until.js';
import { cellAt } from '../tree/tables.js';
import { objectOf, placeOf, sheetOf } from './sheet.js';

/** How a cell is opened. */
export interface CellWriting {
  /** Types what opens the cell that has the keys, and comes back when the program has read it. */
  open(character: string): Promise<void>;
  /** The cell was given the keys for this: another one that opens is a mistake. */
  isSure: boolean;
  /** It is all that the cell is to hold, and is entered next: nothing of it is to be corrected then. */
  isWhole: boolean;
}

interface OpenCell {
  /** As the program calls it: 'Cell B2'. */
  name: string;
  lines: Ref[];
}

/**
 * Writes into the cell of a sheet that has the keys. It is opened by a character and gets its text when it is open: what is typed would be
 * corrected and completed by the program, and some characters would come after the Enter that follows. Gives back what is left to be typed:
 * all of it in a cell that was open before, and the rest where nobody says what is being edited.
 */
export async function writeInCell(
  ask: Ask,
  { key, name }: ScreenNode,
  text: string,
  { open, isSure, isWhole }: CellWriting,
  until: Until,
): Promise<string> {
  let cell = await openCell(ask, key);
  if (cell && !isWhole) return text;
  if (!cell) {
    const [first = '', ...rest] = text;
    const opener = first.length === 1 && first.trim() !== '' ? first : 'x';
    await open(opener);
    await until(async () => {
      cell = await openCell(ask, key);
      return cell !== undefined;
    });
    if (!cell && opener === first) return rest.join('');
  }
  const [line] = cell?.lines ?? [];
  if (!cell || !line) throw notTaken(name, 'it did not open');
  if (isSure && !isCalled(cell, name)) throw notTaken(name, `"${cell.name}" opened instead`);
  await ask(line, 'EditableText', 'SetTextContents', 's', text);
  const wanted = text.split(/\r?\n/);
  let now: (string | undefined)[] = [];
  const isThere = await until(async () => {
    now = await linesOfCell(ask, key);
    return now.length > 0 && now.every((words, index) => words === wanted[index]);
  });
  if (!isThere) throw notTaken(name, `it holds "${now.join(' ').slice(0, 80)}"`);
  if (!isWhole) await moveCaret(ask, line, text.length);
  // What is selected is not corrected.
  else await ifThere(ask(line, 'Text', 'AddSelection', 'ii', 0, (wanted[0] ?? '').length));
  return '';
}

/** Whether no cell of this sheet is being edited, now or in a moment. */
export async function isCellLeft(ask: Ask, { key }: ScreenNode, until: Until): Promise<boolean> {
  return until(async () => (await openCell(ask, key)) === undefined);
}

/**
 * LibreOffice goes on telling what was in the cell with the cursor when it is emptied, until the cursor has been elsewhere: it is sent to the
 * next cell and back. Not while something is being edited, or more than one cell is selected.
 */
export async function renewCell(ask: Ask, { key }: ScreenNode): Promise<void> {
  const sheet = sheetOf(key);
  const place = placeOf(key);
  const [ref, selected] = await Promise.all([
    objectOf(ask, key),
    ifThere(property(ask, sheet, 'Selection', 'NSelectedChildren')),
  ]);
  if (!ref || !place || numberOf(selected) > 1 || !(await readText(ask, ref)) || (await openCell(ask, key))) return;
  const next = await cellAt(ask, sheet, place.row === 0 ? 1 : place.row - 1, place.column);
  if (!next) return;
  await ifThere(ask(next, 'Component', 'GrabFocus'));
  await ifThere(ask(ref, 'Component', 'GrabFocus'));
}

/** What is told of it: of many lines, those that are to be seen. */
async function linesOfCell(ask: Ask, key: string): Promise<(string | undefined)[]> {
  const lines = (await openCell(ask, key))?.lines ?? [];
  return Promise.all(lines.map((line) => readText(ask, line)));
}

/** The cell that is being edited: the document of the sheet has it beside the sheet. */
async function openCell(ask: Ask, key: string): Promise<OpenCell | undefined> {
  const sheet = sheetOf(key);
  const document = (await readFacts(ask, sheet))?.parent;
  const others = document ? (await childRefs(ask, document)).filter((ref) => keyOf(ref) !== keyOf(sheet)) : [];
  for (const ref of others) {
    const facts = await readFacts(ask, ref);
    if (facts?.role !== roleNumbers.panel) continue;
    const lines = await childRefs(ask, ref);
    const line = lines[0] && (await readFacts(ask, lines[0]));
    if (line?.role === roleNumbers.paragraph && isEditable(line)) return { name: facts.name, lines };
  }
  return undefined;
}

function isCalled({ name }: OpenCell, address: string): boolean {
  return name.split(/[^A-Z0-9]+/).includes(address);
}

function notTaken(name: string, reason: string): HandrailError {
  return new HandrailError(
    'expectation_failed',
    `Cell "${name}" did not take the text: ${reason}.`,
    'Observe: a question may be open, or the sheet protected. Escape leaves what is being edited.',
  );
}
