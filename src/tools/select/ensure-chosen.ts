import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { matchOption, plainText } from './match-option.js';
import { closeList, factsOf, type OptionList, offered, openList, wordsOf } from './option-list.js';

export function isChosen({ states }: Element): boolean {
  return states.includes('selected') || states.includes('checked');
}

/** Whether the box bears the name of what was chosen. */
export async function shows(context: ToolContext, { box }: OptionList, name: string): Promise<boolean> {
  const { attributes = {}, text = '' } = (await factsOf(context, box)) ?? {};
  const own = [text, attributes.value, attributes['aria-label'], attributes.title];
  return own.some((one) => plainText(one ?? '').includes(plainText(name)));
}

/** A box that keeps what is chosen has to show it, itself or beside it; of a menu, the item has to be marked. */
export async function ensureChosen(context: ToolContext, list: OptionList, option: Element): Promise<void> {
  if (await shows(context, list, option.name)) return;
  const { elements } = await context.observe({ budget: 1 });
  const wanted = plainText(option.name);
  const isTold = (one: Element): boolean =>
    one.role !== 'MenuItem' && wordsOf(one).includes(wanted) && !list.before.get(one.id)?.includes(wanted);
  const after = elements.find(({ id }) => id === option.id);
  if (after ? isChosen(after) : elements.some(isTold)) return;
  const box = elements.find(({ id }) => id === list.box);
  if (box?.role === 'Dropdown' || box?.role === 'TextInput')
    throw new HandrailError(
      'expectation_failed',
      `"${option.name}" was clicked, but ${list.box} shows "${box.value ?? box.name}".`,
      'Observe to see what the page did with it.',
    );
  if (list.isStanding || !hasMark(option)) context.say(`${list.box} does not show what is chosen in it.`);
  else await lookAgain(context, list, option.name);
}

/** Opens a menu once more to see what is marked in it. */
async function lookAgain(context: ToolContext, list: OptionList, name: string): Promise<void> {
  const again = await openList(context, list.box);
  const match = matchOption(await offered(context, again), name, 'same');
  await closeList(context, again, false);
  if (match.kind !== 'one' || !isChosen(match.option))
    throw new HandrailError(
      'expectation_failed',
      `"${name}" was clicked, but it is not marked as chosen in ${list.box}.`,
      'Observe to see what the page did with it.',
    );
}

function hasMark({ states }: Element): boolean {
  return states.some((state) => ['checked', 'unchecked', 'selected'].includes(state));
}
