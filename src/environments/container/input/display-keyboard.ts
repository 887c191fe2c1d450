import type { KeyChord } from '../../../core/keys/keys.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { Seat } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import { withModifiers, xdotool } from '../exec/xdotool.js';
import { chordKeysym } from './keysyms.js';
import { typeWithXdotool } from './type-with-xdotool.js';

/** The keyboard of the container's display. Its keys go to the focused window. */
export interface DisplayKeyboard {
  type(text: string, window: ScreenWindow | undefined, signal?: AbortSignal): Promise<void>;
  press(chord: KeyChord, repeat: number, window: ScreenWindow | undefined, signal?: AbortSignal): Promise<void>;
  /** Resolves when the window's program has read all keys, where that can be checked. */
  awaitKeysRead(window: ScreenWindow | undefined): Promise<void>;
}

/** A keyboard over the X connection. It maps characters that the layout lacks, and waits until the program knows the mapping. */
export function createSeatKeyboard(seat: Seat, withoutWindow: DisplayKeyboard): DisplayKeyboard {
  return {
    type: (text, window, signal) =>
      window ? seat.type(text, window, signal) : withoutWindow.type(text, window, signal),
    press: (chord, repeat, window, signal) =>
      window ? seat.key(chord, { repeat }, window, signal) : withoutWindow.press(chord, repeat, window, signal),
    awaitKeysRead: async (window) => (window ? seat.focusWindow(window) : undefined),
  };
}

/** A keyboard through programs in the container. */
export function createXdotoolKeyboard(runner: Runner, programs: ReadonlySet<string>, display: string): DisplayKeyboard {
  return {
    type: (text, _window, signal) => typeWithXdotool(runner, programs, display, text, signal),
    async press(chord, repeat, _window, signal) {
      const options = repeat > 1 ? ['--repeat', String(repeat), '--delay', '12'] : [];
      const commands = withModifiers(chord.modifiers, ['key', ...options, chordKeysym(chord)]);
      await xdotool(runner, commands, signal, 10_000 + repeat * 50);
    },
    awaitKeysRead: async () => undefined,
  };
}
