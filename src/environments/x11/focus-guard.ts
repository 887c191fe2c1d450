import type { XConnection } from './connection.js';
import { events, focusOf, sendMessage, toManager } from './core-requests.js';
import type { Devices } from './devices.js';
import type { Properties } from './properties.js';
import type { Windows } from './windows.js';

/**
 * Keeps the person's focus where it is. Window managers give it to a window that was clicked and to one that just came up; where neither
 * was the person's doing, the window that had it gets it back.
 */
export interface FocusGuard {
  /** From now on, for so many milliseconds. */
  keep(ms?: number): Promise<void>;
  /** A window that is meant to have the focus. */
  expect(window: number): void;
  /** Devices that are not the person's. */
  ours(devices: readonly number[]): void;
}

export interface FocusGuardParts {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  note?: (text: string) => void;
}

/** Programs that are asked for something answer with a window within this time. */
const usualMs = 2000;
const fromPager = 2;

export function createFocusGuard({ x, properties, windows, note }: FocusGuardParts, devices: Devices): FocusGuard {
  const notPersons = new Set<number>();
  let until = 0;
  let personsWindow = 0;
  let activeName = 0;
  const isOn = () => performance.now() < until;
  /** Not what the window manager takes for active: the window that we type into may be that, too. */
  const active = async (): Promise<number> => (await windows.clientOf(await focusOf(x))) ?? 0;

  devices.listenToInput((device) => {
    if (!notPersons.has(device)) until = 0; // the person is at it: what changes now is the person's doing
  });

  async function giveBack(): Promise<void> {
    const taker = await active();
    if (!isOn() || taker === 0 || taker === personsWindow || personsWindow === 0) return;
    const list = await windows.list();
    const former = list.find(({ number, shown }) => number === personsWindow && shown);
    if (!former || !isOn()) return;
    sendMessage(x, x.root, personsWindow, await properties.atom('_NET_ACTIVE_WINDOW'), [fromPager, 0, 0], toManager);
    const title = list.find(({ number }) => number === taker)?.title ?? 'A window';
    note?.(`"${title}" took the focus by itself; it was given back to "${former.title}".`);
  }

  x.listen((event) => {
    if ((event[0] ?? 0) % 128 !== events.property || !isOn()) return;
    if (event.readUInt32LE(4) !== x.root || event.readUInt32LE(8) !== activeName) return;
    giveBack().catch(() => undefined); // the display is gone, and everything else says so
  });

  return {
    async keep(ms = usualMs) {
      activeName = await properties.atom('_NET_ACTIVE_WINDOW');
      if (!isOn()) personsWindow = await active();
      until = Math.max(until, performance.now() + ms);
    },
    expect(window) {
      personsWindow = window;
    },
    ours(ids) {
      for (const id of ids) notPersons.add(id);
    },
  };
}
