import type { Modifier } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { KeyChord } from '../../../core/keys/keys.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import { type XConnection, XRefusal } from '../protocol/connection.js';
import { childAt, readSelectionOwner } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Ping } from '../windows/ping-window.js';
import type { Seat } from '../x-display.js';
import type { SeatOptions } from './open-seat.js';
import type { SpareKeyRelease } from './release-spare-keys.js';
import type { SeatKeyboard } from './seat-keyboard.js';
import type { Nudge, SeatPointer } from './seat-pointer.js';

/** The differences between a second seat and the user's seat. */
export interface SeatHooks {
  /** Gives a window the keyboard. Throws XRefusal for a window that is not shown. */
  focus(window: number): Promise<void>;
  /** Takes the keyboard away from the focused window. */
  unfocus(): void;
  /** Runs before an action that may make a program open windows, with the window of the action. */
  beforeAction(window?: number): Promise<void>;
  spareKeyRelease: SpareKeyRelease;
  /** Makes the program of this window use our pointer and keyboard by default. */
  lend(window: number): void;
  takeBack(window: number): void;
  /** The pointer and the keyboard of the seat. */
  masters: readonly number[];
}

/**
 * Keys that may open or close windows. A window manager treats a window with our keyboard as the active one, and moves the user's focus to
 * its dialogs, or to another window when it closes. So the window must lose our keyboard before. Plain typing keeps the keyboard, because
 * an edit in place ends with the focus.
 */
function isCommand({ key, modifiers }: KeyChord): boolean {
  return modifiers.some((one) => one !== 'Shift') || key === 'Enter' || key === 'Escape';
}

export function createSeatActions(
  { x, windows, devices, waitUntilKeysRead, properties, ping }: SeatOptions,
  keyboard: SeatKeyboard,
  pointer: SeatPointer,
  { focus, unfocus, beforeAction, spareKeyRelease, lend, takeBack, masters }: SeatHooks,
): Omit<Seat, 'close'> {
  const waitForDrop = createWaitForDrop(x, properties, ping);
  const clientAt = async (point: Point): Promise<number | undefined> =>
    windows.clientOf(await childAt(x, x.root, point));

  async function holding(modifiers: readonly Modifier[], client: number | undefined, work: () => Promise<void>) {
    // GTK considers modifiers of a click only in a window that has the keyboard.
    if (modifiers.length > 0 && client !== undefined)
      await focus(client).catch((error: unknown) => {
        if (!(error instanceof XRefusal)) throw error; // a window without keyboard input may still accept the click
      });
    await keyboard.holding(modifiers, work);
  }

  async function focusWindow(window: ScreenWindow): Promise<number> {
    const number = windows.requireNumber(window);
    await beforeAction(number);
    try {
      await focus(number);
    } catch (error) {
      if (!(error instanceof XRefusal)) throw error;
      throw new HandrailError(
        'not_visible',
        `The window "${window.title}" is not shown, so it accepts no keys.`,
        'Raise it first: focus_app with raise.',
        { cause: error },
      );
    }
    return number;
  }

  return {
    move: pointer.move,
    async press(button) {
      await beforeAction();
      await pointer.press(button);
    },
    release: pointer.release,
    async click(point, { button, count, modifiers }) {
      const client = await clientAt(point);
      await beforeAction(client);
      await pointer.move(point);
      await holding(modifiers, client, () => pointer.click(button, count));
    },
    async drag(path, modifiers, signal) {
      const [source, target] = await Promise.all([path[0], path.at(-1)].map((point) => point && clientAt(point)));
      await beforeAction(source);
      const clients = [source, target].filter((client) => client !== undefined);
      await holding(modifiers, source, () =>
        pointer.drag(path, (nudge) => waitForDrop(clients, nudge, signal), signal),
      );
    },
    async scroll(point, by, modifiers) {
      await pointer.move(point);
      await keyboard.holding(modifiers, () => pointer.scroll(by));
    },
    async focusWindow(window) {
      await waitUntilKeysRead(await focusWindow(window));
    },
    async type(text, window, signal) {
      const number = await focusWindow(window);
      await spareKeyRelease.whileTyping(
        (keysRead) => keyboard.type(text, keysRead, signal),
        () => waitUntilKeysRead(number),
      );
    },
    async key(chord, how, window, signal) {
      const number = await focusWindow(window);
      const onSent = isCommand(chord) && how.phase === undefined ? unfocus : undefined;
      await spareKeyRelease.whileTyping(
        (keysRead) => keyboard.key(chord, { ...how, onSent }, keysRead, signal),
        () => waitUntilKeysRead(number),
      );
    },
    async lendDevices(window) {
      const number = windows.requireNumber(window);
      lend(number);
      return () => takeBack(number);
    },
    async isGrabbed() {
      const grabs = await Promise.all(masters.map((device) => devices.isGrabbed(device)));
      return grabs.includes(true);
    },
    async releaseAll() {
      keyboard.releaseAll();
      pointer.releaseAll();
      unfocus();
      await x.sync();
    },
  };
}

/** Toolkits read the pointer once per frame. */
const frameMs = 35;
const pingTimeoutMs = 2000;
/** The source sends its position, the target asks for the data types, receives them, and accepts or rejects. */
const rounds = 4;

/** Waits until source and target of a drag are ready for the drop. `clients` are their windows, the source first. */
type WaitForDrop = (clients: readonly number[], nudge: Nudge, signal?: AbortSignal) => Promise<void>;

/** A drop before the two programs have negotiated is lost. Drags without data (a slider, a selection) go on at once. */
function createWaitForDrop(x: XConnection, properties: Properties, ping: Ping): WaitForDrop {
  const carriesData = async (): Promise<boolean> =>
    (await readSelectionOwner(x, await properties.atom('XdndSelection'))) !== 0;
  /** Resolves when these programs have processed the pointer position. */
  const processed = async (clients: readonly number[], signal?: AbortSignal): Promise<void> => {
    await sleep(frameMs, signal);
    for (const client of clients)
      await ping(client, pingTimeoutMs, signal).catch((error: unknown) => {
        if (!(error instanceof HandrailError && error.code === 'deadline')) throw error; // a program that hangs accepts nothing
      });
  };

  return async (clients, nudge, signal) => {
    await processed(clients.slice(0, 1), signal);
    if (!(await carriesData())) return;
    for (let round = 0; round < rounds; round += 1) {
      await nudge(round);
      await processed(clients, signal);
    }
  };
}
