import { setTimeout as pause } from 'node:timers/promises';
import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ReadResults } from '../../core/read.js';
import type { ToolContext } from '../context.js';
import { listDescendants } from '../read/list-descendants.js';
import { plainText } from './match-option.js';

export const pollMs = 100;
/** Options that have not changed for this long are complete. */
export const stableMs = 700;

/** An element with options: a dropdown, a listbox, a menu. */
export interface OptionList {
  box: ElementId;
  /** The elements on the screen before it was opened, with their texts. */
  before: ReadonlyMap<ElementId, string>;
  /** The element itself contains the options and does not open. */
  isInline: boolean;
  /** The field that filters the options. */
  field?: ElementId;
  /** The text of the field before anything was typed. */
  originalText: string;
  /** The text of the element before it was opened. Empty if it was already open. */
  originalBoxText: string;
}

/** The attributes by which a combobox describes its list. */
const listAttributes = ['role', 'aria-haspopup', 'aria-expanded', 'aria-controls', 'aria-owns', 'aria-autocomplete'];

/**
 * Reads tag, attributes and text of an element. A field inside of a combobox has the attributes of the combobox, too. Undefined if the
 * element is gone.
 */
export async function readAttributes(
  { read }: Pick<ToolContext, 'read'>,
  element: ElementId,
): Promise<ReadResults['attributes'] | undefined> {
  try {
    const facts = await read({ what: 'attributes', element });
    if (facts.widget === undefined || /^(?:select|option)$/.test(facts.tag)) return facts;
    const { attributes } = await read({ what: 'attributes', element: facts.widget });
    const inherited = Object.entries(attributes).filter(([name]) => listAttributes.includes(name));
    return { ...facts, attributes: { ...Object.fromEntries(inherited), ...facts.attributes } };
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'stale_element') return undefined;
    throw error;
  }
}

const focusedCss = ':is(input, textarea, [contenteditable]):focus';

async function findFocusedField({ read }: ToolContext): Promise<Element | undefined> {
  const { elements } = await read({ what: 'elements', css: focusedCss });
  return elements.find((one) => isTextField(one) && !one.states.includes('readonly'));
}

function isTextField({ role }: Element): boolean {
  return role === 'TextInput' || role === 'Dropdown';
}

/** Opens the list and finds the field that filters it. */
export async function openList(context: ToolContext, box: ElementId): Promise<OptionList> {
  const { tag = '', attributes = {}, text = '' } = (await readAttributes(context, box)) ?? {};
  const isOpen = attributes['aria-expanded'] === 'true';
  const list: OptionList = {
    box,
    before: await snapshotTexts(context, isOpen),
    isInline: /^(?:listbox|menu|tree)$/.test(attributes.role ?? ''),
    originalText: attributes.value ?? '',
    originalBoxText: isOpen ? '' : `${text} ${attributes['aria-label'] ?? ''} ${attributes.title ?? ''}`,
  };
  if (list.isInline) return list;
  const isInput = tag === 'input' && attributes.readonly === undefined;
  const focused = isInput ? undefined : await findFocusedField(context);
  if (!isOpen) await context.perform({ type: 'click', target: { element: box } });
  if (isInput) return { ...list, field: box };
  const field = (await findFocusedField(context)) ?? (await findNewField(context, list));
  if (!field || (!isOpen && field.id === focused?.id)) return list;
  return { ...list, field: field.id, originalText: field.value ?? '' };
}

/** The texts of the elements on the screen that are not options of the list. */
export async function snapshotTexts(context: ToolContext, isOpen = false): Promise<Map<ElementId, string>> {
  const { elements } = await context.observe({ budget: 1 });
  const known = isOpen
    ? elements.filter((one) => !isOption(one))
    : [...elements, ...(await readMatches(context, optionCss))];
  return new Map(known.map((one) => [one.id, comparableText(one)]));
}

/** The text of an element, normalized for comparison. */
export function comparableText({ name, value = '' }: Element): string {
  return plainText(`${name} ${value}`);
}

async function findNewField({ observe }: ToolContext, { before, box }: OptionList): Promise<Element | undefined> {
  const { elements } = await observe({ budget: 1 });
  const fields = elements.filter((one) => one.role === 'TextInput' && one.id !== box && !before.has(one.id));
  return fields.length === 1 ? fields[0] : undefined;
}

/** The current options, including those outside of the viewport. */
export async function listOptions(context: ToolContext, list: OptionList): Promise<Element[]> {
  const containers = await findContainers(context, list);
  const inside = containers === '' ? [] : await readMatches(context, `:is(${containers}) ${optionCss}`);
  if (inside.length > 0) return inside;
  if (list.isInline) return (await listDescendants(context, list.box)).filter(isOption);
  const options = (await readMatches(context, optionCss)).filter(({ id }) => !list.before.has(id));
  if (options.length > 0) return options;
  const { elements } = await context.observe({ budget: 1 });
  const added = elements.filter(({ id, name }) => id !== list.box && name !== '' && !list.before.has(id));
  const items = added.filter(isOption);
  return items.length > 0 ? items : added.filter((one) => one.interactive && !isTextField(one));
}

const optionCss = ':is([role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem])';
const readBatchSize = 300;
const maxOptions = 3_000;

/** The rendered elements that match a selector. Reads long lists in batches. */
async function readMatches({ read }: ToolContext, css: string): Promise<Element[]> {
  const found = new Map<ElementId, Element>();
  for (let from = 1; from < maxOptions; from += readBatchSize) {
    const known = found.size;
    const { elements, total } = await read({ what: 'elements', css: from === 1 ? css : `${css}:nth-child(n+${from})` });
    for (const one of elements) found.set(one.id, one);
    if (total <= elements.length || found.size === known) break;
  }
  return [...found.values()].filter(({ bounds, name }) => bounds.width > 0 && bounds.height > 0 && name !== '');
}

function isOption({ role, name }: Element): boolean {
  return name !== '' && ['MenuItem', 'ListItem', 'Radio', 'Checkbox'].includes(role);
}

/** A selector for the lists that the element declares by ARIA attributes. */
async function findContainers(context: ToolContext, { box, isInline }: OptionList): Promise<string> {
  const { attributes = {} } = (await readAttributes(context, box)) ?? {};
  const references = isInline ? attributes.id : `${attributes['aria-controls'] ?? ''} ${attributes['aria-owns'] ?? ''}`;
  const ids = new Set((references ?? '').split(/\s+/).filter(Boolean));
  return [...ids].map((id) => `[id="${id.replace(/["\\]/g, '\\$&')}"]`).join(', ');
}

/** Closes the list and restores the text of its field. */
export async function closeList(context: ToolContext, list: OptionList, hasTyped: boolean): Promise<void> {
  if (list.isInline) return;
  if (hasTyped && list.field && (await readAttributes(context, list.field))) {
    await context.perform({ type: 'type', target: { element: list.field }, text: list.originalText, clear: true });
    const deadline = performance.now() + stableMs; // restoring the text also opens suggestions
    while (performance.now() < deadline && !(await isListOpen(context, list)))
      await pause(pollMs, undefined, { signal: context.signal });
  }
  if (!(await isListOpen(context, list))) return;
  await context.perform({ type: 'key', keys: 'Escape' });
  if (await isListOpen(context, list)) await context.perform({ type: 'click', target: { element: list.box } });
}

async function isListOpen(context: ToolContext, list: OptionList): Promise<boolean> {
  const { attributes } = (await readAttributes(context, list.box)) ?? {};
  if (!attributes) return false;
  const expanded = attributes['aria-expanded'];
  return expanded === undefined ? (await listOptions(context, list)).length > 0 : expanded === 'true';
}
