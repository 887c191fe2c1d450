import type { Devices } from '../input/devices.js';

/** Intercepts keys of the user that would go to a window that took the focus without the user's action. */
export interface StrayKeys {
  /** The user's keys are not meant for this window. */
  watch(window: number): void;
  /** Keys go to the focused window again. */
  stop(): void;
}

/**
 * The server holds a key that arrives at a watched window until `onHeldKey` returns. When it has corrected the focus, the key goes to the
 * focused window.
 */
export function createStrayKeys(devices: Devices, onHeldKey: (window: number) => void): StrayKeys {
  const grabs = new Map<number, Promise<void>>();
  let reading: Promise<number | undefined> | undefined;
  /** The first keyboard of the list: added keyboards come after it. */
  const userKeyboard = (): Promise<number | undefined> => {
    reading ??= devices.list().then((all) => all.find(({ use }) => use === 'master keyboard')?.id);
    return reading;
  };

  devices.onHeldKey((keyboard, window) => {
    onHeldKey(window);
    devices.replay(keyboard);
  });

  async function grab(window: number): Promise<void> {
    const keyboard = await userKeyboard();
    if (keyboard !== undefined && grabs.has(window)) await devices.grabKeys(window, keyboard);
  }

  async function release(window: number, grabbing: Promise<void>): Promise<void> {
    await grabbing;
    const keyboard = await userKeyboard();
    if (keyboard !== undefined) devices.ungrabKeys(window, keyboard);
  }

  // A failure means that the display is gone, and every other call reports it.
  return {
    watch(window) {
      if (devices.missing || grabs.has(window)) return;
      const grabbing = grab(window).catch(() => undefined);
      grabs.set(window, grabbing);
    },
    stop() {
      for (const [window, grabbing] of grabs) release(window, grabbing).catch(() => undefined);
      grabs.clear();
    },
  };
}
