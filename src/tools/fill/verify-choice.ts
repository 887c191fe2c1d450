import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { matchOption, plainText } from './match-option.js';
import { closeList, comparableText, listOptions, type OptionList, openList, readAttributes } from './option-list.js';

export function isChosen({ states }: Element): boolean {
  return states.includes('selected') || states.includes('checked');
}

/** True when the dropdown shows the name of the option. */
export async function showsChoice(context: ToolContext, { box }: OptionList, name: string): Promise<boolean> {
  const { attributes = {}, text = '' } = (await readAttributes(context, box)) ?? {};
  const texts = [text, attributes.value, attributes['aria-label'], attributes.title];
  return texts.some((one) => plainText(one ?? '').includes(plainText(name)));
}

/** Verifies that the dropdown or an element next to it shows the choice, or that the menu item is marked. Throws `expectation_failed` otherwise. */
export async function verifyChoice(context: ToolContext, list: OptionList, option: Element): Promise<void> {
  if (await showsChoice(context, list, option.name)) return;
  const { elements } = await context.observe({ budget: 1 });
  const wanted = plainText(option.name);
  const showsName = (one: Element): boolean =>
    one.role !== 'MenuItem' && comparableText(one).includes(wanted) && !list.before.get(one.id)?.includes(wanted);
  const after = elements.find(({ id }) => id === option.id);
  if (after ? isChosen(after) : elements.some(showsName)) return;
  const box = elements.find(({ id }) => id === list.box);
  if (box?.role === 'Dropdown' || box?.role === 'TextInput')
    throw new HandrailError(
      'expectation_failed',
      `"${option.name}" was clicked, but ${list.box} shows "${box.value ?? box.name}".`,
      'Observe the page.',
    );
  if (list.isInline || !hasMark(option)) context.report(`${list.box} does not show which option is chosen.`);
  else await verifyMark(context, list, option.name);
}

/** Opens the menu again and verifies that the item is marked. */
async function verifyMark(context: ToolContext, list: OptionList, name: string): Promise<void> {
  const reopened = await openList(context, list.box);
  const match = matchOption(await listOptions(context, reopened), name, 'equals');
  await closeList(context, reopened, false);
  if (match.kind !== 'one' || !isChosen(match.option))
    throw new HandrailError(
      'expectation_failed',
      `"${name}" was clicked, but it is not marked as chosen in ${list.box}.`,
      'Observe the page.',
    );
}

function hasMark({ states }: Element): boolean {
  return states.some((state) => ['checked', 'unchecked', 'selected'].includes(state));
}
