import { HandrailError } from '../../core/errors.js';
import { doAction } from './act-click.js';
import { type Ask, keyOf } from './atspi.js';
import { childRefs, type Facts, has, type Program, readFacts } from './facts.js';
import { mapRole, roleNumbers } from './role-table.js';
import type { WindowTree } from './tree.js';
import { listed, pickByWords } from './words.js';

/** Chooses an item of a window's menus by the words of each level. Nothing of it is seen on the screen but what the item does. */
export async function chooseInMenu(
  ask: Ask,
  { frame, program, window }: WindowTree,
  path: readonly string[],
): Promise<void> {
  const bars = await menuBars(ask, program, frame.facts);
  if (!bars.length)
    throw new HandrailError(
      'not_found',
      `"${window.title}" has no menu bar.`,
      'Look for a button that opens a menu, or press the keys of the item.',
    );
  let items = (await Promise.all(bars.map((bar) => itemsOf(ask, bar)))).flat();
  for (const [depth, words] of path.entries()) {
    const item = pickByWords(words, items, (one) => one.name);
    if (!item) throw noSuchItem(words, path.slice(0, depth), items);
    if (!has(item, 'sensitive') || !has(item, 'enabled'))
      throw new HandrailError('disabled', `"${item.name.trim()}" is there, but cannot be chosen now.`);
    const inner = item.role === roleNumbers.menu ? await itemsOf(ask, item) : [];
    if (depth < path.length - 1) {
      items = inner;
      continue;
    }
    if (inner.length) throw isMenu(item.name.trim(), inner);
    if (!(await doAction(ask, item, ['click', 'press', 'activate', 'toggle', 'select'])))
      throw new HandrailError('driver_failed', `The program did not choose "${item.name.trim()}".`);
  }
}

/** Menu bars that are drawn in a window: the first that is found on the way down, level by level. */
async function menuBars(ask: Ask, program: Program, frame: Facts): Promise<Facts[]> {
  let level: Facts[] = [frame];
  for (let depth = 0; level.length && depth < 12; depth += 1) {
    const bars = level.filter((facts) => facts.role === roleNumbers.menuBar && has(facts, 'visible'));
    if (bars.length) return bars;
    const holders = level.filter((facts) => mapRole(facts.role).plain && !has(facts, 'managesDescendants'));
    level = (await Promise.all(holders.map((facts) => childrenOf(ask, program, facts)))).flat();
  }
  return [];
}

async function childrenOf(ask: Ask, program: Program, facts: Facts): Promise<Facts[]> {
  const known = program.children.get(keyOf(facts.ref));
  if (known?.length === facts.childCount) return known;
  return readChildren(ask, facts);
}

async function readChildren(ask: Ask, facts: Facts): Promise<Facts[]> {
  const refs = await childRefs(ask, facts.ref);
  const found = await Promise.all(refs.slice(0, 500).map((ref) => readFacts(ask, ref)));
  return found.flatMap((one) => one ?? []);
}

/** The items of a menu as it is now; lines between them and hidden ones left out. */
async function itemsOf(ask: Ask, menu: Facts): Promise<Facts[]> {
  const children = await readChildren(ask, menu);
  const items = children.filter((one) => mapRole(one.role).role === 'MenuItem' && one.name.trim() !== '');
  // Some toolkits put a menu object between the item and its items.
  const holders = children.filter(
    (one) => one.role === roleNumbers.popupMenu || (one.role === roleNumbers.menu && !one.name.trim()),
  );
  const inner = await Promise.all(holders.map((holder) => itemsOf(ask, holder)));
  const all = [...items, ...inner.flat()];
  const visible = all.filter((one) => has(one, 'visible'));
  return visible.length ? visible : all;
}

function noSuchItem(words: string, above: readonly string[], items: readonly Facts[]): HandrailError {
  const where = above.length ? `in the menu ${above.map((one) => `"${one}"`).join(' > ')}` : 'in the menu bar';
  const names = listed(
    items.map((item) => item.name.trim()),
    60,
  );
  return new HandrailError(
    'not_found',
    `There is no "${words}" ${where}.`,
    names ? `There are: ${names}.` : 'That menu is empty.',
  );
}

function isMenu(name: string, items: readonly Facts[]): HandrailError {
  return new HandrailError(
    'not_found',
    `"${name}" is a menu, not an item that does something.`,
    `Name one of its items, too: ${listed(
      items.map((item) => item.name.trim()),
      60,
    )}.`,
  );
}
