import type { Element, ElementId, State } from '../../core/element.js';
import { center, contains, intersect, type Rect, type Size } from '../../core/geometry.js';
import type { View, ViewRequest } from '../../core/view.js';
import type { NodeIds } from './node-ids.js';
import type { ScreenNode, ScreenWindow, Tree } from './screen.js';
import type { WindowsInUse } from './windows/windows-in-use.js';

export interface Seen {
  size: Size;
  /** All there are, front first. */
  windows: readonly ScreenWindow[];
  /** Those of the scope, the one in use first. */
  own: readonly ScreenWindow[];
  tree: Tree;
}

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** What was seen of a screen as a View. */
export function viewOf({ size, windows, own, tree }: Seen, ids: NodeIds, inUse: WindowsInUse, look: ViewRequest): View {
  const current = inUse.current();
  const titles = new Map(own.map(({ id, title, app }) => [id, title || app]));
  const cover = covering(windows);
  const elements = tree.nodes
    .map((node) =>
      elementOf(node, ids, { size, cover, frame: node.window === current?.id ? undefined : titles.get(node.window) }),
    )
    .filter((element) => !look.region || intersect(element.bounds, look.region) !== undefined);
  const listed = own.filter(({ popup }) => !popup);
  const view: View = {
    screen: size,
    title: current?.title ?? '',
    app: current?.app ?? 'desktop',
    tabs: listed.map((window) => ({
      id: inUse.numberOf(window),
      url: window.app,
      title: window.title,
      active: window.id === current?.id,
    })),
    elements,
    dropped: tree.dropped,
  };
  const troubles = [tree.incomplete, lockedBy(windows, size)].filter((trouble) => trouble !== undefined);
  if (troubles.length > 0) view.incomplete = troubles.join(' ');
  return view;
}

interface Around {
  size: Size;
  cover: (node: ScreenNode) => boolean;
  frame: string | undefined;
}

function elementOf(node: ScreenNode, ids: NodeIds, { size, cover, frame }: Around): Element {
  const { key: _, window: __, list, bounds, states, ...facts } = node;
  const id = ids.idOf(node);
  const isShown = bounds && intersect(bounds, { x: 0, y: 0, ...size });
  const more: State[] = [];
  if (!isShown && !states.includes('offscreen')) more.push('offscreen');
  else if (isShown && cover(node)) more.push('covered');
  const element: Element = { ...facts, id, states: [...states, ...more], bounds: bounds ?? nowhere };
  const of = list && listOf(list.of, ids, node);
  if (list && of) element.list = { of, row: list.row, rows: list.rows };
  if (frame !== undefined) element.frame = frame;
  return element;
}

/** The list around a row may not have been read itself; its id is then made here, for `expand`. */
function listOf(key: string, ids: NodeIds, row: ScreenNode): ElementId {
  return ids.idOfUnseen({ key, window: row.window, role: 'List', name: '', states: [], interactive: false });
}

/** Whether the middle of a node lies under a window that is further in front than its own. */
function covering(windows: readonly ScreenWindow[]): (node: ScreenNode) => boolean {
  const rank = new Map(windows.map(({ id }, index) => [id, index]));
  return ({ window, bounds }) => {
    if (!bounds) return false;
    const own = rank.get(window) ?? windows.length;
    return windows
      .slice(0, own)
      .some((other) => other.shown && !other.tooltip && contains(other.bounds, center(bounds)));
  };
}

const lockers =
  /\b(xscreensaver|i3lock|swaylock|slock|xlock|xsecurelock|light-locker|xfce4-screensaver|gnome-screensaver|mate-screensaver|kscreenlocker)/i;

function lockedBy(windows: readonly ScreenWindow[], size: Size): string | undefined {
  const front = windows.find(({ shown }) => shown);
  if (!front || !lockers.test(`${front.app} ${front.title}`)) return undefined;
  const isWhole = front.bounds.width >= size.width && front.bounds.height >= size.height;
  return isWhole ? `The screen is locked (${front.app}): only a person can unlock it.` : undefined;
}
