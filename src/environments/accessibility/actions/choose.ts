import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing } from '../atspi/atspi.js';
import { hasInterface, type ObjectFacts } from '../atspi/object-facts.js';
import { findEditableField, readValue } from '../tree/object-details.js';
import { replaceText } from './edit-text.js';
import { findByText, formatList, normalizeText } from './match-text.js';
import { describeNode } from './node-facts.js';
import { hasTableRows, type Option, readOptions } from './options.js';
import { performAction } from './perform-action.js';
import type { PollUntil } from './poll-until.js';
import { selectChild } from './select-in-parent.js';

/** Chooses an item of a combo box by its text, without opening it. An editable combo box takes any other text, too. */
export async function chooseInCombo(
  call: AtspiCall,
  node: ScreenNode,
  facts: ObjectFacts,
  wanted: string,
  pollUntil: PollUntil,
): Promise<void> {
  const options = await readOptions(call, facts);
  const option = findByText(wanted, options, ({ name }) => name);
  if (!option) {
    const field = await findEditableField(call, facts);
    if (field && (await replaceText(call, field, wanted, pollUntil))) return;
    throw unknownOption(node, wanted, options);
  }
  const name = normalizeText(option.name);
  const isChosen = () => pollUntil(async () => normalizeText((await readValue(call, facts)) ?? '') === name);
  if (hasInterface(facts, 'Selection') && (await selectChild(call, facts.ref, option.index)) && (await isChosen()))
    return;
  if ((await performAction(call, option.facts, ['click', 'press', 'activate', 'select'])) && (await isChosen())) return;
  throw new HandrailError(
    'not_editable',
    `${describeNode(node)} did not accept "${option.name}".`,
    'Click it and choose from the list that opens.',
  );
}

/** Selects the rows with these texts, and no others. */
export async function chooseInList(
  call: AtspiCall,
  node: ScreenNode,
  facts: ObjectFacts,
  wanted: readonly string[],
): Promise<void> {
  const options = await readOptions(call, facts);
  const chosen = wanted.map((text) => {
    const option = findByText(text, options, ({ name }) => name);
    if (!option) throw unknownOption(node, text, options);
    return option;
  });
  if (!hasInterface(facts, 'Selection'))
    throw new HandrailError('not_editable', `${describeNode(node)} does not support selection.`, 'Click its items.');
  await ignoreMissing(call(facts.ref, 'Selection', 'ClearSelection'));
  const isTable = hasTableRows(facts);
  for (const { index, name } of chosen) {
    const isSelected = isTable
      ? (await ignoreMissing(call(facts.ref, 'Table', 'AddRowSelection', 'i', index)))?.[0] === true
      : await selectChild(call, facts.ref, index);
    if (!isSelected) throw new HandrailError('not_editable', `"${name}" could not be selected.`, 'Click it.');
  }
}

function unknownOption(node: ScreenNode, wanted: string, options: readonly Option[]): HandrailError {
  return new HandrailError(
    'unknown_option',
    `${describeNode(node)} has no option "${wanted}".`,
    options.length ? `Options: ${formatList(options.map(({ name }) => name))}.` : 'It has no options.',
  );
}
