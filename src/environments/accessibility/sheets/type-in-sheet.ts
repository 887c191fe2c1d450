import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeys } from '../../../core/keys.js';
import type { ScreenNode } from '../../screen/screen.js';
import type { Accessibility } from '../accessibility.js';

/** From here on a text is typed: it would take too long to see to it cell by cell. */
const mostCells = 60;
const enter = parseKeys('Enter', false);
const remove = parseKeys('Delete', false);

export interface SheetTyping {
  cell: ScreenNode;
  /** The cell was given the keys for this. */
  isSure: boolean;
  accessibility: Accessibility;
  /** Where the keys are. */
  type(text: string): Promise<void>;
  press(chord: KeyChord): Promise<void>;
  /** Comes back when the program has read what was typed. */
  read(): Promise<void>;
}

/** Types from a cell of a sheet on: a tab and the end of a line lead to other cells. What was typed is in each before the next one is typed into. */
export async function typeInSheet(text: string, typing: SheetTyping, signal?: AbortSignal): Promise<void> {
  const { cell, accessibility, type, read } = typing;
  const parts = text.split(/([\t\n])/).filter((part) => part !== '');
  const cells = parts.filter((part) => !isStep(part)).length;
  let { isSure } = typing;
  for (const part of parts) {
    if (isStep(part)) {
      await type(part);
      await read();
      if (!(await accessibility.isCellLeft(cell, signal))) throw notLeft();
      isSure = false;
    } else if (cells > mostCells && !isBeyond(part)) {
      await type(part);
    } else {
      await writeCell(part, { ...typing, isSure }, false, signal);
    }
  }
}

/** Gives a cell what it is to hold, as it is: lines and all. */
export async function fillCell(text: string, typing: SheetTyping, signal?: AbortSignal): Promise<void> {
  if (text === '') await empty(typing);
  else await writeCell(text, { ...typing, isSure: true }, true, signal);
  await typing.press(enter); // what is in the cell with the cursor is told truly when the cursor has gone on
  await typing.read();
  await typing.accessibility.isCellLeft(typing.cell, signal); // where it is not, the program asks something
}

const emptying: ReadonlySet<string> = new Set(['Delete', 'Control+X']);

/** After a key that may have emptied the cell with the cursor: sees to it that it is told so. */
export async function afterKey(
  { normal }: KeyChord,
  { cell, accessibility, read }: Pick<SheetTyping, 'cell' | 'accessibility' | 'read'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!emptying.has(normal)) return;
  await read();
  await read();
  await accessibility.renewCell(cell, signal);
}

/** LibreOffice deals with such keys after it has read them: by its second answer it has. */
async function empty({ press, read }: SheetTyping): Promise<void> {
  await press(remove);
  await read();
  await read();
}

async function writeCell(
  text: string,
  { cell, isSure, accessibility, type, read }: SheetTyping,
  isWhole: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const open = async (character: string): Promise<void> => {
    await type(character);
    await read();
  };
  const left = await accessibility.writeInCell(cell, text, { open, isSure, isWhole }, signal);
  if (left === '') return;
  await type(left);
  await read();
}

const isStep = (part: string): boolean => part === '\t' || part === '\n';
/** Programs may take such characters for words of an input method, and deal with them later than with keys. */
const isBeyond = (part: string): boolean => part.length > [...part].length;

function notLeft(): HandrailError {
  return new HandrailError(
    'expectation_failed',
    'The cell was not left when the text went on to another one: the rest was not typed.',
    'Observe: the program may ask something about what was typed.',
  );
}
