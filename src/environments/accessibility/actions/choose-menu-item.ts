import { HandrailError } from '../../../core/errors.js';
import { type Ask, keyOf, type Ref, registry } from '../atspi/atspi.js';
import { childRefs, type Facts, has, isDisabled, type Program, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { listed, pickByWords } from '../match-text.js';
import type { Until } from '../poll-until.js';
import type { WindowTree } from '../tree/tree.js';
import { doAction } from './click.js';
import { selectChild } from './select-in-parent.js';

interface Item {
  facts: Facts;
  parent: Facts;
  index: number;
}

const deviceController: Ref = { bus: registry.bus, path: '/org/a11y/atspi/registry/deviceeventcontroller' };
const escapeKey = 0xff1b;
const keySymbol = 3;

/**
 * Chooses an item of a window's menus by the words of each level. Nothing of it is seen on the screen but what the item does; only a menu
 * that is filled when it opens has to be opened for a moment.
 */
export async function chooseInMenu(ask: Ask, tree: WindowTree, path: readonly string[], until: Until): Promise<void> {
  const { frame, program, window } = tree;
  const bars = await menuBars(ask, program, frame.facts);
  if (!bars.length)
    throw new HandrailError(
      'not_found',
      `"${window.title}" has no menu bar.`,
      'Look for a button that opens a menu, or press the keys of the item.',
    );
  const items = (await Promise.all(bars.map((bar) => itemsOf(ask, bar)))).flat();
  const opened: Item[] = [];
  try {
    await chooseFrom(ask, items, path, opened, until);
  } catch (error) {
    await closeMenus(ask, opened, until);
    throw error;
  }
}

async function chooseFrom(
  ask: Ask,
  bar: readonly Item[],
  path: readonly string[],
  opened: Item[],
  until: Until,
): Promise<void> {
  let items = bar;
  for (const [depth, words] of path.entries()) {
    const item = pickByWords(words, items, (one) => one.facts.name);
    if (!item) throw noSuchItem(words, path.slice(0, depth), items);
    const name = item.facts.name.trim();
    if (isDisabled(item.facts)) throw new HandrailError('disabled', `"${name}" is there, but cannot be chosen now.`);
    const hasMenu = item.facts.role === roleNumbers.menu || item.facts.childCount > 0;
    const inner = hasMenu ? await itemsIn(ask, item, opened, until) : [];
    if (depth < path.length - 1) items = inner;
    else if (inner.length) throw isMenu(name, inner);
    else if (!(await doAction(ask, item.facts, ['click', 'press', 'activate', 'toggle', 'select'])))
      throw new HandrailError('driver_failed', `The program did not choose "${name}".`);
  }
}

async function itemsIn(ask: Ask, menu: Item, opened: Item[], until: Until): Promise<Item[]> {
  let items = await itemsOf(ask, menu.facts);
  if (items.length) return items;
  opened.push(menu);
  if (!(await selectChild(ask, menu.parent.ref, menu.index))) return [];
  await until(async () => {
    items = await itemsOf(ask, menu.facts);
    return items.length > 0;
  });
  return items;
}

/** An open menu has taken the keyboard, and only a key closes it. */
async function closeMenus(ask: Ask, opened: readonly Item[], until: Until): Promise<void> {
  for (const menu of [...opened].reverse()) {
    const isClosed = async () => (await itemsOf(ask, menu.facts)).every((item) => !has(item.facts, 'showing'));
    if (await isClosed()) continue;
    await ask(deviceController, 'DeviceEventController', 'GenerateKeyboardEvent', 'isu', escapeKey, '', keySymbol);
    await until(isClosed);
  }
}

/** Menu bars that are drawn in a window: the first that are found on the way down. LibreOffice's own idea of its menus counts only without another. */
async function menuBars(ask: Ask, program: Program, frame: Facts): Promise<Facts[]> {
  let level: Facts[] = [frame];
  let spare: Facts[] = [];
  for (let depth = 0; level.length && depth < 12; depth += 1) {
    const holders = level.filter((facts) => mapRole(facts.role).plain && !has(facts, 'managesDescendants'));
    const below = await Promise.all(
      holders.map(async (holder) => (await childrenOf(ask, program, holder)).map((facts) => ({ facts, holder }))),
    );
    const bars = below.flat().filter(({ facts }) => facts.role === roleNumbers.menuBar && has(facts, 'visible'));
    const drawn = bars.filter(({ holder }) => holder.role !== roleNumbers.rootPane);
    if (drawn.length) return drawn.map(({ facts }) => facts);
    if (bars.length) spare = bars.map(({ facts }) => facts);
    level = below
      .flat()
      .map(({ facts }) => facts)
      .filter((facts) => facts.role !== roleNumbers.menuBar);
  }
  return spare;
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
async function itemsOf(ask: Ask, menu: Facts): Promise<Item[]> {
  const children = await readChildren(ask, menu);
  const items = children.flatMap((facts, index) =>
    mapRole(facts.role).role === 'MenuItem' && facts.name.trim() !== '' ? { facts, parent: menu, index } : [],
  );
  // Some toolkits put a menu object between the item and its items.
  const holders = children.filter(
    (one) => one.role === roleNumbers.popupMenu || (one.role === roleNumbers.menu && !one.name.trim()),
  );
  const inner = await Promise.all(holders.map((holder) => itemsOf(ask, holder)));
  const all = [...items, ...inner.flat()];
  const visible = all.filter((one) => has(one.facts, 'visible'));
  return visible.length ? visible : all;
}

function noSuchItem(words: string, above: readonly string[], items: readonly Item[]): HandrailError {
  const where = above.length ? `in the menu ${above.map((one) => `"${one}"`).join(' > ')}` : 'in the menu bar';
  const names = listed(
    items.map((item) => item.facts.name.trim()),
    60,
  );
  return new HandrailError(
    'not_found',
    `There is no "${words}" ${where}.`,
    names ? `There are: ${names}.` : 'That menu is empty.',
  );
}

function isMenu(name: string, items: readonly Item[]): HandrailError {
  return new HandrailError(
    'not_found',
    `"${name}" is a menu, not an item that does something.`,
    `Name one of its items, too: ${listed(
      items.map((item) => item.facts.name.trim()),
      60,
    )}.`,
  );
}
