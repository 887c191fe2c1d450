import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { DriverParts } from './driver-pointer.js';
import type { Snapshot } from './driver-snapshots.js';
import { addressOf } from './driver-windows.js';

/**
 * Chooses an item of a menu by the words of each level. On Linux it is pressed in the tree: tried there, the driver's own way through menus
 * did not find what it listed itself, and said so after it had pressed what it found.
 */
export async function chooseMenuItem(
  { line, snapshots, session, platform }: DriverParts,
  path: readonly string[],
  window: ScreenWindow,
  signal?: AbortSignal,
): Promise<void> {
  const address = { session, ...addressOf(window) };
  if (platform === 'linux') {
    const item = itemAt(await snapshots.take(window, signal), path, window.title);
    const { element_token } = await snapshots.elementOf(item, window, signal);
    await line.act('click', { ...address, element_token, delivery_mode: 'background' }, { signal });
    return;
  }
  try {
    await line.act('invoke_menu', { ...address, path }, { signal });
  } catch (error) {
    if (!(error instanceof HandrailError && error.code === 'not_found')) throw error;
    itemAt(await snapshots.take(window, signal), path, window.title); // says what there is instead
    throw error;
  }
}

/** Throws `not_found` with the items there are at that level. */
function itemAt(snapshot: Snapshot, path: readonly string[], title: string): ScreenNode {
  let level = topLevel(snapshot);
  let item: ScreenNode | undefined;
  for (const [index, words] of path.entries()) {
    item = level.find(({ name }) => plain(name) === plain(words));
    if (!item) {
      const where = index === 0 ? `"${title}"` : `The menu ${path.slice(0, index).join(' › ')}`;
      const names = level.slice(0, 15).map(({ name }) => `"${name}"`);
      const hint = names.length > 0 ? `There are ${names.join(', ')}.` : 'It has no items that the driver sees.';
      throw new HandrailError('not_found', `${where} has no item "${words}".`, hint);
    }
    level = children(snapshot, item);
  }
  if (!item) throw new HandrailError('invalid_action', 'A menu item needs a name.');
  return item;
}

function isInMenu({ role }: ScreenNode): boolean {
  return role === 'Menu' || role === 'MenuItem';
}

function topLevel({ nodes, elements }: Snapshot): ScreenNode[] {
  const depths = elements.filter((_, index) => nodes[index] && isInMenu(nodes[index])).map(({ depth }) => depth);
  const least = Math.min(...depths);
  return nodes.filter((node, index) => isInMenu(node) && elements[index]?.depth === least);
}

/** The items one level below: those after it that lie deeper, as deep as the first of them. */
function children(snapshot: Snapshot, parent: ScreenNode): ScreenNode[] {
  const all = below(snapshot, parent.key);
  const depthOf = (node: ScreenNode) => snapshot.elements[snapshot.nodes.indexOf(node)]?.depth ?? 0;
  const least = Math.min(...all.map(depthOf));
  return all.filter((node) => isInMenu(node) && depthOf(node) === least);
}

/** What follows a node in the list and lies deeper is inside it. */
export function below({ nodes, elements }: Snapshot, key: string): ScreenNode[] {
  const at = nodes.findIndex((node) => node.key === key);
  const depth = elements[at]?.depth;
  if (depth === undefined) return [];
  const end = elements.findIndex((element, index) => index > at && element.depth <= depth);
  return nodes.slice(at + 1, end === -1 ? nodes.length : end);
}

function plain(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/(\.\.\.|…)$/, '');
}
