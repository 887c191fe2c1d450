import type { XConnection } from '../protocol/connection.js';
import {
  attributesOf,
  events,
  familyOf,
  restack,
  sendConfigureRequest,
  sendMessage,
  toManager,
} from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Windows } from './windows.js';

/** Keeps what comes up by itself below a window. */
export interface StackGuard {
  /** Below this one; what is above it now stays there. */
  keep(window: number): Promise<void>;
  until(moment: number): void;
  stop(): void;
}

const orderName = '_NET_CLIENT_LIST_STACKING';
const fromPager = 2;
const below = 1;
const mostMoves = 40;

export function createStackGuard(
  { x, properties, windows }: { x: XConnection; properties: Properties; windows: Pick<Windows, 'order' | 'managed'> },
  /** Windows that are not to come up. */
  isOurs: (window: number) => boolean,
): StackGuard {
  let front: number | undefined;
  let above = new Set<number>();
  let moment = 0;
  let order = 0;
  let isManaged = true;
  let moves = 0;
  let looking = false;
  let again = false;
  const isOn = () => front !== undefined && performance.now() < moment;

  const over = (list: readonly number[], window: number): number[] =>
    list.includes(window) ? list.slice(list.indexOf(window) + 1) : [];

  async function ordered(): Promise<number[]> {
    return isManaged ? windows.order() : ((await familyOf(x, x.root))?.children ?? []);
  }

  async function look(): Promise<void> {
    const window = front;
    if (window === undefined || !isOn()) return;
    const come = over(await ordered(), window).filter(
      (one) => !above.has(one) && isOurs(one) && x.ownerOf(one) !== x.ownerOf(window), // a program may cover its own
    );
    for (const one of come) {
      if (front !== window || !isOn() || moves >= mostMoves) return;
      moves += 1;
      await putBelow(one, window);
    }
  }

  async function putBelow(window: number, other: number): Promise<void> {
    if (!isManaged) return putBelowPlainly(window, other);
    const message = await properties.atom('_NET_RESTACK_WINDOW');
    const known = (await properties.numbers(x.root, '_NET_SUPPORTED')).includes(message);
    if (known) sendMessage(x, x.root, window, message, [fromPager, other, below], toManager);
    else sendConfigureRequest(x, window, { sibling: other, mode: below });
  }
  /** Menus and tooltips stay where they are. */
  async function putBelowPlainly(window: number, other: number): Promise<void> {
    const about = await attributesOf(x, window);
    if (about && !about.overrideRedirect && !about.inputOnly) restack(x, window, { sibling: other, mode: below });
  }

  async function lookUntilStill(): Promise<void> {
    looking = true;
    try {
      while (again) {
        again = false;
        await look();
      }
    } finally {
      looking = false;
    }
  }

  function lookSoon(): void {
    again = true;
    if (!looking) lookUntilStill().catch(() => undefined); // the display is gone, and everything else says so
  }

  x.listen((event) => {
    if (!isOn() || event.readUInt32LE(4) !== x.root) return;
    const type = (event[0] ?? 0) % 128;
    if (type === events.property && event.readUInt32LE(8) === order) lookSoon();
    if (!isManaged && (type === events.mapped || type === events.configured)) lookSoon();
  });

  return {
    async keep(window) {
      order = await properties.atom(orderName);
      isManaged = await windows.managed();
      above = new Set(over(await ordered(), window));
      moves = 0;
      front = window;
    },
    until(until) {
      moment = until;
      moves = 0;
    },
    stop() {
      front = undefined;
    },
  };
}
