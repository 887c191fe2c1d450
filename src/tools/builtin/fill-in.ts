import type { Target } from '../../core/action.js';
import { type ElementId, isElementId, type Role } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { chooseInGroup, type Group, groupAt, groupNamed } from '../select/choose-in-group.js';
import { chooseOption, takeSuggestion } from '../select/choose-option.js';
import { factsOf, screenBefore } from '../select/option-list.js';
import { isSelector } from '../target/resolve.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';

export type FieldValue = string | boolean | number | string[];

/** Puts a value into whatever kind of field it is; `choose` takes nothing but an option where there are some. */
export async function fillIn(
  context: ToolContext,
  asked: string,
  wanted: FieldValue,
  { timeout, choose = false }: { timeout: number; choose?: boolean },
): Promise<Outcome> {
  const value = typeof wanted === 'number' ? String(wanted) : wanted;
  if (!context.isPage)
    return fillOnDesktop(context, (await resolveWithRetry(context, asked, timeout, 'field')).target, value);
  const field = await fieldFor(context, asked, timeout);
  if ('members' in field) return chooseInGroup(context, field, value);
  const set = (): Promise<Outcome> => context.perform({ type: 'set_value', target: field, value });
  if (!('element' in field)) return set();
  const kind = await kindOf(context, field.element);
  if (kind === 'group') {
    const group = await groupAt(context, field.element, asked);
    return group ? chooseInGroup(context, group, value) : set();
  }
  if (kind === 'list' || (kind === 'suggests' && choose)) return chooseAll(context, field.element, value);
  if (kind !== 'suggests' || value === '') return set();
  const list = { box: field.element, before: await screenBefore(context), isStanding: false, held: '' };
  const outcome = await set();
  return (await takeSuggestion(context, list, String(value))) ?? outcome;
}

/** A program takes a value as it is, or has it typed where it has no other way. */
async function fillOnDesktop(
  context: ToolContext,
  target: Target,
  value: string | boolean | string[],
): Promise<Outcome> {
  try {
    return await context.perform({ type: 'set_value', target, value });
  } catch (error) {
    const isTyped = error instanceof HandrailError && /^(?:not_editable|unsupported)$/.test(error.code);
    if (!isTyped || typeof value !== 'string') throw error;
    return context.perform({ type: 'type', target, text: value, clear: true });
  }
}

async function chooseAll(context: ToolContext, box: ElementId, value: string | boolean | string[]): Promise<Outcome> {
  const [first = '', ...others] = Array.isArray(value) ? value : [String(value)];
  let outcome = await chooseOption(context, box, first);
  for (const option of others) outcome = await chooseOption(context, box, option);
  return outcome;
}

const labels = new Set<Role>(['Text', 'Container', 'Other', 'List']);

/** What is meant: a group of radio buttons or checkboxes is known by its label, which is no field itself. */
async function fieldFor(context: ToolContext, asked: string, timeout: number): Promise<Target | Group> {
  const isPhrase = !isElementId(asked.trim()) && !isSelector(asked.trim());
  const first = await context.resolve(asked).catch(async (error: unknown) => {
    if (!(error instanceof HandrailError) || !/^(?:ambiguous|not_found)$/.test(error.code)) throw error;
    const group = isPhrase ? await groupNamed(context, asked) : undefined;
    if (!group && error.code === 'ambiguous') throw error;
    return group;
  });
  if (first && 'members' in first) return first;
  const { target, element } = first ?? (await resolveWithRetry(context, asked, timeout));
  if (!element || !labels.has(element.role)) return target;
  return (await groupNamed(context, element.name || asked)) ?? target;
}

const settable =
  /^(?:checkbox|radio|searchbox|slider|spinbutton|switch|textbox|menuitemcheckbox|menuitemradio|option)$/;
const drawn = /(?:^|[\s_-])(?:select|dropdown|combobox)(?:$|[\s_-])/i;

/** How a value gets into an element: set, chosen from a list that it opens or is, typed with suggestions, or by one of its members. */
async function kindOf(context: ToolContext, id: ElementId): Promise<'plain' | 'list' | 'suggests' | 'group'> {
  const { tag = '', attributes = {} } = (await factsOf(context, id)) ?? {};
  const { role = '', class: names = '', 'aria-haspopup': opens = '' } = attributes;
  if (tag === 'select' || tag === 'textarea' || settable.test(role)) return 'plain';
  const isBox = role === 'combobox' || /^(?:listbox|menu|tree|true)$/.test(opens);
  const isEditable = tag === 'input' ? attributes.readonly === undefined : 'contenteditable' in attributes;
  if (isEditable) return (isBox || 'aria-autocomplete' in attributes) && !isSearch(attributes) ? 'suggests' : 'plain';
  if (tag === 'fieldset' || role === 'radiogroup' || role === 'group') return 'group';
  if (isBox || role === 'listbox' || role === 'menu') return 'list';
  if (tag === 'a' || tag === 'input' || opens === 'dialog') return 'plain';
  return 'aria-expanded' in attributes || (drawn.test(names) && tag !== 'button') ? 'list' : 'plain';
}

/** What is suggested to who searches is sent off when it is chosen. */
function isSearch({
  type,
  name = '',
  placeholder = '',
  'aria-label': label = '',
  id = '',
}: Record<string, string>): boolean {
  return type === 'search' || /^q$/i.test(name) || [name, placeholder, label, id].some((one) => /search/i.test(one));
}
