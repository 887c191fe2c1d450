import type { Target } from '../../core/action.js';
import { type ElementId, isElementId, type Role } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { isSelector } from '../target/resolve.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { chooseInGroup, findGroup, type Group, readGroup } from './choose-in-group.js';
import { chooseOption, chooseSuggestion } from './choose-option.js';
import { readAttributes, snapshotTexts } from './option-list.js';

export type FieldValue = string | boolean | number | string[];

/** Puts a value into a field of any kind. `choose`: only an existing option is valid, if the field has options. */
export async function fillField(
  context: ToolContext,
  target: string,
  given: FieldValue,
  { timeout, choose = false }: { timeout?: number; choose?: boolean },
): Promise<Outcome> {
  const value = typeof given === 'number' ? String(given) : given;
  if (!context.isPage)
    return fillOnDesktop(context, (await resolveWithRetry(context, target, timeout, 'fill')).target, value);
  const field = await resolveField(context, target, timeout);
  if ('members' in field) return chooseInGroup(context, field, value);
  const set = (): Promise<Outcome> => context.perform({ type: 'set_value', target: field, value });
  if (!('element' in field)) return set();
  const kind = await readFieldKind(context, field.element);
  if (kind === 'group') {
    const group = await readGroup(context, field.element, target);
    return group ? chooseInGroup(context, group, value) : set();
  }
  if (kind === 'list' || (kind === 'suggests' && choose)) return chooseAll(context, field.element, value);
  if (kind !== 'suggests' || value === '') return set();
  const list = { box: field.element, before: await snapshotTexts(context), isInline: false, originalText: '' };
  const outcome = await set();
  return (await chooseSuggestion(context, list, String(value))) ?? outcome;
}

/** Sets the value, or types it if the program does not support that. */
async function fillOnDesktop(
  context: ToolContext,
  target: Target,
  value: string | boolean | string[],
): Promise<Outcome> {
  try {
    return await context.perform({ type: 'set_value', target, value });
  } catch (error) {
    const mustType = error instanceof HandrailError && /^(?:not_editable|unsupported)$/.test(error.code);
    if (!mustType || typeof value !== 'string') throw error;
    return context.perform({ type: 'type', target, text: value, clear: true });
  }
}

async function chooseAll(context: ToolContext, box: ElementId, value: string | boolean | string[]): Promise<Outcome> {
  const [first = '', ...others] = Array.isArray(value) ? value : [String(value)];
  let outcome = await chooseOption(context, box, first);
  for (const option of others) outcome = await chooseOption(context, box, option);
  return outcome;
}

const labelRoles = new Set<Role>(['Text', 'Container', 'Other', 'List']);

/** Resolves a field, or a group of radio buttons or checkboxes by its label. */
async function resolveField(context: ToolContext, text: string, timeout?: number): Promise<Target | Group> {
  const isPhrase = !isElementId(text.trim()) && !isSelector(text.trim());
  const first = await context.resolve(text, 'fill').catch(async (error: unknown) => {
    if (!(error instanceof HandrailError) || !/^(?:ambiguous|not_found)$/.test(error.code)) throw error;
    const group = isPhrase ? await findGroup(context, text) : undefined;
    if (!group && error.code === 'ambiguous') throw error;
    return group;
  });
  if (first && 'members' in first) return first;
  const { target, element } = first ?? (await resolveWithRetry(context, text, timeout, 'fill'));
  if (!element || !labelRoles.has(element.role)) return target;
  return (await findGroup(context, element.name || text)) ?? target;
}

const settableRoles =
  /^(?:checkbox|radio|searchbox|slider|spinbutton|switch|textbox|menuitemcheckbox|menuitemradio|option)$/;
const dropdownClass = /(?:^|[\s_-])(?:select|dropdown|combobox)(?:$|[\s_-])/i;

/** How to fill an element: set the value, choose from a list, type with suggestions, or choose a member of the group. */
async function readFieldKind(context: ToolContext, id: ElementId): Promise<'plain' | 'list' | 'suggests' | 'group'> {
  const { tag = '', attributes = {} } = (await readAttributes(context, id)) ?? {};
  const { role = '', class: className = '', 'aria-haspopup': popup = '' } = attributes;
  if (tag === 'select' || tag === 'textarea' || settableRoles.test(role)) return 'plain';
  const isBox = role === 'combobox' || /^(?:listbox|menu|tree|true)$/.test(popup);
  const isEditable = tag === 'input' ? attributes.readonly === undefined : 'contenteditable' in attributes;
  if (isEditable) return (isBox || 'aria-autocomplete' in attributes) && !isSearch(attributes) ? 'suggests' : 'plain';
  if (tag === 'fieldset' || role === 'radiogroup' || role === 'group') return 'group';
  if (isBox || role === 'listbox' || role === 'menu') return 'list';
  if (tag === 'a' || tag === 'input' || popup === 'dialog') return 'plain';
  return 'aria-expanded' in attributes || (dropdownClass.test(className) && tag !== 'button') ? 'list' : 'plain';
}

/** Choosing a suggestion of a search field submits the search. */
function isSearch({
  type,
  name = '',
  placeholder = '',
  'aria-label': label = '',
  id = '',
}: Record<string, string>): boolean {
  return type === 'search' || /^q$/i.test(name) || [name, placeholder, label, id].some((one) => /search/i.test(one));
}
