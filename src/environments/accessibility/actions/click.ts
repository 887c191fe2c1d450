import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import type { AtspiCall } from '../atspi/atspi.js';
import { hasState, isDisabled, type ObjectFacts, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { isSheetCell } from '../sheets/cell-keys.js';
import { clearSelection, moveCaretToEnd } from './edit-text.js';
import { focusCell, focusObject } from './focus-node.js';
import { describeNode, readNodeFacts } from './node-facts.js';
import { performAction } from './perform-action.js';
import { selectInParent } from './select-in-parent.js';

/** Actions that do what a click does, in order of preference. */
const clickActions = ['click', 'press', 'activate', 'jump', 'toggle', 'open', 'dodefault'];
/** In a row, 'activate' does what a double click does, and so does 'toggle' in GTK. */
const rowClickActions = ['click', 'press'];
/** A field this deep is not in a toolbar of the window. */
const maxToolbarDepth = 12;

/** Does what a click does. False when the node has no such action. Throws `disabled`. */
export async function clickNode(call: AtspiCall, node: ScreenNode): Promise<boolean> {
  const facts = await readNodeFacts(call, node);
  if (!facts) return false;
  if (isSheetCell(node.key)) return focusCell(call, node.key, facts.ref);
  const { role, interactive } = mapRole(facts.role);
  if (interactive && isDisabled(facts))
    throw new HandrailError('disabled', `${describeNode(node)} is disabled.`, 'Enable it first.');
  if (role === 'TextInput') {
    if (!(await focusObject(call, facts))) return false;
    await (hasState(facts, 'multiLine') ? clearSelection(call, facts.ref) : moveCaretToEnd(call, facts.ref));
    return true;
  }
  const isRow = role === 'TableCell' || role === 'ListItem' || role === 'TableRow';
  if (isRow && node.role === 'Checkbox') return false;
  if (await performAction(call, facts, isRow ? rowClickActions : clickActions)) return true;
  return isRow || role === 'Tab' ? selectInParent(call, facts, { alone: true }) : false;
}

/** Does what Enter does in a single-line field. False when the node has no such action. */
export async function submitNode(call: AtspiCall, node: ScreenNode): Promise<boolean> {
  const facts = await readNodeFacts(call, node);
  if (!facts || mapRole(facts.role).role !== 'TextInput' || hasState(facts, 'multiLine')) return false;
  return performAction(call, facts, ['activate']);
}

/** Does what Enter does in a field beside a LibreOffice document (the font size), which takes its value with Enter. */
export async function submitBesideDocument(call: AtspiCall, node: ScreenNode): Promise<boolean> {
  const field = await readNodeFacts(call, node);
  if (!field || hasState(field, 'multiLine')) return false;
  let isInRootPane = false;
  let current: ObjectFacts | undefined = field;
  for (let depth = 0; current && depth < maxToolbarDepth; depth += 1) {
    isInRootPane ||= current.role === roleNumbers.rootPane;
    if (current.role === roleNumbers.frame) return isInRootPane && performAction(call, field, ['activate']);
    current = current.parent && (await readFacts(call, current.parent));
  }
  return false;
}
