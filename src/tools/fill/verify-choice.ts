import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { matchOption, plainText } from './match-option.js';
import { closeList, comparableText, listOptions, type OptionList, openList, readAttributes } from './option-list.js';

export function isChosen({ states }: Element): boolean {
  return states.includes('selected') || states.includes('checked');
}

/** True when the dropdown showed the name of the option before it was opened. An open list can be a part of the dropdown. */
export function showedChoice({ originalText, originalBoxText }: OptionList, name: string): boolean {
  return [originalText, originalBoxText].some((one) => plainText(one).includes(plainText(name)));
}

/** True when the dropdown, or the widget around its field, shows the name of the option. */
async function showsChoice(context: ToolContext, { box }: OptionList, name: string): Promise<boolean> {
  const { attributes = {}, text = '', widget } = (await readAttributes(context, box)) ?? {};
  const around = widget && (await readAttributes(context, widget));
  const texts = [text, attributes.value, attributes['aria-label'], attributes.title, around?.text];
  return texts.some((one) => plainText(one ?? '').includes(plainText(name)));
}

/**
 * Verifies that the dropdown or an element next to it shows the choice, or that the menu item is marked. Throws `expectation_failed`
 * otherwise. `hasTyped`: the field also shows what was typed, so an option that is still listed must be marked.
 */
export async function verifyChoice(
  context: ToolContext,
  list: OptionList,
  option: Element,
  hasTyped: boolean,
): Promise<void> {
  const shows = await showsChoice(context, list, option.name);
  if (shows && !hasTyped) return;
  const { elements } = await context.observe({ budget: 1 });
  const isListed = elements.some(({ id, states }) => id === option.id && !states.includes('offscreen'));
  if (shows && !isListed) return;
  const wanted = plainText(option.name);
  const showsName = (one: Element): boolean =>
    one.role !== 'MenuItem' && comparableText(one).includes(wanted) && !list.before.get(one.id)?.includes(wanted);
  const after = elements.find(({ id }) => id === option.id);
  if (after ? isChosen(after) : elements.some(showsName)) return;
  const box = elements.find(({ id }) => id === list.box);
  if (box?.value !== undefined && plainText(box.value).includes(wanted)) return;
  if (box?.role === 'Dropdown' || box?.role === 'TextInput')
    throw new HandrailError(
      'expectation_failed',
      `"${option.name}" was clicked, but ${list.box} shows "${box.value ?? box.name}".`,
      'Observe the page.',
    );
  if (hasTyped && isListed)
    throw new HandrailError(
      'expectation_failed',
      `"${option.name}" was clicked, but the list of ${list.box} is still open and does not mark it.`,
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
