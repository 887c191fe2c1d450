import type { KeyChord } from '../../../core/keys.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { Seat } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import { holding, xdotool } from '../exec/xdotool.js';
import { baseKey } from './keysyms.js';
import { typePlainly } from './type-text.js';

/** The keyboard of the display inside: what it sends goes to the window that has the keys. */
export interface InsideKeyboard {
  type(text: string, window: ScreenWindow | undefined, signal?: AbortSignal): Promise<void>;
  press(chord: KeyChord, repeat: number, window: ScreenWindow | undefined, signal?: AbortSignal): Promise<void>;
  /** Comes back when the program of a window has read what it was sent, where it can be asked. */
  read(window: ScreenWindow | undefined): Promise<void>;
}

/** Over the connection to the display: characters that the layout lacks get a key, and the program is waited for until it knows. */
export function seatKeyboard(seat: Seat, other: InsideKeyboard): InsideKeyboard {
  return {
    type: (text, window, signal) => (window ? seat.type(text, window, signal) : other.type(text, window, signal)),
    press: (chord, repeat, window, signal) =>
      window ? seat.key(chord, { repeat }, window, signal) : other.press(chord, repeat, window, signal),
    read: async (window) => (window ? seat.attend(window) : undefined),
  };
}

/** By programs inside alone. */
export function plainKeyboard(runner: Runner, has: ReadonlySet<string>, display: string): InsideKeyboard {
  return {
    type: (text, _window, signal) => typePlainly(runner, has, display, text, signal),
    async press(chord, repeat, _window, signal) {
      const times = repeat > 1 ? ['--repeat', String(repeat), '--delay', '12'] : [];
      const words = holding(chord.modifiers, ['key', ...times, baseKey(chord)]);
      await xdotool(runner, words, signal, 10_000 + repeat * 50);
    },
    read: async () => undefined,
  };
}
