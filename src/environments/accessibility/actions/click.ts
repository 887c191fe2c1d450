import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type Ask, ifThere, isSlow, property, type Ref } from '../atspi/atspi.js';
import { fieldOf } from '../atspi/object-details.js';
import { type Facts, has, isApplication, isDisabled, offers, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { listOf, textOf } from '../dbus/bus-values.js';
import { isSheetCell, objectOf, sheetOf } from '../sheets/sheet.js';
import { caretOf, caretToEnd, dropSelection } from './edit-text.js';
import { selectInParent } from './select-in-parent.js';

/** Names of actions that do what a click does, the likeliest first. */
const clicks = ['click', 'press', 'activate', 'jump', 'toggle', 'open', 'dodefault'];
/** In a row, 'activate' is what a double click does, and GTK takes 'toggle' for it, too. */
const rowClicks = ['click', 'press'];

const answerMs = 800;

/** Does what a click does. False when the node offers no such thing; `disabled` when it would do nothing. */
export async function clickNode(ask: Ask, node: ScreenNode): Promise<boolean> {
  const ref = await objectOf(ask, node.key);
  const facts = ref && (await readFacts(ask, ref));
  if (!facts) return false;
  if (isSheetCell(node.key)) return goToCell(ask, node.key, facts.ref);
  const { role, acts } = mapRole(facts.role);
  if (acts && isDisabled(facts))
    throw new HandrailError('disabled', `${node.kind ?? node.role} "${node.name}" is disabled.`);
  if (role === 'TextInput') {
    if (!(await focusObject(ask, facts))) return false;
    await (has(facts, 'multiLine') ? dropSelection(ask, facts.ref) : caretToEnd(ask, facts.ref));
    return true;
  }
  const isRow = role === 'TableCell' || role === 'ListItem' || role === 'TableRow';
  if (isRow && node.role === 'Checkbox') return false;
  if (await doAction(ask, facts, isRow ? rowClicks : clicks)) return true;
  return isRow || role === 'Tab' ? selectInParent(ask, facts, { alone: true }) : false;
}

/** Does what Enter does in a field of one line. False when the node offers no such thing. */
export async function submitNode(ask: Ask, node: ScreenNode): Promise<boolean> {
  const ref = await objectOf(ask, node.key);
  const facts = ref && (await readFacts(ask, ref));
  if (!facts || mapRole(facts.role).role !== 'TextInput' || has(facts, 'multiLine')) return false;
  return doAction(ask, facts, ['activate']);
}

/** Does what Enter does in a field around a document of LibreOffice (the size of a font): there a value is taken with it. */
export async function enterBesideDocument(ask: Ask, node: ScreenNode): Promise<boolean> {
  const ref = await objectOf(ask, node.key);
  const field = ref && (await readFacts(ask, ref));
  if (!field || has(field, 'multiLine')) return false;
  let hasRoot = false;
  let around: Facts | undefined = field;
  for (let height = 0; around && height < 12; height += 1) {
    hasRoot ||= around.role === roleNumbers.rootPane;
    if (around.role === roleNumbers.frame) return hasRoot && doAction(ask, field, ['activate']);
    around = around.parent && (await readFacts(ask, around.parent));
  }
  return false;
}

/** Does the first of the named actions that an object has. */
export async function doAction(ask: Ask, facts: Facts, names: readonly string[]): Promise<boolean> {
  if (!offers(facts, 'Action')) return false;
  const answer = await ifThere(ask(facts.ref, 'Action', 'GetActions'));
  const offered = listOf(answer?.[0]).map((action) =>
    textOf(listOf(action)[0])
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  // LibreOffice has one action and no name for it.
  const index = names.map((name) => offered.indexOf(name)).find((at) => at >= 0) ?? (offered[0] === '' ? 0 : undefined);
  if (index === undefined) return false;
  try {
    const done = await within(answerMs, 'The action', ask(facts.ref, 'Action', 'DoAction', 'i', index));
    return done[0] === true;
  } catch (error) {
    if (!isSlow(error)) throw error;
    // It has told us a moment ago what it can do: now it is doing it. Qt answers when the dialog that came of it is closed.
    return true;
  }
}

/** Gives an object the keys of its window. GTK brings the window to the front with it, so only one that is in front is asked. */
export async function focusNode(ask: Ask, node: ScreenNode): Promise<boolean> {
  const ref = await objectOf(ask, node.key);
  if (!ref) return false;
  if (isSheetCell(node.key)) return goToCell(ask, node.key, ref);
  const facts = await readFacts(ask, ref);
  return facts ? focusObject(ask, (await innerField(ask, facts)) ?? facts) : false;
}

/** An editable combo box takes keys in the field inside it. */
async function innerField(ask: Ask, facts: Facts): Promise<Facts | undefined> {
  return facts.role === roleNumbers.comboBox ? fieldOf(ask, facts) : undefined;
}

async function focusObject(ask: Ask, facts: Facts): Promise<boolean> {
  if (has(facts, 'focused')) return true;
  if (!has(facts, 'focusable')) return false;
  const top = await topOf(ask, facts);
  if (!top || !has(top, 'active')) return false;
  const caret = mapRole(facts.role).role === 'TextInput' ? await caretOf(ask, facts.ref) : undefined;
  if (!(await grabFocus(ask, facts.ref))) return false;
  if (caret !== undefined) await dropSelection(ask, facts.ref, caret);
  return true;
}

/** Cells that are selected stay so, and keys would go on there: Tab leads from one to the next, Delete empties them. */
async function goToCell(ask: Ask, key: string, ref: Ref): Promise<boolean> {
  await ifThere(ask(sheetOf(key), 'Selection', 'ClearSelection'));
  return grabFocus(ask, ref);
}

async function grabFocus(ask: Ask, ref: Ref): Promise<boolean> {
  const answer = await ifThere(ask(ref, 'Component', 'GrabFocus'));
  return answer?.[0] === true;
}

/** The window that an object stands in. */
export async function topOf(ask: Ask, facts: Facts): Promise<Facts | undefined> {
  let at: Facts | undefined = facts;
  for (let height = 0; at && height < 60; height += 1) {
    if (!at.parent || isApplication(at.parent)) return at;
    at = await readFacts(ask, at.parent);
  }
  return undefined;
}

/** The words of an object. */
export async function readName(ask: Ask, ref: Ref): Promise<string> {
  return textOf(await ifThere(property(ask, ref, 'Accessible', 'Name'))).trim();
}
