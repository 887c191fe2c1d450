import { HandrailError } from '../../../core/errors.js';
import { type AtspiCall, type ObjectRef, objectKey, registry } from '../atspi/atspi.js';
import {
  hasState,
  isDisabled,
  type ObjectFacts,
  type ProgramObjects,
  readChildRefs,
  readFacts,
} from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import type { WindowTree } from '../tree/tree.js';
import { findByText, formatList } from './match-text.js';
import { performAction } from './perform-action.js';
import type { PollUntil } from './poll-until.js';
import { selectChild } from './select-in-parent.js';

interface MenuItem {
  facts: ObjectFacts;
  parent: ObjectFacts;
  index: number;
}

interface MenuOpening {
  pollUntil: PollUntil;
  /** Runs before the first menu is opened. */
  beforeOpening: (() => Promise<void>) | undefined;
}

const deviceController: ObjectRef = { bus: registry.bus, path: '/org/a11y/atspi/registry/deviceeventcontroller' };
const escapeKeysym = 0xff1b;
const pressKeysym = 3;
const maxBarDepth = 12;
const maxChildren = 500;
const maxListedItems = 60;

/**
 * Chooses an item of a window's menus by the texts of each level. The menus stay closed, except those that a program fills when they open.
 * Throws `not_found` or `disabled`.
 */
export async function chooseInMenu(
  call: AtspiCall,
  tree: WindowTree,
  path: readonly string[],
  opening: MenuOpening,
): Promise<void> {
  const { frame, program, window } = tree;
  const bars = await findMenuBars(call, program, frame.facts);
  if (!bars.length)
    throw new HandrailError(
      'not_found',
      `"${window.title}" has no menu bar.`,
      'Find a button that opens a menu, or press the keys of the item.',
    );
  const items = (await Promise.all(bars.map((bar) => readItems(call, bar)))).flat();
  const opened: MenuItem[] = [];
  try {
    await chooseFrom(call, items, path, opened, opening);
  } catch (error) {
    await closeMenus(call, opened, opening.pollUntil);
    throw error;
  }
}

async function chooseFrom(
  call: AtspiCall,
  bar: readonly MenuItem[],
  path: readonly string[],
  opened: MenuItem[],
  opening: MenuOpening,
): Promise<void> {
  let items = bar;
  for (const [depth, text] of path.entries()) {
    const item = findByText(text, items, (one) => one.facts.name);
    if (!item) throw noSuchItem(text, path.slice(0, depth), items);
    const name = item.facts.name.trim();
    if (isDisabled(item.facts))
      throw new HandrailError('disabled', `The menu item "${name}" is disabled.`, 'Enable it first.');
    const hasMenu = item.facts.role === roleNumbers.menu || item.facts.childCount > 0;
    const inner = hasMenu ? await readSubmenu(call, item, opened, opening) : [];
    if (depth < path.length - 1) items = inner;
    else if (inner.length) throw isSubmenu(name, inner);
    else if (!(await performAction(call, item.facts, ['click', 'press', 'activate', 'toggle', 'select'])))
      throw new HandrailError(
        'driver_failed',
        `The program did not choose "${name}".`,
        'Click the item on the screen, or press its keys.',
      );
  }
}

async function readSubmenu(
  call: AtspiCall,
  menu: MenuItem,
  opened: MenuItem[],
  { pollUntil, beforeOpening }: MenuOpening,
): Promise<MenuItem[]> {
  let items = await readItems(call, menu.facts);
  if (items.length) return items;
  if (opened.length === 0) await beforeOpening?.();
  opened.push(menu);
  if (!(await selectChild(call, menu.parent.ref, menu.index))) return [];
  await pollUntil(async () => {
    items = await readItems(call, menu.facts);
    return items.length > 0;
  });
  return items;
}

/** An open menu grabs the keyboard, and only a key closes it. */
async function closeMenus(call: AtspiCall, opened: readonly MenuItem[], pollUntil: PollUntil): Promise<void> {
  for (const menu of [...opened].reverse()) {
    const isClosed = async () => (await readItems(call, menu.facts)).every((item) => !hasState(item.facts, 'showing'));
    if (await isClosed()) continue;
    await call(
      deviceController,
      'DeviceEventController',
      'GenerateKeyboardEvent',
      'isu',
      escapeKeysym,
      '',
      pressKeysym,
    );
    await pollUntil(isClosed);
  }
}

/** The topmost menu bars of a window. The menu bar that LibreOffice reports itself counts only when there is no other. */
async function findMenuBars(call: AtspiCall, program: ProgramObjects, frame: ObjectFacts): Promise<ObjectFacts[]> {
  let level: ObjectFacts[] = [frame];
  let undrawn: ObjectFacts[] = [];
  for (let depth = 0; level.length && depth < maxBarDepth; depth += 1) {
    const containers = level.filter(
      (facts) => mapRole(facts.role).structural && !hasState(facts, 'managesDescendants'),
    );
    const below = await Promise.all(
      containers.map(async (container) =>
        (await readCachedChildren(call, program, container)).map((facts) => ({ facts, container })),
      ),
    );
    const bars = below.flat().filter(({ facts }) => facts.role === roleNumbers.menuBar && hasState(facts, 'visible'));
    const drawn = bars.filter(({ container }) => container.role !== roleNumbers.rootPane);
    if (drawn.length) return drawn.map(({ facts }) => facts);
    if (bars.length) undrawn = bars.map(({ facts }) => facts);
    level = below
      .flat()
      .map(({ facts }) => facts)
      .filter((facts) => facts.role !== roleNumbers.menuBar);
  }
  return undrawn;
}

async function readCachedChildren(
  call: AtspiCall,
  program: ProgramObjects,
  facts: ObjectFacts,
): Promise<ObjectFacts[]> {
  const known = program.children.get(objectKey(facts.ref));
  if (known?.length === facts.childCount) return known;
  return readChildren(call, facts);
}

async function readChildren(call: AtspiCall, facts: ObjectFacts): Promise<ObjectFacts[]> {
  const refs = await readChildRefs(call, facts.ref);
  const found = await Promise.all(refs.slice(0, maxChildren).map((ref) => readFacts(call, ref)));
  return found.flatMap((one) => one ?? []);
}

/** The current items of a menu, without separators and hidden items. */
async function readItems(call: AtspiCall, menu: ObjectFacts): Promise<MenuItem[]> {
  const children = await readChildren(call, menu);
  const items = children.flatMap((facts, index) =>
    mapRole(facts.role).role === 'MenuItem' && facts.name.trim() !== '' ? { facts, parent: menu, index } : [],
  );
  // Some toolkits put a menu object between the item and its items.
  const containers = children.filter(
    (one) => one.role === roleNumbers.popupMenu || (one.role === roleNumbers.menu && !one.name.trim()),
  );
  const inner = await Promise.all(containers.map((container) => readItems(call, container)));
  const all = [...items, ...inner.flat()];
  const visible = all.filter((one) => hasState(one.facts, 'visible'));
  return visible.length ? visible : all;
}

function noSuchItem(text: string, above: readonly string[], items: readonly MenuItem[]): HandrailError {
  const where = above.length ? `in the menu ${above.map((one) => `"${one}"`).join(' > ')}` : 'in the menu bar';
  const names = formatItems(items);
  return new HandrailError(
    'not_found',
    `There is no "${text}" ${where}.`,
    names ? `Items: ${names}.` : 'That menu is empty.',
  );
}

function isSubmenu(name: string, items: readonly MenuItem[]): HandrailError {
  return new HandrailError('not_found', `"${name}" opens a submenu.`, `Add one of its items: ${formatItems(items)}.`);
}

function formatItems(items: readonly MenuItem[]): string {
  return formatList(
    items.map(({ facts }) => facts.name.trim()),
    maxListedItems,
  );
}
