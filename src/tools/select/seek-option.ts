import { setTimeout as pause } from 'node:timers/promises';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { listNames, matchOption } from './match-option.js';
import { factsOf, type OptionList, offered, pollMs, stillMs } from './option-list.js';

const mostScrolls = 60;

/** One search for an option. */
export interface Search {
  list: OptionList;
  wanted: string;
  /** The names that were offered on the way. */
  seen: Set<string>;
  typed: boolean;
}

/** Finds an option by its name: among what is offered, by typing, or by scrolling the list. Throws when none or more than one fits. */
export async function seek(context: ToolContext, search: Search): Promise<Element> {
  const { list, seen, wanted } = search;
  const reach = list.field ? byTyping : byScrolling;
  const found = (await lookFor(context, search)) ?? (await reach(context, search));
  if (found) return found;
  const match = matchOption(
    [...seen].map((name) => ({ name })),
    wanted,
    'holds',
  );
  if (match.kind === 'several')
    throw ambiguous(
      search,
      match.options.map(({ name }) => name),
    );
  const named = match.kind === 'one' ? { ...search, wanted: match.option.name, seen: new Set<string>() } : undefined;
  const last = named
    ? ((await lookFor(context, named)) ?? (await fromTheTop(context, named)))
    : await byKeys(context, search);
  if (last) return last;
  throw unknown(search);
}

/** The option that is named just so, among what is offered now. While nothing is offered yet, or what was typed may bring more, it is waited for. */
export async function lookFor(context: ToolContext, search: Search): Promise<Element | undefined> {
  let before: string | undefined;
  let stillSince = performance.now();
  for (;;) {
    const options = await offered(context, search.list);
    for (const { name } of options) search.seen.add(name);
    const match = matchOption(options, search.wanted, 'same');
    if (match.kind === 'one') return match.option;
    if (match.kind === 'several')
      throw ambiguous(
        search,
        match.options.map(({ id, name }) => `${id} "${name}"`),
      );
    const now = options.map(({ id, name }) => id + name).join();
    if (now !== before) stillSince = performance.now();
    before = now;
    const mayCome = search.typed || (options.length === 0 && !search.list.field);
    if (!mayCome || performance.now() - stillSince >= stillMs) return undefined;
    await pause(pollMs, undefined, { signal: context.signal });
  }
}

async function byTyping(context: ToolContext, search: Search): Promise<Element | undefined> {
  const { field } = search.list;
  if (!field) return undefined;
  search.typed = true;
  await context.perform({ type: 'type', target: { element: field }, text: search.wanted, clear: true });
  return lookFor(context, search);
}

/** Lists that draw only what is in view show the rest when they are scrolled; what was opened before may stand somewhere in the middle. */
async function byScrolling(context: ToolContext, search: Search): Promise<Element | undefined> {
  return (await scrollOn(context, search)) ?? fromTheTop(context, search);
}

async function fromTheTop(context: ToolContext, search: Search): Promise<Element | undefined> {
  if (search.list.field || !(await scrollList(context, search.list, 'to the top'))) return undefined;
  return (await lookFor(context, search)) ?? scrollOn(context, search);
}

async function scrollOn(context: ToolContext, search: Search): Promise<Element | undefined> {
  for (let count = 0; count < mostScrolls; count += 1) {
    const known = search.seen.size;
    const hasMoved = await scrollList(context, search.list, 'on');
    const found = await lookFor(context, search);
    if (found) return found;
    if (search.seen.size > known) continue;
    if (!hasMoved || !(await scrollList(context, search.list, 'to the end'))) return undefined;
    const last = await lookFor(context, search);
    if (last || search.seen.size === known) return last;
  }
  return undefined;
}

/** Some lists narrow to what is typed, without a field for it. */
async function byKeys(context: ToolContext, search: Search): Promise<Element | undefined> {
  const { list, wanted } = search;
  if (list.isStanding || !/^[\p{L}\p{N} ]+$/u.test(wanted)) return undefined;
  const { attributes = {} } = (await factsOf(context, list.box)) ?? {};
  const { elements } = await context.observe({ budget: 1 });
  const hasFocus = elements.some(({ id, states }) => id === list.box && states.includes('focused'));
  if (!hasFocus || attributes['aria-expanded'] !== 'true') return undefined;
  await context.perform({ type: 'key', keys: [...wanted].map((key) => (key === ' ' ? 'Space' : key)).join(' ') });
  return lookFor(context, search);
}

const veryFar = 1_000_000;

/** Scrolls the list, and says whether it moved. A page that moves instead is put back. */
async function scrollList(
  context: ToolContext,
  list: OptionList,
  way: 'on' | 'to the end' | 'to the top',
): Promise<boolean> {
  const options = await offered(context, list);
  const { elements, scroll } = await context.observe({ budget: 1 });
  const shown = options.filter(({ id }) => elements.some((one) => one.id === id && !one.states.includes('offscreen')));
  const [first] = options;
  const last = options.at(-1);
  const under = shown[Math.floor(shown.length / 2)];
  if (!first || !last || !under) return false;
  const height = last.bounds.y + last.bounds.height - first.bounds.y;
  const dy = way === 'to the top' ? -veryFar : way === 'on' ? Math.max(60, Math.round(height * 0.9)) : veryFar;
  const outcome = await context.perform({ type: 'scroll', target: { element: under.id }, dx: 0, dy });
  const byPage = (outcome.observation?.scroll?.y ?? 0) - (scroll?.y ?? 0);
  if (byPage !== 0) await context.perform({ type: 'scroll', dx: 0, dy: -byPage });
  return byPage === 0 && outcome.changes.some(({ kind }) => kind === 'scrolled');
}

function ambiguous({ wanted, list }: Search, candidates: readonly string[]): HandrailError {
  return new HandrailError(
    'ambiguous',
    `"${wanted}" could be any of ${candidates.length} options of ${list.box}: ${listNames(candidates)}.`,
    'Give the whole text of one, or click it.',
  );
}

function unknown({ wanted, list, seen, typed }: Search): HandrailError {
  if (seen.size === 0)
    return typed
      ? new HandrailError('unknown_option', `${list.box} suggests nothing for "${wanted}".`, 'Try other words.')
      : new HandrailError('unsupported', `${list.box} offers no options.`, 'Click it and choose from what opens.');
  return new HandrailError(
    'unknown_option',
    `${list.box} has no option "${wanted}". It offers: ${listNames([...seen])}.`,
    'Use one of these.',
  );
}
