import type { Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { queryTree, readAttributes, readFocus, readGeometry, rootChildren } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readWindowFacts } from './window-facts.js';
import { createWindowIds, type WindowIds } from './window-ids.js';

/** A window with its number on the server. */
export interface XWindow extends ScreenWindow {
  number: number;
  /** The window on the root that contains it: the frame of the window manager, or the window itself. */
  top: number;
}

/** The program windows of a display. */
export interface Windows extends WindowManager, Omit<WindowIds, 'register'> {
  /** Front first. */
  list(): Promise<XWindow[]>;
  /** The program window that a window belongs to: itself, or one around it. */
  clientOf(number: number): Promise<number | undefined>;
}

/** Program windows by the window on the root that contains them. */
interface ManagedClients {
  clientOf: Map<number, number>;
  isManaged: boolean;
}

const maxDepth = 16;
const maxStateDepth = 3;

export function createWindows(x: XConnection, properties: Properties): Windows {
  const { register, ...ids } = createWindowIds(x);
  const manager = createWindowManager(x, properties);

  /** The windows from this one up to the one on the root. */
  async function ancestors(window: number): Promise<number[]> {
    const path: number[] = [];
    for (let current = window; current > 1 && current !== x.root && path.length < maxDepth; ) {
      path.push(current);
      current = (await queryTree(x, current))?.parent ?? 0;
    }
    return path;
  }

  async function readClients(): Promise<ManagedClients> {
    const clientOf = new Map<number, number>();
    if (!(await manager.isManaged())) return { clientOf, isManaged: false };
    const paths = await Promise.all((await manager.stackingOrder()).map(ancestors));
    for (const path of paths) {
      const [client, top] = [path[0], path.at(-1)];
      if (client && top) clientOf.set(top, client);
    }
    return { clientOf, isManaged: true };
  }

  /** Finds the program window inside the frame of a window manager without EWMH: the one with WM_STATE. */
  async function findStateWindow(window: number, depth = maxStateDepth): Promise<number | undefined> {
    if (await properties.read(window, 'WM_STATE')) return window;
    const children = depth === 0 ? [] : ((await queryTree(x, window))?.children ?? []);
    const found = await Promise.all(children.map((child) => findStateWindow(child, depth - 1)));
    return found.find((child) => child !== undefined);
  }

  /** Undefined for a window on the root that is not a program window, menu or tooltip. */
  async function describe(top: number, { clientOf, isManaged }: ManagedClients) {
    const attributes = await readAttributes(x, top);
    if (!attributes || attributes.inputOnly) return undefined;
    const { viewable, overrideRedirect } = attributes;
    const client = clientOf.get(top);
    if (client === undefined && (!viewable || (isManaged && !overrideRedirect))) return undefined;
    const number = client ?? (overrideRedirect ? top : ((await findStateWindow(top)) ?? top));
    const facts = await readWindowFacts(x, properties, number, overrideRedirect && number === top);
    if (!facts || facts.bounds.width * facts.bounds.height <= 1) return undefined;
    register(number);
    const { hidden, ...rest } = facts;
    return { ...rest, number, top, id: ids.idOf(number), shown: viewable && !hidden };
  }

  return {
    ...ids,
    ...manager,
    async list() {
      const [children, clients, screen] = await Promise.all([rootChildren(x), readClients(), readGeometry(x, x.root)]);
      // Not the active window of the window manager: that may be one that the second keyboard types into.
      const focused = await ancestors(await readFocus(x));
      const found = await Promise.all(children.reverse().map((top) => describe(top, clients)));
      const all = found.filter((window) => window !== undefined);
      return all
        .filter(({ popup, bounds }) => !popup || !screen || isOnScreen(bounds, screen))
        .map((window) => ({
          ...window,
          ...programOf(x, window, all),
          active: focused.includes(window.number),
        }));
    },
    async clientOf(number) {
      const { clientOf } = await readClients();
      const top = (await ancestors(number)).at(-1);
      return top === undefined ? undefined : (clientOf.get(top) ?? top);
    },
  };
}

type ProgramWindow = Pick<XWindow, 'number' | 'app' | 'pid'>;

/** A menu has few properties: the other windows of its program have the missing ones. */
function programOf(
  x: XConnection,
  { number, app, pid }: ProgramWindow,
  all: readonly ProgramWindow[],
): Pick<ScreenWindow, 'app' | 'pid'> {
  if (app && pid) return { app, pid };
  const related = all.find(
    (other) => other.app && other.number !== number && x.ownerOf(other.number) === x.ownerOf(number),
  );
  return { app: app || related?.app || 'unknown', pid: pid ?? related?.pid };
}

function isOnScreen({ x, y, width, height }: Rect, screen: { width: number; height: number }): boolean {
  return x < screen.width && y < screen.height && x + width > 0 && y + height > 0;
}

/** What a window manager that supports EWMH publishes on the root window. */
interface WindowManager {
  isManaged(): Promise<boolean>;
  /** Empty when there is no window manager, or it has no name. */
  managerName(): Promise<string>;
  /** The program windows, front last. */
  stackingOrder(): Promise<number[]>;
}

function createWindowManager(x: XConnection, properties: Properties): WindowManager {
  return {
    async isManaged() {
      const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      if (!manager) return false;
      const [self] = await properties.numbers(manager, '_NET_SUPPORTING_WM_CHECK');
      return self === manager; // a window manager that is gone leaves its property on the root
    },
    async managerName() {
      const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      return (manager && (await properties.text(manager, '_NET_WM_NAME'))) || '';
    },
    async stackingOrder() {
      const stacked = await properties.numbers(x.root, '_NET_CLIENT_LIST_STACKING');
      // Some window managers publish the stacking order only while there are windows.
      return stacked.length > 0 ? stacked : properties.numbers(x.root, '_NET_CLIENT_LIST');
    },
  };
}
