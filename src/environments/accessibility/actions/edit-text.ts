import type { ScreenNode } from '../../screen/screen.js';
import { type Ask, ifThere, property, type Ref, rootPath } from '../atspi/atspi.js';
import { fieldOf, readText } from '../atspi/object-details.js';
import { type Facts, has, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { numberOf, textOf } from '../dbus/bus-values.js';
import type { Until } from '../poll-until.js';
import { isSheetCell, objectOf } from '../sheets/sheet.js';

/** Writes at the caret in place of the selection, or in place of everything. False when the node takes no text this way. */
export async function insertText(
  ask: Ask,
  node: ScreenNode,
  text: string,
  { clear }: { clear: boolean },
  until: Until,
): Promise<boolean> {
  if (isSheetCell(node.key)) return false;
  const ref = await objectOf(ask, node.key);
  const outer = ref && (await readFacts(ask, ref));
  const facts = outer && (await fieldOf(ask, outer));
  if (!facts) return false;
  // A line break in a field of one line is a press of Enter, which only a keyboard has.
  if (/[\r\n]/.test(text) && !has(facts, 'multiLine')) return false;
  return clear ? replaceText(ask, facts, text, until) : insertAtCaret(ask, facts, text, until);
}

/** Puts a text in place of what stands there. False when it did not arrive. */
export async function replaceText(ask: Ask, facts: Facts, text: string, until: Until): Promise<boolean> {
  const before = await readText(ask, facts.ref);
  const answer = await ifThere(ask(facts.ref, 'EditableText', 'SetTextContents', 's', text));
  if (answer?.[0] !== true) return false;
  await moveCaret(ask, facts.ref, await lengthOf(ask, facts.ref, text));
  return arrived(ask, facts, text, before, until);
}

/** Qt counts a text in its own characters where others count bytes, and fills up what is missing with whatever lies there. */
async function isQt(ask: Ask, { bus }: Ref): Promise<boolean> {
  return textOf(await ifThere(property(ask, { bus, path: rootPath }, 'Application', 'ToolkitName'))) === 'Qt';
}

async function insertAtCaret(ask: Ask, facts: Facts, text: string, until: Until): Promise<boolean> {
  const { ref } = facts;
  const [before, caret, selection] = await Promise.all([readText(ask, ref), caretOf(ask, ref), selectedPart(ask, ref)]);
  if (before === undefined || caret === undefined) return false;
  const length = await lengthOf(ask, ref, before);
  const units = unitsOf(before, length);
  const characters = units(before);
  const at = Math.min(Math.max(0, caret), characters.length);
  const [start, end] = selection ?? [at, at];
  if (end > start) await ask(ref, 'EditableText', 'DeleteText', 'ii', start, end);
  const size = (await isQt(ask, ref)) ? text.length : Buffer.byteLength(text);
  const answer = await ifThere(ask(ref, 'EditableText', 'InsertText', 'isi', start, text, size));
  if (answer?.[0] !== true) return false;
  const grown = (await lengthOf(ask, ref, before)) - (length - (end - start));
  await moveCaret(ask, ref, start + grown);
  const expected = [...characters.slice(0, start), text, ...characters.slice(end)].join('');
  return arrived(ask, facts, expected, before, until);
}

/** How long a text is, as the program counts. */
export async function lengthOf(ask: Ask, ref: Ref, text: string): Promise<number> {
  const count = await ifThere(property(ask, ref, 'Text', 'CharacterCount'));
  return count === undefined ? [...text].length : numberOf(count);
}

/** Places in a text are counted in characters; Qt counts those outside the first plane (an emoji) twice. */
function unitsOf(text: string, counted: number): (text: string) => string[] {
  const characters = [...text].length;
  const isHalved = counted === text.length && counted !== characters;
  return (words) => (isHalved ? words.split('') : [...words]);
}

export async function selectedPart(ask: Ask, ref: Ref): Promise<[number, number] | undefined> {
  const count = await ifThere(ask(ref, 'Text', 'GetNSelections'));
  if (!numberOf(count?.[0])) return undefined;
  const answer = await ifThere(ask(ref, 'Text', 'GetSelection', 'i', 0));
  const [one, other] = answer?.map(numberOf) ?? [];
  if (one === undefined || other === undefined || one === other) return undefined;
  return [Math.min(one, other), Math.max(one, other)];
}

/** Where the caret is; undefined where there is none. */
export async function caretOf(ask: Ask, ref: Ref): Promise<number | undefined> {
  const caret = await ifThere(property(ask, ref, 'Text', 'CaretOffset'));
  return caret === undefined ? undefined : numberOf(caret);
}

/** Toolkits select all of a field that is given the keys, and what is typed next would replace it. A click does not. */
export async function dropSelection(ask: Ask, ref: Ref, caret?: number): Promise<void> {
  if (await selectedPart(ask, ref)) await moveCaret(ask, ref, caret ?? (await caretOf(ask, ref)) ?? 0);
}

/** Nothing is selected then, either. */
export async function caretToEnd(ask: Ask, ref: Ref): Promise<void> {
  await moveCaret(ask, ref, await lengthOf(ask, ref, ''));
}

export async function moveCaret(ask: Ask, ref: Ref, to: number): Promise<void> {
  await ifThere(ask(ref, 'Text', 'SetCaretOffset', 'i', to));
}

/** Reads back until the text stands there. A program may make something else of it: that is the program's right, and seen by the eyes. */
async function arrived(
  ask: Ask,
  facts: Facts,
  expected: string,
  before: string | undefined,
  until: Until,
): Promise<boolean> {
  if (facts.role === roleNumbers.passwordText) return true;
  let now: string | undefined;
  await until(async () => {
    now = await readText(ask, facts.ref);
    return now === expected;
  });
  return now === expected || now !== before;
}
