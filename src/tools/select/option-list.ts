import { setTimeout as pause } from 'node:timers/promises';
import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { allInside } from '../target/all-inside.js';
import { plainText } from './match-option.js';

export const pollMs = 100;
/** Suggestions that stay the same for this long are all there are. */
export const stillMs = 700;

/** A box that offers options, with what is known of it. */
export interface OptionList {
  box: ElementId;
  /** What was on the screen before it was opened, and the words it bore. */
  before: ReadonlyMap<ElementId, string>;
  /** The options stand in the box itself: it is not opened or closed. */
  isStanding: boolean;
  /** The field that narrows the options. */
  field?: ElementId;
  /** What the field held before anything was typed into it. */
  held: string;
}

/** What an element says of itself, or nothing when it is gone. */
export async function factsOf(
  { read }: Pick<ToolContext, 'read'>,
  element: ElementId,
): Promise<{ tag: string; attributes: Record<string, string>; text: string } | undefined> {
  try {
    return await read({ what: 'attributes', element });
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'stale_element') return undefined;
    throw error;
  }
}

const focusedCss = ':is(input, textarea, [contenteditable]):focus';

async function fieldInFocus({ read }: ToolContext): Promise<Element | undefined> {
  const { elements } = await read({ what: 'elements', css: focusedCss });
  return elements.find((one) => isTextField(one) && !one.states.includes('readonly'));
}

function isTextField({ role }: Element): boolean {
  return role === 'TextInput' || role === 'Dropdown';
}

/** Opens a box and finds where one types to narrow what it offers. */
export async function openList(context: ToolContext, box: ElementId): Promise<OptionList> {
  const { tag = '', attributes = {} } = (await factsOf(context, box)) ?? {};
  const isOpen = attributes['aria-expanded'] === 'true';
  const list: OptionList = {
    box,
    before: await screenBefore(context, isOpen),
    isStanding: /^(?:listbox|menu|tree)$/.test(attributes.role ?? ''),
    held: attributes.value ?? '',
  };
  if (list.isStanding) return list;
  const isInput = tag === 'input' && attributes.readonly === undefined;
  const focused = isInput ? undefined : await fieldInFocus(context);
  if (!isOpen) await context.perform({ type: 'click', target: { element: box } });
  if (isInput) return { ...list, field: box };
  const field = (await fieldInFocus(context)) ?? (await onlyNewField(context, list));
  if (!field || (!isOpen && field.id === focused?.id)) return list;
  return { ...list, field: field.id, held: field.value ?? '' };
}

/** What is there already and is not offered by the box. */
export async function screenBefore(context: ToolContext, isOpen = false): Promise<Map<ElementId, string>> {
  const { elements } = await context.observe({ budget: 1 });
  const known = isOpen ? elements.filter((one) => !isOption(one)) : [...elements, ...(await shown(context, optionCss))];
  return new Map(known.map((one) => [one.id, wordsOf(one)]));
}

/** The words an element bears, for comparing. */
export function wordsOf({ name, value = '' }: Element): string {
  return plainText(`${name} ${value}`);
}

async function onlyNewField({ observe }: ToolContext, { before, box }: OptionList): Promise<Element | undefined> {
  const { elements } = await observe({ budget: 1 });
  const fields = elements.filter((one) => one.role === 'TextInput' && one.id !== box && !before.has(one.id));
  return fields.length === 1 ? fields[0] : undefined;
}

/** What is offered now, with what the list holds beyond its edges. */
export async function offered(context: ToolContext, list: OptionList): Promise<Element[]> {
  const within = await containersOf(context, list);
  const inside = within === '' ? [] : await shown(context, `:is(${within}) ${optionCss}`);
  if (inside.length > 0) return inside;
  if (list.isStanding) return (await allInside(context, list.box)).filter(isOption);
  const options = (await shown(context, optionCss)).filter(({ id }) => !list.before.has(id));
  if (options.length > 0) return options;
  const { elements } = await context.observe({ budget: 1 });
  const fresh = elements.filter(({ id, name }) => id !== list.box && name !== '' && !list.before.has(id));
  const items = fresh.filter(isOption);
  return items.length > 0 ? items : fresh.filter((one) => one.interactive && !isTextField(one));
}

const optionCss = ':is([role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem])';
const atOnce = 300;
const mostOptions = 3_000;

/** What a selector matches and can be seen or scrolled to. A reading holds so many at once; a long list goes on by its children. */
async function shown({ read }: ToolContext, css: string): Promise<Element[]> {
  const found = new Map<ElementId, Element>();
  for (let from = 1; from < mostOptions; from += atOnce) {
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

/** The lists that a box says it opens, as a selector. */
async function containersOf(context: ToolContext, { box, isStanding }: OptionList): Promise<string> {
  const { attributes = {} } = (await factsOf(context, box)) ?? {};
  const said = isStanding ? attributes.id : `${attributes['aria-controls'] ?? ''} ${attributes['aria-owns'] ?? ''}`;
  const ids = new Set((said ?? '').split(/\s+/).filter(Boolean));
  return [...ids].map((id) => `[id="${id.replace(/["\\]/g, '\\$&')}"]`).join(', ');
}

/** Closes what was opened, and gives back what was typed over. */
export async function closeList(context: ToolContext, list: OptionList, typed: boolean): Promise<void> {
  if (list.isStanding) return;
  if (typed && list.field && (await factsOf(context, list.field))) {
    await context.perform({ type: 'type', target: { element: list.field }, text: list.held, clear: true });
    const until = performance.now() + stillMs; // that brings suggestions, too
    while (performance.now() < until && !(await isOpenNow(context, list)))
      await pause(pollMs, undefined, { signal: context.signal });
  }
  if (!(await isOpenNow(context, list))) return;
  await context.perform({ type: 'key', keys: 'Escape' });
  if (await isOpenNow(context, list)) await context.perform({ type: 'click', target: { element: list.box } });
}

async function isOpenNow(context: ToolContext, list: OptionList): Promise<boolean> {
  const { attributes } = (await factsOf(context, list.box)) ?? {};
  if (!attributes) return false;
  const expanded = attributes['aria-expanded'];
  return expanded === undefined ? (await offered(context, list)).length > 0 : expanded === 'true';
}
