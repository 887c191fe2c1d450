import type { KeyChord } from '../../../core/keys.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type Ask, ifThere, type Ref } from '../atspi/atspi.js';
import { fieldOf, isEditable } from '../atspi/object-details.js';
import { type Facts, has, readFacts } from '../atspi/object-facts.js';
import type { Until } from '../poll-until.js';
import { isSheetCell, objectOf } from '../sheets/sheet.js';
import { caretOf, insertText, lengthOf, moveCaret, selectedPart } from './edit-text.js';

interface Line {
  ref: Ref;
  length: number;
  /** What is selected; without a selection, the caret twice. */
  from: number;
  to: number;
}

type Edit = (ask: Ask, line: Line) => Promise<void>;

const edits: Record<string, Edit> = {
  Backspace: (ask, { ref, from, to }) => cut(ask, ref, from === to ? Math.max(0, from - 1) : from, to),
  Delete: (ask, { ref, from, to, length }) => cut(ask, ref, from, from === to ? Math.min(length, to + 1) : to),
  ArrowLeft: (ask, { ref, from, to }) => moveCaret(ask, ref, from === to ? Math.max(0, from - 1) : from),
  ArrowRight: (ask, { ref, from, to, length }) => moveCaret(ask, ref, from === to ? Math.min(length, to + 1) : to),
  Home: (ask, { ref }) => moveCaret(ask, ref, 0),
  End: (ask, { ref, length }) => moveCaret(ask, ref, length),
};
const mostTimes = 200;

/** Does in a field what a key does there, whatever has the keys. False when the field or the key is none of those that can be done so. */
export async function pressInField(
  ask: Ask,
  node: ScreenNode,
  { key, modifiers }: KeyChord,
  times: number,
  until: Until,
): Promise<boolean> {
  const isCharacter = [...key].length === 1;
  if (times > mostTimes || modifiers.some((one) => one !== 'Shift') || (modifiers.length > 0 && !isCharacter))
    return false;
  const facts = await fieldFor(ask, node);
  if (!facts) return false;
  if (isCharacter) return insertText(ask, node, key.repeat(times), { clear: false }, until);
  const edit = edits[key];
  if (!edit || has(facts, 'multiLine')) return false;
  for (let time = 0; time < times; time += 1) await edit(ask, await lineOf(ask, facts.ref));
  return true;
}

async function fieldFor(ask: Ask, node: ScreenNode): Promise<Facts | undefined> {
  const ref = isSheetCell(node.key) ? undefined : await objectOf(ask, node.key);
  const facts = ref && (await readFacts(ask, ref));
  const field = facts && (await fieldOf(ask, facts));
  return field && isEditable(field) ? field : undefined;
}

async function lineOf(ask: Ask, ref: Ref): Promise<Line> {
  const [caret, length, selection] = await Promise.all([
    caretOf(ask, ref),
    lengthOf(ask, ref, ''),
    selectedPart(ask, ref),
  ]);
  const [from, to] = selection ?? [caret ?? 0, caret ?? 0];
  return { ref, length, from, to };
}

async function cut(ask: Ask, ref: Ref, from: number, to: number): Promise<void> {
  if (to > from) await ifThere(ask(ref, 'EditableText', 'DeleteText', 'ii', from, to));
}

/** Does `work`, and puts the caret of a field back to where it was. */
export async function keepCaret(ask: Ask, node: ScreenNode, work: () => Promise<void>): Promise<void> {
  const field = await fieldFor(ask, node);
  const caret = field && (await caretOf(ask, field.ref));
  await work();
  if (field && caret !== undefined) await moveCaret(ask, field.ref, caret);
}
