import { HandrailError } from '../../../core/errors.js';
import { center, type Point } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { findByText, formatList } from '../../accessibility/actions/match-text.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { WindowControl } from './window-control.js';

export interface MenuParts {
  accessibility: Accessibility;
  control: WindowControl;
  /** Clicks a point of the window, which is in front. */
  clickPoint(point: Point, signal?: AbortSignal): Promise<void>;
  closeMenus(levels: number): Promise<void>;
}

const maxOpenMs = 3_000;
const pollMs = 30;
const maxListedItems = 60;

/**
 * Chooses a menu item by clicking each level. An item that is chosen through AT-SPI and opens a dialog blocks its program's accessibility until
 * the dialog closes.
 */
export async function chooseMenuItem(
  path: readonly string[],
  window: ScreenWindow,
  parts: MenuParts,
  signal?: AbortSignal,
): Promise<void> {
  let knownKeys = new Set<string>();
  for (const [depth, label] of path.entries()) {
    try {
      const { item, items } = await findItem(label, path.slice(0, depth), window, knownKeys, parts, signal);
      await parts.clickPoint(center(item.bounds ?? window.bounds), signal);
      knownKeys = new Set([...knownKeys, ...items.map(({ key }) => key)]);
    } catch (error) {
      if (depth > 0) await parts.closeMenus(depth).catch(() => undefined); // the first error is reported
      throw error;
    }
  }
}

/** Waits for the item among those that appeared since the menu was opened. */
async function findItem(
  label: string,
  parents: readonly string[],
  window: ScreenWindow,
  knownKeys: ReadonlySet<string>,
  parts: MenuParts,
  signal?: AbortSignal,
): Promise<{ item: ScreenNode; items: ScreenNode[] }> {
  const until = performance.now() + maxOpenMs;
  let newItems: ScreenNode[] = [];
  while (performance.now() < until && !signal?.aborted) {
    const items = await readItems(window, parts, signal);
    newItems = items.filter(({ key }) => !knownKeys.has(key));
    const item = findByText(label, newItems, ({ name }) => name);
    if (item?.states.includes('disabled'))
      throw new HandrailError('disabled', `"${item.name}" is disabled now.`, 'Enable it first.');
    if (item) return { item, items };
    // A menu bar shows all its items at once.
    if (newItems.length > 0 && parents.length === 0) break;
    await sleep(pollMs, signal);
  }
  const menu = parents.length > 0 ? `in the menu ${parents.map((one) => `"${one}"`).join(' > ')}` : 'in the menu bar';
  const names = newItems.map(({ name }) => name);
  throw new HandrailError(
    'not_found',
    names.length === 0 && parents.length === 0
      ? `"${window.title}" has no menu bar.`
      : `There is no "${label}" ${menu}.`,
    names.length > 0
      ? `Items: ${formatList(names, maxListedItems)}.`
      : 'Use a button that opens a menu, or the shortcut of the item.',
  );
}

async function readItems(
  window: ScreenWindow,
  { accessibility, control }: MenuParts,
  signal?: AbortSignal,
): Promise<ScreenNode[]> {
  const windows = (await control.windows()).filter(
    ({ id, pid, popup }) => id === window.id || (popup && pid === window.pid),
  );
  const { nodes } = await accessibility.tree({ windows }, signal);
  return nodes.filter(
    ({ role, name, bounds }) => (role === 'MenuItem' || role === 'Menu') && name.trim() !== '' && bounds !== undefined,
  );
}
