import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode } from '../../screen/screen.js';
import { type Ask, ifThere, property } from '../atspi/atspi.js';
import { fieldOf, readValue } from '../atspi/object-details.js';
import { childRefs, type Facts, has, offers, readFacts } from '../atspi/object-facts.js';
import { mapRole } from '../atspi/role-table.js';
import { numberOf } from '../dbus/bus-values.js';
import { listed, pickByWords, plainWords } from '../match-text.js';
import type { Until } from '../poll-until.js';
import { cellAt } from '../tree/tables.js';
import { doAction, readName } from './click.js';
import { replaceText } from './edit-text.js';
import { selectChild } from './select-in-parent.js';

interface Option {
  facts: Facts;
  index: number;
  name: string;
}

const mostOptions = 1000;
const itemRoles = ['MenuItem', 'ListItem', 'TableCell', 'TableRow'];

/** Chooses an item of a combo box by its words, without opening it. One with a field takes other words, too. */
export async function chooseInCombo(
  ask: Ask,
  node: ScreenNode,
  facts: Facts,
  wanted: string,
  until: Until,
): Promise<void> {
  const options = await optionsOf(ask, facts);
  const option = pickByWords(wanted, options, (one) => one.name);
  if (!option) {
    const field = await fieldOf(ask, facts);
    if (field && (await replaceText(ask, field, wanted, until))) return;
    throw unknownOption(node, wanted, options);
  }
  const chosen = () => until(async () => plainWords((await readValue(ask, facts)) ?? '') === plainWords(option.name));
  if (offers(facts, 'Selection') && (await selectChild(ask, facts.ref, option.index)) && (await chosen())) return;
  if ((await doAction(ask, option.facts, ['click', 'press', 'activate', 'select'])) && (await chosen())) return;
  throw new HandrailError(
    'not_editable',
    `${node.kind ?? node.role} "${node.name}" did not take "${option.name}".`,
    'Click it and choose from what opens.',
  );
}

/** Items stand in a menu or list inside the box, or directly in it. */
async function optionsOf(ask: Ask, facts: Facts, depth = 0): Promise<Option[]> {
  if (has(facts, 'managesDescendants') && offers(facts, 'Table')) return rowsOf(ask, facts);
  const refs = (await childRefs(ask, facts.ref)).slice(0, mostOptions);
  const children = await Promise.all(refs.map((ref) => readFacts(ask, ref)));
  const options: Option[] = [];
  for (const [index, child] of children.entries()) {
    if (!child) continue;
    const { role } = mapRole(child.role);
    const own = child.name.trim();
    const name = itemRoles.includes(role) ? own || (role === 'MenuItem' ? '' : await wordsIn(ask, child.ref)) : '';
    if (name) options.push({ facts: child, index, name });
    else if (depth < 4 && role !== 'TextInput' && child.childCount !== 0)
      options.push(...(await optionsOf(ask, child, depth + 1)));
  }
  return options;
}

/** The rows of a list that does not list them, by their first words. */
async function rowsOf(ask: Ask, table: Facts): Promise<Option[]> {
  const rows = numberOf(await ifThere(property(ask, table.ref, 'Table', 'NRows')));
  const columns = numberOf(await ifThere(property(ask, table.ref, 'Table', 'NColumns')));
  const numbers = Array.from({ length: Math.min(rows, mostOptions) }, (_, row) => row);
  const found = await Promise.all(
    numbers.map(async (row) => {
      for (let column = 0; column < Math.min(columns, 10); column += 1) {
        const ref = await cellAt(ask, table.ref, row, column);
        const name = ref && ((await readName(ask, ref)) || (await wordsIn(ask, ref)));
        const facts = name ? await readFacts(ask, ref) : undefined;
        if (name && facts) return { facts, index: row, name };
      }
      return undefined;
    }),
  );
  return found.flatMap((option) => option ?? []);
}

/** The words inside a row that has no name of its own. */
async function wordsIn(ask: Ask, ref: Facts['ref'], depth = 0): Promise<string> {
  const parts = depth < 3 ? (await childRefs(ask, ref)).slice(0, 20) : [];
  const names = await Promise.all(
    parts.map(async (part) => (await readName(ask, part)) || (await wordsIn(ask, part, depth + 1))),
  );
  return [...new Set(names)].filter((name) => name !== '').join(' ');
}

/** Selects the rows with these words, and no others. */
export async function chooseInList(ask: Ask, node: ScreenNode, facts: Facts, wanted: readonly string[]): Promise<void> {
  const options = await optionsOf(ask, facts);
  const chosen = wanted.map((words) => {
    const option = pickByWords(words, options, (one) => one.name);
    if (!option) throw unknownOption(node, words, options);
    return option;
  });
  if (!offers(facts, 'Selection'))
    throw new HandrailError('not_editable', `Nothing can be selected in ${node.kind ?? node.role} "${node.name}".`);
  await ifThere(ask(facts.ref, 'Selection', 'ClearSelection'));
  const isTable = has(facts, 'managesDescendants') && offers(facts, 'Table');
  for (const { index, name } of chosen) {
    const done = isTable
      ? (await ifThere(ask(facts.ref, 'Table', 'AddRowSelection', 'i', index)))?.[0] === true
      : await selectChild(ask, facts.ref, index);
    if (!done) throw new HandrailError('not_editable', `"${name}" could not be selected.`, 'Click it.');
  }
}

function unknownOption(node: ScreenNode, wanted: string, options: readonly Option[]): HandrailError {
  return new HandrailError(
    'unknown_option',
    `${node.kind ?? node.role} "${node.name}" has no "${wanted}".`,
    options.length ? `There are: ${listed(options.map((option) => option.name))}.` : 'It has no options at all.',
  );
}
