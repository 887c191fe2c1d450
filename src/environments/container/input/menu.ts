import { HandrailError } from '../../../core/errors.js';
import { center } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { listed, pickByWords } from '../../accessibility/match-text.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import type { WindowControl } from './window-control.js';

export interface MenuParts {
  accessibility: Accessibility;
  control: WindowControl;
  /** Clicks a place of the window that is already in front. */
  clickAt(point: { x: number; y: number }, signal?: AbortSignal): Promise<void>;
  closeMenus(levels: number): Promise<void>;
}

const openMs = 3_000;
const glanceMs = 30;

/**
 * Opens menus as a person does, level by level. An item that was chosen by the accessibility interface and opens a dialog would keep its
 * program from telling anything until that is answered.
 */
export async function chooseFromMenu(
  path: readonly string[],
  window: ScreenWindow,
  parts: MenuParts,
  signal?: AbortSignal,
): Promise<void> {
  let known = new Set<string>();
  for (const [depth, words] of path.entries()) {
    try {
      const { item, all } = await findItem(words, path.slice(0, depth), window, known, parts, signal);
      const { x, y } = center(item.bounds ?? window.bounds);
      await parts.clickAt({ x, y }, signal);
      known = new Set([...known, ...all.map(({ key }) => key)]);
    } catch (error) {
      if (depth > 0) await parts.closeMenus(depth).catch(() => undefined); // the first error is the one to tell
      throw error;
    }
  }
}

/** The item of that name among those that were not there before the menu was opened. */
async function findItem(
  words: string,
  above: readonly string[],
  window: ScreenWindow,
  known: ReadonlySet<string>,
  parts: MenuParts,
  signal?: AbortSignal,
): Promise<{ item: ScreenNode; all: ScreenNode[] }> {
  const until = performance.now() + openMs;
  let fresh: ScreenNode[] = [];
  while (performance.now() < until && !signal?.aborted) {
    const all = await itemsOf(window, parts, signal);
    fresh = all.filter(({ key }) => !known.has(key));
    const item = pickByWords(words, fresh, ({ name }) => name);
    if (item?.states.includes('disabled'))
      throw new HandrailError('disabled', `"${item.name}" is there, but cannot be chosen now.`);
    if (item) return { item, all };
    // A menu that shows its items has no more to come.
    if (fresh.length > 0 && above.length === 0) break;
    await pause(glanceMs, signal);
  }
  const where = above.length > 0 ? `in the menu ${above.map((one) => `"${one}"`).join(' > ')}` : 'in the menu bar';
  const names = fresh.map(({ name }) => name);
  throw new HandrailError(
    'not_found',
    names.length === 0 && above.length === 0
      ? `"${window.title}" has no menu bar.`
      : `There is no "${words}" ${where}.`,
    names.length > 0
      ? `There are: ${listed(names, 60)}.`
      : 'Look for a button that opens a menu, or press the keys of the item.',
  );
}

async function itemsOf(
  window: ScreenWindow,
  { accessibility, control }: MenuParts,
  signal?: AbortSignal,
): Promise<ScreenNode[]> {
  const own = (await control.windows()).filter(
    ({ id, pid, popup }) => id === window.id || (popup && pid === window.pid),
  );
  const { nodes } = await accessibility.tree({ windows: own }, signal);
  return nodes.filter(
    ({ role, name, bounds }) => (role === 'MenuItem' || role === 'Menu') && name.trim() !== '' && bounds !== undefined,
  );
}
