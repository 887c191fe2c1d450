import type { KeyChord } from '../../../core/keys/keys.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, type ObjectRef } from '../atspi/atspi.js';
import { hasState, type ObjectFacts } from '../atspi/object-facts.js';
import { isSheetCell } from '../sheets/cell-keys.js';
import { findEditableField, isEditable } from '../tree/object-details.js';
import { insertText, moveCaret, readCaret, readLength, readSelection } from './edit-text.js';
import { readNodeFacts } from './node-facts.js';
import type { PollUntil } from './poll-until.js';

interface FieldState {
  ref: ObjectRef;
  length: number;
  /** The selection. Without one, both are the caret. */
  from: number;
  to: number;
}

type Edit = (call: AtspiCall, field: FieldState) => Promise<void>;

const edits: Record<string, Edit> = {
  Backspace: (call, { ref, from, to }) => deleteText(call, ref, from === to ? Math.max(0, from - 1) : from, to),
  Delete: (call, { ref, from, to, length }) => deleteText(call, ref, from, from === to ? Math.min(length, to + 1) : to),
  ArrowLeft: (call, { ref, from, to }) => moveCaret(call, ref, from === to ? Math.max(0, from - 1) : from),
  ArrowRight: (call, { ref, from, to, length }) => moveCaret(call, ref, from === to ? Math.min(length, to + 1) : to),
  Home: (call, { ref }) => moveCaret(call, ref, 0),
  End: (call, { ref, length }) => moveCaret(call, ref, length),
};
const maxRepeat = 200;

/** Does in a field what a key does there, whatever has the focus. False when the field or the key does not support it. */
export async function pressInField(
  call: AtspiCall,
  node: ScreenNode,
  { key, modifiers }: KeyChord,
  times: number,
  pollUntil: PollUntil,
): Promise<boolean> {
  const isCharacter = [...key].length === 1;
  if (times > maxRepeat || modifiers.some((one) => one !== 'Shift') || (modifiers.length > 0 && !isCharacter))
    return false;
  const facts = await findField(call, node);
  if (!facts) return false;
  if (isCharacter) return insertText(call, node, key.repeat(times), { clear: false }, pollUntil);
  const edit = edits[key];
  if (!edit || hasState(facts, 'multiLine')) return false;
  for (let time = 0; time < times; time += 1) await edit(call, await readField(call, facts.ref));
  return true;
}

async function findField(call: AtspiCall, node: ScreenNode): Promise<ObjectFacts | undefined> {
  const facts = isSheetCell(node.key) ? undefined : await readNodeFacts(call, node);
  const field = facts && (await findEditableField(call, facts));
  return field && isEditable(field) ? field : undefined;
}

async function readField(call: AtspiCall, ref: ObjectRef): Promise<FieldState> {
  const [caret, length, selection] = await Promise.all([
    readCaret(call, ref),
    readLength(call, ref, ''),
    readSelection(call, ref),
  ]);
  const [from, to] = selection ?? [caret ?? 0, caret ?? 0];
  return { ref, length, from, to };
}

async function deleteText(call: AtspiCall, ref: ObjectRef, from: number, to: number): Promise<void> {
  if (to > from) await ignoreMissing(call(ref, 'EditableText', 'DeleteText', 'ii', from, to));
}

/** Runs `work` and then moves the caret of the field back. */
export async function preserveCaret(call: AtspiCall, node: ScreenNode, work: () => Promise<void>): Promise<void> {
  const field = await findField(call, node);
  const caret = field && (await readCaret(call, field.ref));
  await work();
  if (field && caret !== undefined) await moveCaret(call, field.ref, caret);
}
