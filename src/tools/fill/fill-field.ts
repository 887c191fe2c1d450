import type { Target } from '../../core/action.js';
import { type ElementId, isElementId, type Role } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { isSelector } from '../target/resolve.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { chooseInGroup, findGroup, type Group, readGroup } from './choose-in-group.js';
import { chooseOption, chooseSuggestion, reportSuggestions } from './choose-option.js';
import { readDateWish } from './date-wish.js';
import { fieldKind, takesDate } from './field-kind.js';
import { fillCell, isGridCell } from './fill-cell.js';
import { typeDate } from './fill-date.js';
import { readAttributes, snapshotTexts } from './option-list.js';
import { pickDate } from './pick-date.js';
import { setRange } from './set-range.js';
import { verifyText } from './verify-text.js';

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
  const setValue = (): Promise<Outcome> => context.perform({ type: 'set_value', target: field, value });
  if (!('element' in field)) return setValue();
  const facts = await readAttributes(context, field.element);
  if (facts?.tag === 'option' && facts.widget) throw replaced(field.element, facts.widget);
  if (facts?.tag === 'select' && facts.widget) return chooseAll(context, facts.widget, value);
  if (facts && isGridCell(facts)) return fillCell(context, field.element, String(value));
  const set = async (): Promise<Outcome> => {
    const outcome = await setValue();
    const isShown = outcome.observation?.elements.find(({ id }) => id === field.element)?.value === value;
    if (facts && typeof value === 'string' && !isShown) await verifyText(context, field.element, facts, value);
    return outcome;
  };
  const kind = facts ? fieldKind(facts, value, choose) : 'plain';
  const wish = facts && typeof value === 'string' && takesDate(facts, kind) ? readDateWish(value) : undefined;
  if (wish && facts) {
    const picked = kind === 'date' ? await pickDate(context, field.element, wish) : undefined;
    return picked ?? typeDate(context, field.element, facts, wish, String(value));
  }
  if (kind === 'range' && facts) return setRange(context, field.element, facts, value);
  if (kind === 'group') {
    const group = await readGroup(context, field.element, target);
    return group ? chooseInGroup(context, group, value) : set();
  }
  if (kind === 'list' || (kind === 'suggests' && choose)) return chooseAll(context, field.element, value);
  const mayOpenList =
    /^(?:suggests|searches)$/.test(kind) || (choose && facts?.tag === 'input' && isTextType(facts.attributes.type));
  if (!mayOpenList || value === '') return set();
  const list = {
    box: field.element,
    before: await snapshotTexts(context),
    isInline: false,
    originalText: '',
    originalBoxText: '',
  };
  const original = choose && kind === 'plain' ? await readValue(context, field.element) : '';
  const outcome = await set();
  if (kind !== 'searches') {
    const chosen = await chooseSuggestion(context, list, String(value));
    if (!chosen && choose && kind === 'plain') throw await restoreText(context, field.element, original);
    return chosen ?? outcome;
  }
  await reportSuggestions(context, list);
  return outcome;
}

async function readValue(context: ToolContext, field: ElementId): Promise<string> {
  return (await context.resolve(field)).element?.value ?? '';
}

/** A text field that suggested nothing has no options. Puts its text back. */
async function restoreText(context: ToolContext, field: ElementId, original: string): Promise<HandrailError> {
  await context.perform({ type: 'set_value', target: { element: field }, value: original });
  return new HandrailError('unsupported', `${field} is a text field without options.`, 'Use fill to enter a text.');
}

function isTextType(type = 'text'): boolean {
  return /^(?:text|search|)$/.test(type);
}

function replaced(option: ElementId, widget: ElementId): HandrailError {
  return new HandrailError(
    'not_visible',
    `${option} is an option of a hidden list. The widget ${widget} took the place of this list.`,
    `Choose the option with select ${widget}.`,
  );
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
