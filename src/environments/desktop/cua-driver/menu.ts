import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { DriverParts } from './pointer.js';
import type { Snapshot } from './snapshots.js';
import { windowParameters } from './windows.js';

const maxListedItems = 15;

/**
 * Chooses a menu item by the label of each level. On Linux it clicks the item in the tree, because the driver's own menu command does not find
 * items that it lists, and reports the failure after it clicked others.
 */
export async function chooseMenuItem(
  { connection, snapshots, session, platform }: DriverParts,
  path: readonly string[],
  window: ScreenWindow,
  signal?: AbortSignal,
): Promise<void> {
  const target = { session, ...windowParameters(window) };
  if (platform === 'linux') {
    const item = findItem(await snapshots.take(window, signal), path, window.title);
    const { element_token } = await snapshots.elementOf(item, window, signal);
    await connection.act('click', { ...target, element_token, delivery_mode: 'background' }, { signal });
    return;
  }
  try {
    await connection.act('invoke_menu', { ...target, path }, { signal });
  } catch (error) {
    if (!(error instanceof HandrailError && error.code === 'not_found')) throw error;
    findItem(await snapshots.take(window, signal), path, window.title); // throws an error that lists the items
    throw error;
  }
}

/** Throws `not_found` with the items of the level. */
function findItem(snapshot: Snapshot, path: readonly string[], title: string): ScreenNode {
  let level = topLevelItems(snapshot);
  let item: ScreenNode | undefined;
  for (const [depth, label] of path.entries()) {
    item = level.find(({ name }) => normalize(name) === normalize(label));
    if (!item) {
      const menu = depth === 0 ? `"${title}"` : `The menu ${path.slice(0, depth).join(' › ')}`;
      const names = level.slice(0, maxListedItems).map(({ name }) => `"${name}"`);
      const hint = names.length > 0 ? `Items: ${names.join(', ')}.` : 'It has no items that the driver can read.';
      throw new HandrailError('not_found', `${menu} has no item "${label}".`, hint);
    }
    level = childItems(snapshot, item);
  }
  if (!item) throw new HandrailError('invalid_action', 'The menu path is empty.', 'Pass the label of each level.');
  return item;
}

function isMenuNode({ role }: ScreenNode): boolean {
  return role === 'Menu' || role === 'MenuItem';
}

function topLevelItems(snapshot: Snapshot): ScreenNode[] {
  return shallowest(snapshot, snapshot.nodes.filter(isMenuNode));
}

function childItems(snapshot: Snapshot, parent: ScreenNode): ScreenNode[] {
  return shallowest(snapshot, descendants(snapshot, parent.key)).filter(isMenuNode);
}

/** The nodes with the smallest depth. */
function shallowest({ nodes, elements }: Snapshot, candidates: readonly ScreenNode[]): ScreenNode[] {
  const depthOf = (node: ScreenNode): number => elements[nodes.indexOf(node)]?.depth ?? 0;
  const depth = Math.min(...candidates.map(depthOf));
  return candidates.filter((node) => depthOf(node) === depth);
}

/** The descendants of a node: the following nodes with a greater depth. */
export function descendants({ nodes, elements }: Snapshot, key: string): ScreenNode[] {
  const index = nodes.findIndex((node) => node.key === key);
  const depth = elements[index]?.depth;
  if (depth === undefined) return [];
  const end = elements.findIndex((element, other) => other > index && element.depth <= depth);
  return nodes.slice(index + 1, end === -1 ? nodes.length : end);
}

function normalize(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replace(/(\.\.\.|…)$/, '');
}
