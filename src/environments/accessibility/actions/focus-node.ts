import type { ScreenNode } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, type ObjectRef } from '../atspi/atspi.js';
import { hasState, isApplication, type ObjectFacts, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { isSheetCell, resolveObject, sheetOf } from '../sheets/cell-keys.js';
import { findEditableField } from '../tree/object-details.js';
import { clearSelection, readCaret } from './edit-text.js';

const maxDepth = 60;

/** Gives a node the focus inside its window. False when that is not possible without raising the window. */
export async function focusNode(call: AtspiCall, node: ScreenNode): Promise<boolean> {
  const ref = await resolveObject(call, node.key);
  if (!ref) return false;
  if (isSheetCell(node.key)) return focusCell(call, node.key, ref);
  const facts = await readFacts(call, ref);
  if (!facts) return false;
  const field = facts.role === roleNumbers.comboBox ? await findEditableField(call, facts) : undefined;
  return focusObject(call, field ?? facts);
}

/** GTK raises the window of an object that grabs the focus, so this works for the active window only. */
export async function focusObject(call: AtspiCall, facts: ObjectFacts): Promise<boolean> {
  if (hasState(facts, 'focused')) return true;
  if (!hasState(facts, 'focusable')) return false;
  const window = await findWindowObject(call, facts);
  if (!window || !hasState(window, 'active')) return false;
  const caret = mapRole(facts.role).role === 'TextInput' ? await readCaret(call, facts.ref) : undefined;
  if (!(await grabFocus(call, facts.ref))) return false;
  if (caret !== undefined) await clearSelection(call, facts.ref, caret);
  return true;
}

/** Moves the cursor of a sheet to a cell. Clears the selection first: keys would apply to the selected cells. */
export async function focusCell(call: AtspiCall, key: string, ref: ObjectRef): Promise<boolean> {
  await ignoreMissing(call(sheetOf(key), 'Selection', 'ClearSelection'));
  return grabFocus(call, ref);
}

async function grabFocus(call: AtspiCall, ref: ObjectRef): Promise<boolean> {
  const reply = await ignoreMissing(call(ref, 'Component', 'GrabFocus'));
  return reply?.[0] === true;
}

/** The top object that contains an object. */
async function findWindowObject(call: AtspiCall, facts: ObjectFacts): Promise<ObjectFacts | undefined> {
  let current: ObjectFacts | undefined = facts;
  for (let depth = 0; current && depth < maxDepth; depth += 1) {
    if (!current.parent || isApplication(current.parent)) return current;
    current = await readFacts(call, current.parent);
  }
  return undefined;
}
