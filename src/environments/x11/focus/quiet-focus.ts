import type { Devices } from '../input/devices.js';
import type { XConnection } from '../protocol/connection.js';
import { events, familyOf, focusOf, sendFocusIn } from '../protocol/core-requests.js';
import type { Windows } from '../windows/windows.js';

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
  windows: Pick<Windows, 'managerName'>;
}

/** Window managers that hear of keyboards by the frame, and not by the window in it, which may go first. */
const hearsByFrame = /^openbox/i;

/**
 * Window managers hear that a window gets a keyboard, not which one. The server tells it only of the first keyboard that comes to a window and
 * the last one that leaves it; and managers pay no heed to what a grab does. So the other keyboard comes first and leaves last, by a grab.
 */
export function createQuietFocus({ x, devices, keyboard, cover, home, windows }: QuietFocusParts): QuietFocus {
  /** The window that has the keyboard, while it is there. */
  let given: number | undefined;
  x.listen((event) => {
    const type = (event[0] ?? 0) % 128;
    if ((type === events.unmapped || type === events.destroyed) && event.readUInt32LE(8) === given) given = undefined;
  });

  /** A keyboard without a window: a new one, or its window is gone. The step from there is seen: managers are told where the person's still is. */
  async function settle(): Promise<void> {
    const frame = await frameOf(x, await focusOf(x));
    devices.giveKeyboard(home, keyboard);
    if (frame !== undefined) sendFocusIn(x, frame);
  }

  async function heard(window: number): Promise<number> {
    return (hearsByFrame.test(await windows.managerName()) && (await frameOf(x, window))) || window;
  }

  return {
    async give(window) {
      const now = await devices.focusOf(keyboard);
      if (now === window) return; // what is being edited would end with the focus
      if (now <= 1) await settle();
      else devices.giveKeyboard(home, keyboard);
      if (cover !== undefined) await devices.grabKeyboard(await heard(window), cover);
      await devices.focus(window, keyboard);
      given = window;
    },
    rest() {
      if (given === undefined) return;
      given = undefined;
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
