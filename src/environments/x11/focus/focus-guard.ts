import type { Devices } from '../input/devices.js';
import type { XConnection } from '../protocol/connection.js';
import { queryPointer, readFocus, rootChildren, setFocus } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { clearAttentionRequests } from '../windows/clear-attention.js';
import { watchNewWindows } from '../windows/new-windows.js';
import { createStackGuard } from '../windows/stack-guard.js';
import type { Windows } from '../windows/windows.js';
import {
  type DesktopFacts,
  type FocusGuardContext,
  type FocusGuardEffect,
  type FocusGuardEvent,
  initialState,
  isActive,
  isGuarding,
  isIntruder,
  isWorkWindow,
  reduceFocusGuard,
} from './focus-guard-state.js';
import { createStrayKeys } from './stray-keys.js';
import { createUserActivity } from './user-activity.js';

/**
 * Keeps the user's focus where it is, and the user's window in front. Window managers give the focus to a new window and raise it. When the
 * user did not cause this, the user's window gets both back.
 */
export interface FocusGuard {
  /** Guards the focus for some time: against programs that were given work and, during a launch, against every new window. */
  start(options?: GuardOptions): Promise<void>;
  /** Stops guarding, because another window is about to get the focus on purpose. */
  stop(): void;
  /** Registers devices that are not the user's. */
  addDevices(devices: readonly number[]): void;
}

export interface GuardOptions {
  ms?: number;
  /** A window of the program that is about to be given work. */
  window?: number;
  /** A program is being started: every new window is taken for its window. */
  isLaunching?: boolean;
  /** The startup id that the launch was announced with. */
  startupId?: string;
}

export interface FocusGuardOptions {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  devices: Devices;
  /** Receives a sentence when the focus was given back. */
  note?: (text: string) => void;
}

/** A program that was given work opens its window within this time, even on a busy machine. */
const defaultGuardMs = 5000;

export function createFocusGuard({ x, properties, windows, devices, note }: FocusGuardOptions): FocusGuard {
  let state = initialState;
  let endTimer: NodeJS.Timeout | undefined;
  let clearing: Promise<void> | undefined;
  const context = (): FocusGuardContext => ({ now: performance.now(), ownerOf: x.ownerOf });
  const stack = createStackGuard({ x, properties, windows }, (window) => isWorkWindow(state, window, context()));
  const activity = createUserActivity({ x, properties, windows });
  const strayKeys = createStrayKeys(devices, (window) => handle({ type: 'keyHeld', window }));

  async function execute(effect: FocusGuardEffect): Promise<void> {
    switch (effect.type) {
      case 'readDesktop':
        return dispatch({ type: 'desktopRead', facts: await readDesktop(x, properties, windows) });
      case 'readModifiers':
        return dispatch({ type: 'modifiersRead', mask: (await queryPointer(x)).mask });
      case 'readFocus':
        return dispatch({ type: 'focusRead', taker: await readFocus(x), user: effect.user });
      case 'setFocus':
        return setFocus(x, effect.window); // the server ignores a window that is gone
      case 'reportReturn':
        return reportReturn(effect.taker, effect.client);
      case 'watchFocus':
        return devices.selectFocusOut(effect.window);
      case 'watchKeys':
        return strayKeys.watch(effect.window);
      case 'stopWatchingKeys':
        return strayKeys.stop();
      case 'stopWatchingKeysAfter':
        clearTimeout(endTimer);
        endTimer = setTimeout(strayKeys.stop, effect.ms).unref();
        return;
      case 'guardStack':
        return stack.start(effect.window);
      case 'extendStackGuard':
        return stack.extend(effect.until);
      case 'stopStackGuard':
        return stack.stop();
      case 'reportUserActivity':
        return activity.start(effect.client);
      case 'repeatUserActivity':
        return activity.repeat();
      case 'markLaunched':
        return writeStartupId(properties, effect.window, effect.startupId);
    }
  }

  /** Effects start at once and in order: a held key is replayed right after them. */
  async function dispatch(event: FocusGuardEvent): Promise<void> {
    const next = reduceFocusGuard(state, event, context());
    state = next.state;
    await Promise.all(next.effects.map(execute));
  }
  function handle(event: FocusGuardEvent): void {
    dispatch(event).catch(() => undefined); // the display is gone, and every other call reports it
  }

  async function reportReturn(taker: number, client: number): Promise<void> {
    const list = await windows.list();
    const title = (number: number | undefined) => list.find((window) => window.number === number)?.title;
    const name = title(await windows.clientOf(taker));
    if (name) note?.(`"${name}" took the focus by itself; it was given back to "${title(client) ?? ''}".`);
  }

  devices.onInput((device, what) => handle({ type: 'inputReceived', device, what }));
  devices.onFocusOut((device, window) => handle({ type: 'focusLeft', device, window }));
  watchNewWindows(x, {
    created(window) {
      const isGuarded = isGuarding(state, context()) && isIntruder(state, window, context());
      handle({ type: 'windowCreated', window });
      return isGuarded;
    },
    pending: () => handle({ type: 'windowPending' }),
  });

  return {
    async start({ ms = defaultGuardMs, window, isLaunching = false, startupId } = {}) {
      if (startupId) await startupAtoms(properties); // so that the id can be written without a round trip
      clearing ??= clearAttentionRequests(
        { x, properties },
        (one) => isActive(state, context()) && isIntruder(state, one, context()),
      );
      await clearing;
      await dispatch({ type: 'guardRequested', ms, window, isLaunching, startupId });
      if (window !== undefined) await dispatch({ type: 'programGiven', window });
    },
    stop: () => handle({ type: 'released' }),
    addDevices: (ids) => handle({ type: 'devicesAdded', devices: ids }),
  };
}

async function readDesktop(x: XConnection, properties: Properties, windows: Windows): Promise<DesktopFacts> {
  const focus = await readFocus(x);
  const [client, isManaged, managerName, [managerWindow]] = await Promise.all([
    windows.clientOf(focus),
    windows.isManaged(),
    windows.managerName(),
    properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK'),
  ]);
  return {
    focus,
    client,
    isManaged,
    windows: isManaged ? await windows.stackingOrder() : await rootChildren(x),
    managerOwner: managerWindow && x.ownerOf(managerWindow),
    managerName,
  };
}

function startupAtoms(properties: Properties): Promise<[number, number]> {
  return properties.atoms('_NET_STARTUP_ID', 'UTF8_STRING');
}

async function writeStartupId(properties: Properties, window: number, id: string): Promise<void> {
  const [name, type] = await startupAtoms(properties);
  properties.write(window, name, type, 8, Buffer.from(id));
}
