import type { XConnection } from './connection.js';
import { familyOf, focusOf, sendFocusIn } from './core-requests.js';
import type { Devices } from './devices.js';

/** Gives our keyboard to a window without the window manager taking that window for the one in use. */
export interface QuietFocus {
  /** Refused for a window that is not shown. */
  give(window: number): Promise<void>;
  /** Takes the keyboard away from the window that has it. */
  rest(): void;
}

export interface QuietFocusParts {
  x: XConnection;
  devices: Devices;
  keyboard: number;
  /** Another keyboard, which never types. Without it window managers see ours. */
  cover?: number;
  /** Has the keyboard when nobody else has. */
  home: number;
}

/**
 * Window managers hear that a window gets a keyboard, not which one. The server tells it only of the first keyboard that comes to a window and
 * the last one that leaves it; and managers pay no heed to what a grab does. So the other keyboard comes first and leaves last, by a grab.
 */
export function createQuietFocus({ x, devices, keyboard, cover, home }: QuietFocusParts): QuietFocus {
  let settled = false;

  /** A new keyboard belongs to no window, and the step away from there is seen: managers are told where the person's still is. */
  async function settle(): Promise<void> {
    settled = true;
    const frame = await frameOf(x, await focusOf(x));
    devices.giveKeyboard(home, keyboard);
    if (frame !== undefined) sendFocusIn(x, frame);
  }

  return {
    async give(window) {
      if ((await devices.focusOf(keyboard)) === window) return; // what is being edited would end with the focus
      if (!settled) await settle();
      else devices.giveKeyboard(home, keyboard);
      if (cover !== undefined) await devices.grabKeyboard(window, cover);
      await devices.focus(window, keyboard);
    },
    rest() {
      if (!settled) return;
      devices.giveKeyboard(home, keyboard);
      if (cover !== undefined) devices.ungrab(cover);
    },
  };
}

/** The frame that a window manager has put around a window; none where the window lies on the root itself. */
async function frameOf(x: XConnection, window: number): Promise<number | undefined> {
  let top = window;
  for (let depth = 0; top > 1 && depth < 16; depth += 1) {
    const parent = (await familyOf(x, top))?.parent;
    if (parent === x.root) return top === window ? undefined : top;
    if (!parent) return undefined;
    top = parent;
  }
  return undefined;
}
