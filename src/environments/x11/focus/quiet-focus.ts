import type { Devices } from '../input/devices.js';
import type { XConnection } from '../protocol/connection.js';
import { queryTree, readFocus, sendFocusIn } from '../protocol/core-requests.js';
import type { Windows } from '../windows/windows.js';

/** Focuses a window with our keyboard without the window manager treating that window as the active one. */
export interface QuietFocus {
  /** Throws XRefusal for a window that is not shown. */
  focus(window: number): Promise<void>;
  /** Takes the keyboard away from the focused window. */
  unfocus(): void;
}

export interface QuietFocusOptions {
  x: XConnection;
  devices: Devices;
  keyboard: number;
  /** A second keyboard that never types. Without it, window managers notice ours. */
  coverKeyboard?: number;
  /** The window that has the keyboard while no program has it. */
  idleWindow: number;
  windows: Pick<Windows, 'managerName'>;
}

/** Window managers that watch the focus of the frame instead of the window inside, which may be destroyed first. */
const watchesFrames = /^openbox/i;
const maxDepth = 16;

/**
 * Window managers learn that a window gets a keyboard focus, but not which keyboard. The server reports only the first keyboard that enters
 * a window and the last one that leaves it, and window managers ignore focus changes by a grab. So the cover keyboard enters first and
 * leaves last, by a grab.
 */
export function createQuietFocus(options: QuietFocusOptions): QuietFocus {
  const { x, devices, keyboard, coverKeyboard, idleWindow, windows } = options;
  /** The window that has the keyboard, while it is shown. */
  let focused: number | undefined;
  x.onEvent((event) => {
    if ((event.name === 'UnmapNotify' || event.name === 'DestroyNotify') && event.wid === focused) focused = undefined;
  });

  /** Window managers notice the step from no window to the idle window, so they receive the focus of the user again. */
  async function moveToIdleWindow(): Promise<void> {
    const frame = await findFrame(x, await readFocus(x));
    devices.setFocus(idleWindow, keyboard);
    if (frame !== undefined) sendFocusIn(x, frame);
  }

  async function watchedWindow(window: number): Promise<number> {
    return (watchesFrames.test(await windows.managerName()) && (await findFrame(x, window))) || window;
  }

  return {
    async focus(window) {
      const current = await devices.readFocus(keyboard);
      if (current === window) return; // focusing again would end an edit in place
      if (current <= 1) await moveToIdleWindow();
      else devices.setFocus(idleWindow, keyboard);
      if (coverKeyboard !== undefined) await devices.grabKeyboard(await watchedWindow(window), coverKeyboard);
      await devices.checkedSetFocus(window, keyboard);
      focused = window;
    },
    unfocus() {
      if (focused === undefined) return;
      focused = undefined;
      devices.setFocus(idleWindow, keyboard);
      if (coverKeyboard !== undefined) devices.ungrab(coverKeyboard);
    },
  };
}

/** The frame that a window manager has put around a window. Undefined for a window directly on the root. */
async function findFrame(x: XConnection, window: number): Promise<number | undefined> {
  let top = window;
  for (let depth = 0; top > 1 && depth < maxDepth; depth += 1) {
    const parent = (await queryTree(x, top))?.parent;
    if (parent === x.root) return top === window ? undefined : top;
    if (!parent) return undefined;
    top = parent;
  }
  return undefined;
}
