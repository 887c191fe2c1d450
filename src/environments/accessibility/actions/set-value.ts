import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, readProperty } from '../atspi/atspi.js';
import { hasInterface, hasState, type ObjectFacts, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { toNumber } from '../dbus/bus-values.js';
import { isSheetCell } from '../sheets/cell-keys.js';
import { isEditable } from '../tree/object-details.js';
import { chooseInCombo, chooseInList } from './choose.js';
import { replaceText } from './edit-text.js';
import { describeNode, readNodeFacts } from './node-facts.js';
import { performAction } from './perform-action.js';
import type { PollUntil } from './poll-until.js';
import { selectInParent } from './select-in-parent.js';

type NewValue = string | boolean | readonly string[];

/** Sets the value of a node: a text, a number, a choice by its shown text, or on and off. */
export async function setValue(
  call: AtspiCall,
  node: ScreenNode,
  value: NewValue,
  pollUntil: PollUntil,
): Promise<void> {
  const facts = await readNodeFacts(call, node);
  if (!facts) throw new HandrailError('stale_element', `${describeNode(node)} is gone.`, 'Observe again.');
  if (node.states.includes('disabled'))
    throw new HandrailError('disabled', `${describeNode(node)} is disabled.`, 'Enable it first.');
  const { role } = mapRole(facts.role);
  if (node.role === 'Checkbox' && !isSwitch(facts)) return checkTableSwitch(node, facts, value);
  if (isSwitch(facts)) return setSwitch(call, node, facts, value, pollUntil);
  if (facts.role === roleNumbers.comboBox) return chooseInCombo(call, node, facts, firstText(value), pollUntil);
  if (role === 'List' || role === 'Table' || facts.role === roleNumbers.menu)
    return chooseInList(call, node, facts, typeof value === 'boolean' ? [String(value)] : [value].flat());
  if (typeof value === 'boolean') return setSelected(call, node, facts, value);
  return setText(call, node, facts, firstText(value), pollUntil);
}

async function setText(
  call: AtspiCall,
  node: ScreenNode,
  facts: ObjectFacts,
  text: string,
  pollUntil: PollUntil,
): Promise<void> {
  if (facts.role !== roleNumbers.spinButton && isEditable(facts)) {
    if (await replaceText(call, facts, text, pollUntil)) return;
    throw new HandrailError(
      'not_editable',
      `${describeNode(node)} did not accept the text.`,
      'Type into it with the keyboard.',
    );
  }
  if (isSheetCell(node.key) && !isDecimal(text))
    throw new HandrailError(
      'not_editable',
      `${describeNode(node)} takes text from the keyboard only.`,
      'Type into it, and press Enter.',
    );
  if (hasInterface(facts, 'Value') && text.trim() !== '') return setNumber(call, node, facts, text, pollUntil);
  throw new HandrailError(
    'not_editable',
    `${describeNode(node)} takes no value.`,
    'Click it, or type into it with the keyboard.',
  );
}

/** JavaScript also converts '0x10' to a number, sheets do not. */
function isDecimal(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) && Number.isFinite(Number(text));
}

const switchRoles: readonly number[] = [roleNumbers.toggleButton, roleNumbers.checkMenuItem, roleNumbers.radioMenuItem];

function isSwitch(facts: ObjectFacts): boolean {
  const { role } = mapRole(facts.role);
  return role === 'Checkbox' || role === 'Radio' || switchRoles.includes(facts.role);
}

async function setSwitch(
  call: AtspiCall,
  node: ScreenNode,
  facts: ObjectFacts,
  value: NewValue,
  pollUntil: PollUntil,
): Promise<void> {
  const wanted = toSwitchState(value);
  if (wanted === undefined)
    throw new HandrailError(
      'unknown_option',
      `${describeNode(node)} is on or off, not "${String(value)}".`,
      'Use true or false.',
    );
  if (isOn(facts) === wanted) return;
  if (!wanted && mapRole(facts.role).role === 'Radio')
    throw new HandrailError(
      'unknown_option',
      `${describeNode(node)} cannot be switched off by itself.`,
      'Choose another radio button of the group.',
    );
  const isDone = await performAction(call, facts, ['toggle', 'click', 'press', 'activate', 'check', 'uncheck']);
  if (!isDone) throw new HandrailError('not_editable', `${describeNode(node)} has no switch action.`, 'Click it.');
  const isSwitched = await pollUntil(async () => {
    const now = await readFacts(call, facts.ref);
    return !now || isOn(now) === wanted;
  });
  if (!isSwitched) throw new HandrailError('not_editable', `${describeNode(node)} did not change.`, 'Click it.');
}

/** The actions of a checkbox in a GTK table do what a double click on its row does, so only a click switches it. */
function checkTableSwitch(node: ScreenNode, facts: ObjectFacts, value: NewValue): void {
  if (isOn(facts) === toSwitchState(value)) return;
  throw new HandrailError(
    'not_editable',
    `${describeNode(node)} is in a table, where only a click switches it.`,
    'Click it.',
  );
}

function isOn(facts: ObjectFacts): boolean {
  return hasState(facts, 'checked') || hasState(facts, 'pressed');
}

/** Undefined for a value that is neither on nor off. */
function toSwitchState(value: NewValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = firstText(value).trim().toLowerCase();
  if (['on', 'true', 'yes', 'checked', '1'].includes(word)) return true;
  if (['off', 'false', 'no', 'unchecked', '0'].includes(word)) return false;
  return undefined;
}

async function setSelected(call: AtspiCall, node: ScreenNode, facts: ObjectFacts, wanted: boolean): Promise<void> {
  if (hasState(facts, 'selected') === wanted) return;
  if (wanted && (await selectInParent(call, facts, { alone: false }))) return;
  throw new HandrailError('not_editable', `${describeNode(node)} cannot be switched on or off.`, 'Click it.');
}

async function setNumber(
  call: AtspiCall,
  node: ScreenNode,
  { ref }: ObjectFacts,
  text: string,
  pollUntil: PollUntil,
): Promise<void> {
  const readNumber = async (name: string) => toNumber(await ignoreMissing(readProperty(call, ref, 'Value', name)));
  const number = Number(text.trim().replace(/[%\s]+$/, ''));
  const [min, max] = await Promise.all([readNumber('MinimumValue'), readNumber('MaximumValue')]);
  const hasRange = max > min;
  const range = hasRange ? ` from ${min} to ${max}` : '';
  if (!Number.isFinite(number))
    throw new HandrailError(
      'unknown_option',
      `${describeNode(node)} takes a number${range}, not "${text}".`,
      'Use a number.',
    );
  if (hasRange && (number < min || number > max))
    throw new HandrailError(
      'out_of_range',
      `${number} is out of range: ${describeNode(node)} takes a number${range}.`,
      'Use a number within the range.',
    );
  const before = await readNumber('CurrentValue');
  const newValue = { signature: 'd', value: number };
  const properties = 'org.freedesktop.DBus.Properties';
  await call(ref, properties, 'Set', 'ssv', 'org.a11y.atspi.Value', 'CurrentValue', newValue);
  let now = before;
  await pollUntil(async () => {
    now = await readNumber('CurrentValue');
    return isEqual(now, number);
  });
  // A widget may round to its own steps. One that does not change takes no value.
  if (now === before && !isEqual(now, number))
    throw new HandrailError(
      'not_editable',
      `${describeNode(node)} stayed at ${before}.`,
      'Use the keyboard or drag it.',
    );
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-9;
}

function firstText(value: NewValue): string {
  return typeof value === 'object' ? (value[0] ?? '') : String(value);
}
