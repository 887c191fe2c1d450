import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeys } from '../../../core/keys/keys.js';
import type { ScreenNode } from '../../screen/screen.js';
import type { Accessibility } from '../accessibility.js';

/** A text for more cells is typed with keys only: writing cell by cell would take too long. */
const maxWrittenCells = 60;
const enter = parseKeys('Enter', false);
const remove = parseKeys('Delete', false);
/** Keys that may empty the cell with the cursor. */
const emptyingKeys: ReadonlySet<string> = new Set(['Delete', 'Control+X']);

export interface SheetTyping {
  cell: ScreenNode;
  /** The cell was focused for this text. */
  isFocused: boolean;
  accessibility: Accessibility;
  /** Types into the focused window. */
  type(text: string): Promise<void>;
  press(chord: KeyChord): Promise<void>;
  /** Resolves when the program has read what was typed. */
  waitUntilRead(): Promise<void>;
}

/** Types a text that starts in a cell. A tab or line break moves to another cell, after the text is in its cell. */
export async function typeInSheet(text: string, typing: SheetTyping, signal?: AbortSignal): Promise<void> {
  const { cell, accessibility, type, waitUntilRead } = typing;
  const parts = text.split(/([\t\n])/).filter((part) => part !== '');
  const cellCount = parts.filter((part) => !isCellSeparator(part)).length;
  let { isFocused } = typing;
  for (const part of parts) {
    if (isCellSeparator(part)) {
      await type(part);
      await waitUntilRead();
      if (!(await accessibility.cellEditEnded(cell, signal))) throw cellNotLeft();
      isFocused = false;
    } else if (cellCount > maxWrittenCells && !hasAstralCharacters(part)) {
      await type(part);
    } else {
      await writeCell(part, { ...typing, isFocused }, false, signal);
    }
  }
}

/** Replaces the content of a cell, including line breaks. */
export async function fillCell(text: string, typing: SheetTyping, signal?: AbortSignal): Promise<void> {
  if (text === '') await emptyCell(typing);
  else await writeCell(text, { ...typing, isFocused: true }, true, signal);
  await typing.press(enter); // the cell reports its content when the cursor has left it
  await typing.waitUntilRead();
  await typing.accessibility.cellEditEnded(typing.cell, signal); // false when the program opened a dialog
}

/** After a key that may have emptied the cell with the cursor: makes the program report the content. */
export async function refreshAfterKey(
  { canonical }: KeyChord,
  { cell, accessibility, waitUntilRead }: Pick<SheetTyping, 'cell' | 'accessibility' | 'waitUntilRead'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!emptyingKeys.has(canonical)) return;
  await waitUntilRead();
  await waitUntilRead();
  await accessibility.refreshCell(cell, signal);
}

/** LibreOffice processes such keys after it has read them: with its second answer it is done. */
async function emptyCell({ press, waitUntilRead }: SheetTyping): Promise<void> {
  await press(remove);
  await waitUntilRead();
  await waitUntilRead();
}

async function writeCell(
  text: string,
  { cell, isFocused, accessibility, type, waitUntilRead }: SheetTyping,
  replacesAll: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const open = async (character: string): Promise<void> => {
    await type(character);
    await waitUntilRead();
  };
  const left = await accessibility.writeCell(cell, text, { open, isFocused, replacesAll }, signal);
  if (left === '') return;
  await type(left);
  await waitUntilRead();
}

const isCellSeparator = (part: string): boolean => part === '\t' || part === '\n';
/** Programs may take such characters for input of an input method, and process them later than keys. */
const hasAstralCharacters = (part: string): boolean => part.length > [...part].length;

function cellNotLeft(): HandrailError {
  return new HandrailError(
    'expectation_failed',
    'The program did not leave the cell, so the rest of the text was not typed.',
    'Observe: the program may have opened a dialog about the text.',
  );
}
