import { setTimeout as pause } from 'node:timers/promises';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { joinNames, matchOption } from './match-option.js';
import { listOptions, type OptionList, pollMs, readAttributes, stableMs } from './option-list.js';

const maxScrolls = 60;

export interface OptionSearch {
  list: OptionList;
  wanted: string;
  /** The names of all options found so far. */
  foundNames: Set<string>;
  hasTyped: boolean;
}

/** Finds an option by name: among the current options, by typing, or by scrolling. Throws HandrailError unless exactly one matches. */
export async function findOption(context: ToolContext, search: OptionSearch): Promise<Element> {
  const { list, foundNames, wanted } = search;
  const searchMore = list.field ? findByTyping : findByScrolling;
  const found = (await waitForOption(context, search)) ?? (await searchMore(context, search));
  if (found) return found;
  const match = matchOption(
    [...foundNames].map((name) => ({ name })),
    wanted,
    'contains',
  );
  if (match.kind === 'several')
    throw ambiguous(
      search,
      match.options.map(({ name }) => name),
    );
  const named =
    match.kind === 'one' ? { ...search, wanted: match.option.name, foundNames: new Set<string>() } : undefined;
  const last = named
    ? ((await waitForOption(context, named)) ?? (await findFromTop(context, named)))
    : await findByKeys(context, search);
  if (last) return last;
  throw unknown(search);
}

/** The option with exactly this name among the current ones. Waits while more options can appear. */
export async function waitForOption(context: ToolContext, search: OptionSearch): Promise<Element | undefined> {
  let previous: string | undefined;
  let stableSince = performance.now();
  for (;;) {
    const options = await listOptions(context, search.list);
    for (const { name } of options) search.foundNames.add(name);
    const match = matchOption(options, search.wanted, 'equals');
    if (match.kind === 'one') return match.option;
    if (match.kind === 'several')
      throw ambiguous(
        search,
        match.options.map(({ id, name }) => `${id} "${name}"`),
      );
    const current = options.map(({ id, name }) => id + name).join();
    if (current !== previous) stableSince = performance.now();
    previous = current;
    const canChange = search.hasTyped || (options.length === 0 && !search.list.field);
    if (!canChange || performance.now() - stableSince >= stableMs) return undefined;
    await pause(pollMs, undefined, { signal: context.signal });
  }
}

async function findByTyping(context: ToolContext, search: OptionSearch): Promise<Element | undefined> {
  const { field } = search.list;
  if (!field) return undefined;
  search.hasTyped = true;
  await context.perform({ type: 'type', target: { element: field }, text: search.wanted, clear: true });
  return waitForOption(context, search);
}

/** A virtual list renders only visible options. Scrolls to the end first, then from the top. */
async function findByScrolling(context: ToolContext, search: OptionSearch): Promise<Element | undefined> {
  return (await findScrollingDown(context, search)) ?? findFromTop(context, search);
}

async function findFromTop(context: ToolContext, search: OptionSearch): Promise<Element | undefined> {
  if (search.list.field || !(await scrollList(context, search.list, 'to top'))) return undefined;
  return (await waitForOption(context, search)) ?? findScrollingDown(context, search);
}

async function findScrollingDown(context: ToolContext, search: OptionSearch): Promise<Element | undefined> {
  for (let count = 0; count < maxScrolls; count += 1) {
    const known = search.foundNames.size;
    const hasMoved = await scrollList(context, search.list, 'down');
    const found = await waitForOption(context, search);
    if (found) return found;
    if (search.foundNames.size > known) continue;
    if (!hasMoved || !(await scrollList(context, search.list, 'to end'))) return undefined;
    const last = await waitForOption(context, search);
    if (last || search.foundNames.size === known) return last;
  }
  return undefined;
}

/** Some lists filter by typed keys without a field. */
async function findByKeys(context: ToolContext, search: OptionSearch): Promise<Element | undefined> {
  const { list, wanted } = search;
  if (list.isInline || !/^[\p{L}\p{N} ]+$/u.test(wanted)) return undefined;
  const { attributes = {} } = (await readAttributes(context, list.box)) ?? {};
  const { elements } = await context.observe({ budget: 1 });
  const hasFocus = elements.some(({ id, states }) => id === list.box && states.includes('focused'));
  if (!hasFocus || attributes['aria-expanded'] !== 'true') return undefined;
  await context.perform({ type: 'key', keys: [...wanted].map((key) => (key === ' ' ? 'Space' : key)).join(' ') });
  return waitForOption(context, search);
}

const scrollToEndPixels = 1_000_000;

/** Scrolls the list and returns true if it moved. Reverts a scroll of the page itself. */
async function scrollList(
  context: ToolContext,
  list: OptionList,
  direction: 'down' | 'to end' | 'to top',
): Promise<boolean> {
  const options = await listOptions(context, list);
  const { elements, scroll } = await context.observe({ budget: 1 });
  const shown = options.filter(({ id }) => elements.some((one) => one.id === id && !one.states.includes('offscreen')));
  const [first] = options;
  const last = options.at(-1);
  const middle = shown[Math.floor(shown.length / 2)];
  if (!first || !last || !middle) return false;
  const height = last.bounds.y + last.bounds.height - first.bounds.y;
  const dy =
    direction === 'to top'
      ? -scrollToEndPixels
      : direction === 'down'
        ? Math.max(60, Math.round(height * 0.9))
        : scrollToEndPixels;
  const outcome = await context.perform({ type: 'scroll', target: { element: middle.id }, dx: 0, dy });
  const pageScroll = (outcome.observation?.scroll?.y ?? 0) - (scroll?.y ?? 0);
  if (pageScroll !== 0) await context.perform({ type: 'scroll', dx: 0, dy: -pageScroll });
  return pageScroll === 0 && outcome.changes.some(({ kind }) => kind === 'scrolled');
}

function ambiguous({ wanted, list }: OptionSearch, candidates: readonly string[]): HandrailError {
  return new HandrailError(
    'ambiguous',
    `"${wanted}" matches ${candidates.length} options of ${list.box}: ${joinNames(candidates)}.`,
    'Pass the full text of one, or click it.',
  );
}

function unknown({ wanted, list, foundNames, hasTyped }: OptionSearch): HandrailError {
  if (foundNames.size === 0)
    return hasTyped
      ? new HandrailError('unknown_option', `${list.box} has no suggestion for "${wanted}".`, 'Try another text.')
      : new HandrailError('unsupported', `${list.box} has no options.`, 'Click it and choose from what opens.');
  return new HandrailError(
    'unknown_option',
    `${list.box} has no option "${wanted}". Its options: ${joinNames([...foundNames])}.`,
    'Use one of these.',
  );
}
