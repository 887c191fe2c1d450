import type { XConnection } from '../protocol/connection.js';
import {
  pagerSource,
  readAttributes,
  rootChildren,
  sendConfigureRequest,
  sendToRoot,
  stackModes,
} from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Windows } from './windows.js';

/** Keeps new windows below the user's window. */
export interface StackGuard {
  /** Guards this window. Windows that are above it now stay there. */
  start(window: number): Promise<void>;
  /** Sets the time (performance.now) at which the guard ends. */
  extend(until: number): void;
  stop(): void;
}

export interface StackGuardOptions {
  x: XConnection;
  properties: Properties;
  windows: Pick<Windows, 'stackingOrder' | 'isManaged'>;
}

const maxMoves = 40;

/** `applies` accepts the windows that must stay below. */
export function createStackGuard(
  { x, properties, windows }: StackGuardOptions,
  applies: (window: number) => boolean,
): StackGuard {
  let front: number | undefined;
  let above = new Set<number>();
  let until = 0;
  let orderAtom = 0;
  let isManaged = true;
  let moves = 0;
  let isChecking = false;
  let isCheckNeeded = false;
  const isActive = () => front !== undefined && performance.now() < until;

  const windowsAbove = async (window: number): Promise<number[]> => {
    const order = isManaged ? await windows.stackingOrder() : await rootChildren(x);
    return order.includes(window) ? order.slice(order.indexOf(window) + 1) : [];
  };

  async function check(): Promise<void> {
    const window = front;
    if (window === undefined || !isActive()) return;
    const raised = (await windowsAbove(window)).filter(
      (one) => !above.has(one) && applies(one) && x.ownerOf(one) !== x.ownerOf(window), // a program may cover its own window
    );
    for (const one of raised) {
      if (front !== window || !isActive() || moves >= maxMoves) return;
      moves += 1;
      await moveBelow(one, window);
    }
  }

  async function moveBelow(window: number, sibling: number): Promise<void> {
    const position = { sibling, stackMode: stackModes.below };
    if (!isManaged) {
      const attributes = await readAttributes(x, window);
      const isPopup = attributes?.overrideRedirect || attributes?.inputOnly;
      if (attributes && !isPopup) x.send((client) => client.ConfigureWindow(window, position));
      return;
    }
    const type = await properties.atom('_NET_RESTACK_WINDOW');
    const isSupported = (await properties.numbers(x.root, '_NET_SUPPORTED')).includes(type);
    if (isSupported) sendToRoot(x, { window, type, data: [pagerSource, sibling, stackModes.below] });
    else sendConfigureRequest(x, window, position);
  }

  async function checkUntilStable(): Promise<void> {
    isChecking = true;
    try {
      while (isCheckNeeded) {
        isCheckNeeded = false;
        await check();
      }
    } finally {
      isChecking = false;
    }
  }

  function requestCheck(): void {
    isCheckNeeded = true;
    if (!isChecking) checkUntilStable().catch(() => undefined); // the display is gone, and every other call reports it
  }

  x.onEvent((event) => {
    if (!isActive()) return;
    if (event.name === 'PropertyNotify' && event.wid === x.root && event.atom === orderAtom) requestCheck();
    if (isManaged) return;
    if (event.name === 'MapNotify' && event.event === x.root) requestCheck();
    if (event.name === 'ConfigureNotify' && event.wid === x.root) requestCheck();
  });

  return {
    async start(window) {
      orderAtom = await properties.atom('_NET_CLIENT_LIST_STACKING');
      isManaged = await windows.isManaged();
      above = new Set(await windowsAbove(window));
      moves = 0;
      front = window;
    },
    extend(end) {
      until = end;
      moves = 0;
    },
    stop() {
      front = undefined;
    },
  };
}
