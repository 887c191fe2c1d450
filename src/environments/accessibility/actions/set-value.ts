import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type Ask, ifThere, property } from '../atspi/atspi.js';
import { isEditable } from '../atspi/object-details.js';
import { type Facts, has, offers, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { numberOf } from '../dbus/bus-values.js';
import type { Until } from '../poll-until.js';
import { isSheetCell, objectOf } from '../sheets/sheet.js';
import { chooseInCombo, chooseInList } from './choose.js';
import { doAction } from './click.js';
import { replaceText } from './edit-text.js';
import { selectInParent } from './select-in-parent.js';

export type Wanted = string | boolean | readonly string[];

/** Gives a node a value: a text, a number, a choice by its shown words, or on and off. */
export async function setValue(ask: Ask, node: ScreenNode, value: Wanted, until: Until): Promise<void> {
  const ref = await objectOf(ask, node.key);
  const facts = ref && (await readFacts(ask, ref));
  if (!facts) throw new HandrailError('stale_element', `${what(node)} is gone.`, 'Look again.');
  if (node.states.includes('disabled')) throw new HandrailError('disabled', `${what(node)} is disabled.`);
  const mapped = mapRole(facts.role);
  if (node.role === 'Checkbox' && !isSwitch(facts)) return checkCell(node, facts, value);
  if (isSwitch(facts)) return setSwitch(ask, node, facts, value, until);
  if (facts.role === roleNumbers.comboBox) return chooseInCombo(ask, node, facts, textIn(value), until);
  if (mapped.role === 'List' || mapped.role === 'Table' || facts.role === roleNumbers.menu)
    return chooseInList(ask, node, facts, typeof value === 'boolean' ? [String(value)] : [value].flat());
  if (typeof value === 'boolean') return setSelected(ask, node, facts, value);
  const text = textIn(value);
  if (facts.role !== roleNumbers.spinButton && isEditable(facts)) {
    if (await replaceText(ask, facts, text, until)) return;
    throw new HandrailError('not_editable', `${what(node)} did not take the text.`);
  }
  if (isSheetCell(node.key) && !isDecimal(text))
    throw new HandrailError('not_editable', `${what(node)} is typed into.`, 'Type into it, and press Enter.');
  if (offers(facts, 'Value') && text.trim() !== '') return setNumber(ask, node, facts, text, until);
  throw new HandrailError(
    'not_editable',
    `${what(node)} takes no value.`,
    'Click it, or type into it with the keyboard.',
  );
}

/** JavaScript takes '0x10' for a number, too, and sheets do not. */
function isDecimal(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) && Number.isFinite(Number(text));
}

function isSwitch({ role }: Facts): boolean {
  const mapped = mapRole(role);
  return (
    mapped.role === 'Checkbox' ||
    mapped.role === 'Radio' ||
    role === roleNumbers.toggleButton ||
    role === roleNumbers.checkMenuItem ||
    role === roleNumbers.radioMenuItem
  );
}

async function setSwitch(ask: Ask, node: ScreenNode, facts: Facts, value: Wanted, until: Until): Promise<void> {
  const wanted = onOrOff(value);
  if (wanted === undefined)
    throw new HandrailError(
      'unknown_option',
      `${what(node)} is on or off, not "${String(value)}".`,
      'Say true or false.',
    );
  if (isOn(facts) === wanted) return;
  if (!wanted && mapRole(facts.role).role === 'Radio')
    throw new HandrailError(
      'unknown_option',
      `${what(node)} cannot be put out by itself.`,
      'Choose another one of the group.',
    );
  const done = await doAction(ask, facts, ['toggle', 'click', 'press', 'activate', 'check', 'uncheck']);
  if (!done) throw new HandrailError('not_editable', `${what(node)} cannot be switched this way.`, 'Click it.');
  const isSo = await until(async () => {
    const now = await readFacts(ask, facts.ref);
    return !now || isOn(now) === wanted;
  });
  if (!isSo) throw new HandrailError('not_editable', `${what(node)} was switched, but went back.`);
}

/** GTK takes what a box in a table offers to do for a double click on its row: only a pointer ticks it. */
function checkCell(node: ScreenNode, facts: Facts, value: Wanted): void {
  if (isOn(facts) === onOrOff(value)) return;
  throw new HandrailError(
    'not_editable',
    `${what(node)} stands in a table and is only ticked by a click.`,
    'Click it.',
  );
}

function isOn(facts: Facts): boolean {
  return has(facts, 'checked') || has(facts, 'pressed');
}

function onOrOff(value: Wanted): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = textIn(value).trim().toLowerCase();
  if (['on', 'true', 'yes', 'checked', '1'].includes(word)) return true;
  if (['off', 'false', 'no', 'unchecked', '0'].includes(word)) return false;
  return undefined;
}

async function setSelected(ask: Ask, node: ScreenNode, facts: Facts, wanted: boolean): Promise<void> {
  if (has(facts, 'selected') === wanted) return;
  if (wanted && (await selectInParent(ask, facts, { alone: false }))) return;
  throw new HandrailError('not_editable', `${what(node)} is nothing that is on or off.`);
}

async function setNumber(ask: Ask, node: ScreenNode, facts: Facts, text: string, until: Until): Promise<void> {
  const number = Number(text.trim().replace(/[%\s]+$/, ''));
  const [least, most] = (
    await Promise.all(['MinimumValue', 'MaximumValue'].map((name) => ifThere(property(ask, facts.ref, 'Value', name))))
  ).map(numberOf);
  const hasRange = least !== undefined && most !== undefined && most > least;
  const range = hasRange ? ` from ${least} to ${most}` : '';
  if (!Number.isFinite(number))
    throw new HandrailError('unknown_option', `${what(node)} takes a number${range}, not "${text}".`);
  if (hasRange && (number < least || number > most))
    throw new HandrailError(
      'out_of_range',
      `${number} is out of range: ${what(node)} takes a number${range}.`,
      'Give a number within its range.',
    );
  const before = numberOf(await ifThere(property(ask, facts.ref, 'Value', 'CurrentValue')));
  const wanted = { signature: 'd', value: number };
  const on = 'org.freedesktop.DBus.Properties';
  await ask(facts.ref, on, 'Set', 'ssv', 'org.a11y.atspi.Value', 'CurrentValue', wanted);
  let now = before;
  await until(async () => {
    now = numberOf(await ifThere(property(ask, facts.ref, 'Value', 'CurrentValue')));
    return Math.abs(now - number) < 1e-9;
  });
  // A widget may round to its own steps; one that stays where it was takes no value.
  if (now === before && Math.abs(now - number) > 1e-9)
    throw new HandrailError('not_editable', `${what(node)} stayed at ${before}.`, 'Use the keyboard or drag it.');
}

export function textIn(value: Wanted): string {
  return typeof value === 'object' ? (value[0] ?? '') : String(value);
}

/** A node in a sentence. */
export function what(node: ScreenNode): string {
  return `${node.kind ?? node.role} "${node.name}"`;
}
