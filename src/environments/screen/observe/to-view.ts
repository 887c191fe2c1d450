import type { Element, ElementId, State } from '../../../core/element.js';
import { center, contains, intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { View, ViewRequest } from '../../../core/view.js';
import type { NodeIds } from '../node-ids.js';
import type { ScreenNode, ScreenWindow, Tree } from '../screen.js';
import type { WindowTracker } from '../windows/window-tracker.js';

interface ScreenContent {
  size: Size;
  /** All visible windows, front first. */
  windows: readonly ScreenWindow[];
  /** The windows of the scope, the current one first. */
  scopedWindows: readonly ScreenWindow[];
  tree: Tree;
}

const noBounds: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Converts the content of a screen into a View. */
export function toView(
  { size, windows, scopedWindows, tree }: ScreenContent,
  ids: NodeIds,
  tracker: WindowTracker,
  { region }: ViewRequest,
): View {
  const current = tracker.current();
  const titles = new Map(scopedWindows.map(({ id, title, app }) => [id, title || app]));
  const isCovered = coverTest(windows);
  const elements = tree.nodes
    .map((node) => {
      const frame = node.window === current?.id ? undefined : titles.get(node.window);
      return toElement(node, ids, { size, isCovered, frame });
    })
    .filter((element) => !region || intersect(element.bounds, region) !== undefined);
  const view: View = {
    screen: size,
    title: current?.title ?? '',
    app: current?.app ?? 'desktop',
    tabs: scopedWindows
      .filter(({ popup }) => !popup)
      .map((window) => ({
        id: tracker.tabIdOf(window),
        url: window.app,
        title: window.title,
        active: window.id === current?.id,
      })),
    elements,
    dropped: tree.dropped,
  };
  const problems = [tree.incomplete, describeLock(windows, size)].filter((problem) => problem !== undefined);
  if (problems.length > 0) view.incomplete = problems.join(' ');
  return view;
}

interface ElementContext {
  size: Size;
  isCovered: (node: ScreenNode) => boolean;
  frame: string | undefined;
}

function toElement(node: ScreenNode, ids: NodeIds, { size, isCovered, frame }: ElementContext): Element {
  const { key: _, window: __, list, bounds, states, ...facts } = node;
  const id = ids.idOf(node);
  const isOnScreen = bounds && intersect(bounds, { x: 0, y: 0, ...size });
  const added: State[] = [];
  if (!isOnScreen && !states.includes('offscreen')) added.push('offscreen');
  else if (isOnScreen && isCovered(node)) added.push('covered');
  const element: Element = { ...facts, id, states: [...states, ...added], bounds: bounds ?? noBounds };
  if (list) element.list = { container: listId(list.containerKey, ids, node), row: list.row, rowCount: list.rowCount };
  if (frame !== undefined) element.frame = frame;
  return element;
}

/** The id of the list of a row. `expand` needs it even when the list itself was not read. */
function listId(key: string, ids: NodeIds, row: ScreenNode): ElementId {
  return ids.idOfUnread({ key, window: row.window, role: 'List', name: '', states: [], interactive: false });
}

/** Returns a function that tells whether a window in front of the node's own window covers the node's center. */
export function coverTest(windows: readonly ScreenWindow[]): (node: ScreenNode) => boolean {
  const ranks = new Map(windows.map(({ id }, index) => [id, index]));
  return ({ window, bounds }) => {
    if (!bounds) return false;
    return windows
      .slice(0, ranks.get(window) ?? windows.length)
      .some((other) => other.shown && !other.tooltip && contains(other.bounds, center(bounds)));
  };
}

const screenLockers =
  /\b(xscreensaver|i3lock|swaylock|slock|xlock|xsecurelock|light-locker|xfce4-screensaver|gnome-screensaver|mate-screensaver|kscreenlocker)/i;

function describeLock(windows: readonly ScreenWindow[], size: Size): string | undefined {
  const front = windows.find(({ shown }) => shown);
  if (!front || !screenLockers.test(`${front.app} ${front.title}`)) return undefined;
  const coversScreen = front.bounds.width >= size.width && front.bounds.height >= size.height;
  return coversScreen ? `The screen is locked (${front.app}): only the user can unlock it.` : undefined;
}
