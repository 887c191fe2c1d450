import type { Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { attributesOf, events, familyOf, focusOf, geometryOf, listenTo, masks } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { factsOf } from './window-facts.js';

/** A window with its number on the server. */
export interface XWindow extends ScreenWindow {
  number: number;
  /** The window on the root that holds it: the frame of a window manager, or itself. */
  top: number;
}

export interface Windows {
  /** Front first. */
  list(): Promise<XWindow[]>;
  /** The number of a window that was listed, while it is there. */
  numberOf(window: ScreenWindow): number | undefined;
  idOf(number: number): string;
  /** The window of a program that a window belongs to: itself, or one around it. */
  clientOf(number: number): Promise<number | undefined>;
  /** What a window manager says there is, front last. */
  order(): Promise<number[]>;
  /** Whether a window manager is there that speaks EWMH. */
  managed(): Promise<boolean>;
  /** Empty where it has none, or there is no manager. */
  managerName(): Promise<string>;
}

type Named = Pick<XWindow, 'number' | 'app' | 'pid'>;

export function createWindows(x: XConnection, properties: Properties): Windows {
  /** Servers give the number of a window that is gone to another one. */
  const generations = new Map<number, number>();
  const met = new Set<number>();
  x.listen((event) => {
    if ((event[0] ?? 0) % 128 !== events.destroyed) return;
    const number = event.readUInt32LE(8);
    if (met.delete(number)) generations.set(number, (generations.get(number) ?? 0) + 1);
  });
  const idOf = (number: number): string => {
    const generation = generations.get(number) ?? 0;
    return `0x${number.toString(16)}${generation > 0 ? `.${generation}` : ''}`;
  };
  const meet = (number: number): void => {
    if (met.has(number)) return;
    met.add(number);
    listenTo(x, number, masks.structure | masks.property);
  };

  async function managed(): Promise<boolean> {
    const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
    if (!manager) return false;
    const [itself] = await properties.numbers(manager, '_NET_SUPPORTING_WM_CHECK');
    return itself === manager; // a manager that is gone leaves its mark on the root
  }

  async function managerName(): Promise<string> {
    const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
    return (manager && (await properties.text(manager, '_NET_WM_NAME'))) || '';
  }

  /** From a window up to the one that lies on the root. */
  async function upwards(window: number): Promise<number[]> {
    const path: number[] = [];
    for (let at = window; at > 1 && at !== x.root && path.length < 16; ) {
      path.push(at);
      at = (await familyOf(x, at))?.parent ?? 0;
    }
    return path;
  }

  async function order(): Promise<number[]> {
    const stacked = await properties.numbers(x.root, '_NET_CLIENT_LIST_STACKING');
    // Some managers tell the order only when there is one.
    return stacked.length > 0 ? stacked : properties.numbers(x.root, '_NET_CLIENT_LIST');
  }

  /** Windows of programs by the window on the root that holds them. */
  async function clients(): Promise<{ list: Map<number, number>; complete: boolean }> {
    const list = new Map<number, number>();
    if (!(await managed())) return { list, complete: false };
    const paths = await Promise.all((await order()).map(upwards));
    for (const path of paths) {
      const [client, top] = [path[0], path.at(-1)];
      if (client && top) list.set(top, client);
    }
    return { list, complete: true };
  }

  /** Below a frame of a manager that keeps no list: the window with a state. */
  async function withState(window: number, depth = 3): Promise<number | undefined> {
    if (await properties.read(window, 'WM_STATE')) return window;
    const children = depth === 0 ? [] : ((await familyOf(x, window))?.children ?? []);
    const found = await Promise.all(children.map((child) => withState(child, depth - 1)));
    return found.find((child) => child !== undefined);
  }

  async function describe(top: number, known: { list: Map<number, number>; complete: boolean }) {
    const about = await attributesOf(x, top);
    if (!about || about.inputOnly) return undefined;
    const listed = known.list.get(top);
    if (listed === undefined && !about.viewable) return undefined;
    if (listed === undefined && known.complete && !about.overrideRedirect) return undefined;
    const number = listed ?? (about.overrideRedirect ? top : ((await withState(top)) ?? top));
    const facts = await factsOf(x, properties, number, about.overrideRedirect && number === top);
    if (!facts || facts.bounds.width * facts.bounds.height <= 1) return undefined;
    meet(number);
    const { hidden, ...rest } = facts;
    return { ...rest, number, top, id: idOf(number), shown: about.viewable && !hidden };
  }

  /** A menu says little of itself: it is of the program that its window is of. */
  function programOf({ number, app, pid }: Named, all: readonly Named[]): Pick<ScreenWindow, 'app' | 'pid'> {
    if (app && pid) return { app, pid };
    const kin = all.find(
      (other) => other.app && other.number !== number && x.ownerOf(other.number) === x.ownerOf(number),
    );
    const process = pid ?? kin?.pid;
    return { app: app || kin?.app || 'unknown', ...(process === undefined ? {} : { pid: process }) };
  }

  return {
    async list() {
      const [tree, known, screen] = await Promise.all([familyOf(x, x.root), clients(), geometryOf(x, x.root)]);
      // Not what the window manager takes for active: a window that a second keyboard types into may be that, too.
      const focused = await upwards(await focusOf(x));
      const found = await Promise.all((tree?.children ?? []).reverse().map((top) => describe(top, known)));
      const there = found.filter((window) => window !== undefined);
      return there
        .filter(({ popup, bounds }) => !popup || !screen || meets(bounds, screen))
        .map((window) => ({ ...window, ...programOf(window, there), active: focused.includes(window.number) }));
    },
    idOf,
    managed,
    managerName,
    order,
    numberOf(window) {
      const number = Number.parseInt(window.id, 16);
      return met.has(number) && idOf(number) === window.id ? number : undefined;
    },
    async clientOf(number) {
      const known = (await clients()).list;
      const path = await upwards(number);
      const top = path.at(-1);
      return top === undefined ? undefined : (known.get(top) ?? top);
    },
  };
}

function meets(one: Rect, other: Rect): boolean {
  return one.x < other.width && one.y < other.height && one.x + one.width > 0 && one.y + one.height > 0;
}
