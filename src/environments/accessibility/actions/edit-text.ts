import type { ScreenNode } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, readProperty, rootPath } from '../atspi/atspi.js';
import { hasState, type ObjectFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toNumber, toText } from '../dbus/bus-values.js';
import { isSheetCell } from '../sheets/cell-keys.js';
import { findEditableField, readText } from '../tree/object-details.js';
import { readNodeFacts } from './node-facts.js';
import type { PollUntil } from './poll-until.js';

/** Writes at the caret in place of the selection, or with `clear` in place of the whole text. False when the node takes no text this way. */
export async function insertText(
  call: AtspiCall,
  node: ScreenNode,
  text: string,
  { clear }: { clear: boolean },
  pollUntil: PollUntil,
): Promise<boolean> {
  if (isSheetCell(node.key)) return false;
  const outer = await readNodeFacts(call, node);
  const facts = outer && (await findEditableField(call, outer));
  if (!facts) return false;
  // A line break in a single-line field means Enter, which only a keyboard can send.
  if (/[\r\n]/.test(text) && !hasState(facts, 'multiLine')) return false;
  return clear ? replaceText(call, facts, text, pollUntil) : insertAtCaret(call, facts, text, pollUntil);
}

/** Replaces the whole text. False when the field did not take it. */
export async function replaceText(
  call: AtspiCall,
  facts: ObjectFacts,
  text: string,
  pollUntil: PollUntil,
): Promise<boolean> {
  const before = await readText(call, facts.ref);
  const reply = await ignoreMissing(call(facts.ref, 'EditableText', 'SetTextContents', 's', text));
  if (reply?.[0] !== true) return false;
  await moveCaret(call, facts.ref, await readLength(call, facts.ref, text));
  return isWritten(call, facts, text, before, pollUntil);
}

/** Qt counts the length of an inserted text in UTF-16 units where others count bytes, and fills the rest with garbage. */
async function isQt(call: AtspiCall, { bus }: ObjectRef): Promise<boolean> {
  return (
    toText(await ignoreMissing(readProperty(call, { bus, path: rootPath }, 'Application', 'ToolkitName'))) === 'Qt'
  );
}

async function insertAtCaret(
  call: AtspiCall,
  facts: ObjectFacts,
  text: string,
  pollUntil: PollUntil,
): Promise<boolean> {
  const { ref } = facts;
  const [before, caret, selection] = await Promise.all([
    readText(call, ref),
    readCaret(call, ref),
    readSelection(call, ref),
  ]);
  if (before === undefined || caret === undefined) return false;
  const length = await readLength(call, ref, before);
  const units = splitUnits(before, length);
  const position = Math.min(Math.max(0, caret), units.length);
  const [start, end] = selection ?? [position, position];
  if (end > start) await call(ref, 'EditableText', 'DeleteText', 'ii', start, end);
  const size = (await isQt(call, ref)) ? text.length : Buffer.byteLength(text);
  const reply = await ignoreMissing(call(ref, 'EditableText', 'InsertText', 'isi', start, text, size));
  if (reply?.[0] !== true) return false;
  const grown = (await readLength(call, ref, before)) - (length - (end - start));
  await moveCaret(call, ref, start + grown);
  const expected = [...units.slice(0, start), text, ...units.slice(end)].join('');
  return isWritten(call, facts, expected, before, pollUntil);
}

/** The length of the text of a field, in the units of the program. `text` is used when the program does not report it. */
export async function readLength(call: AtspiCall, ref: ObjectRef, text: string): Promise<number> {
  const count = await ignoreMissing(readProperty(call, ref, 'Text', 'CharacterCount'));
  return count === undefined ? [...text].length : toNumber(count);
}

/** Splits a text into the units of the program: characters, or UTF-16 units in Qt. */
function splitUnits(text: string, length: number): string[] {
  const characters = [...text];
  return length === text.length && length !== characters.length ? text.split('') : characters;
}

/** The selected part of the text. Undefined without a selection. */
export async function readSelection(call: AtspiCall, ref: ObjectRef): Promise<[number, number] | undefined> {
  const count = await ignoreMissing(call(ref, 'Text', 'GetNSelections'));
  if (!toNumber(count?.[0])) return undefined;
  const reply = await ignoreMissing(call(ref, 'Text', 'GetSelection', 'i', 0));
  const [one, other] = reply?.map(toNumber) ?? [];
  if (one === undefined || other === undefined || one === other) return undefined;
  return [Math.min(one, other), Math.max(one, other)];
}

/** The position of the caret. Undefined for an object without one. */
export async function readCaret(call: AtspiCall, ref: ObjectRef): Promise<number | undefined> {
  const caret = await ignoreMissing(readProperty(call, ref, 'Text', 'CaretOffset'));
  return caret === undefined ? undefined : toNumber(caret);
}

/** Removes the selection. Toolkits select the whole text of a field that gets the focus; a click does not. */
export async function clearSelection(call: AtspiCall, ref: ObjectRef, caret?: number): Promise<void> {
  if (await readSelection(call, ref)) await moveCaret(call, ref, caret ?? (await readCaret(call, ref)) ?? 0);
}

/** Moves the caret to the end, which removes the selection, too. */
export async function moveCaretToEnd(call: AtspiCall, ref: ObjectRef): Promise<void> {
  await moveCaret(call, ref, await readLength(call, ref, ''));
}

export async function moveCaret(call: AtspiCall, ref: ObjectRef, to: number): Promise<void> {
  await ignoreMissing(call(ref, 'Text', 'SetCaretOffset', 'i', to));
}

/** Waits for the text. A changed but different text counts, too: programs may reformat it. */
async function isWritten(
  call: AtspiCall,
  facts: ObjectFacts,
  expected: string,
  before: string | undefined,
  pollUntil: PollUntil,
): Promise<boolean> {
  if (facts.role === roleNumbers.passwordText) return true;
  let now: string | undefined;
  await pollUntil(async () => {
    now = await readText(call, facts.ref);
    return now === expected;
  });
  return now === expected || now !== before;
}
