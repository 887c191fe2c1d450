import type { Devices } from '../input/devices.js';

/** Catches keys of the person that would go to a window that was given the focus behind the person's back. */
export interface StrayKeys {
  /** The person's keys are not meant for this window. */
  watch(window: number): void;
  /** What the person types goes where the focus is. */
  stop(): void;
}

/**
 * A key that comes to a watched window is held by the server until `heard` has done what is to be done: the focus may be put right by then, and
 * the key goes where the focus is.
 */
export function createStrayKeys(devices: Devices, heard: (window: number) => void): StrayKeys {
  const watched = new Map<number, Promise<unknown>>();
  let asked: Promise<number | undefined> | undefined;
  /** Keyboards are added behind those that were there. */
  const persons = async (): Promise<number | undefined> => {
    asked ??= devices.list().then((all) => all.find(({ use }) => use === 'master keyboard')?.id);
    return asked;
  };

  devices.onHeldKey((keyboard, window) => {
    heard(window);
    devices.replay(keyboard);
  });

  async function grab(window: number): Promise<void> {
    const keyboard = await persons();
    if (keyboard !== undefined && watched.has(window)) await devices.grabKeys(window, keyboard);
  }

  async function release(window: number, grabbing: Promise<unknown>): Promise<void> {
    await grabbing;
    const keyboard = await persons();
    if (keyboard !== undefined) devices.ungrabKeys(window, keyboard);
  }

  return {
    watch(window) {
      if (devices.lacks || watched.has(window)) return;
      watched.set(
        window,
        grab(window).catch(() => undefined),
      ); // the display is gone, and everything else says so
    },
    stop() {
      for (const [window, grabbing] of watched) release(window, grabbing).catch(() => undefined); // as above
      watched.clear();
    },
  };
}
