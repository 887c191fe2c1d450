import { HandrailError } from '../../../core/errors.js';
import type { InputDriver, KeyboardTarget, ScreenWindow } from '../../screen/screen.js';
import { focusWindow } from '../../screen/windows/uncover-window.js';
import type { XDisplay } from '../../x11/x-display.js';

/**
 * Gives the target window the focus before each input, as a person would. For a display without a user: its own keyboard types only into the
 * window with the focus.
 */
export function inForeground(input: InputDriver, x: XDisplay): InputDriver {
  const focus = async (window: ScreenWindow, signal?: AbortSignal): Promise<ScreenWindow> => {
    if (window.popup) return window;
    await focusWindow(window, x, signal);
    return { ...window, active: true };
  };
  /** As `focus`, for input that also works without the focus: a dialog may keep it. */
  const tryFocus = async (window: ScreenWindow, signal?: AbortSignal): Promise<ScreenWindow> => {
    try {
      return await focus(window, signal);
    } catch (error) {
      if (error instanceof HandrailError && ['not_visible', 'driver_failed'].includes(error.code)) return window;
      throw error;
    }
  };
  const focusKeys = async (where: KeyboardTarget, signal?: AbortSignal): Promise<KeyboardTarget> => {
    const { window } = where;
    return window ? { ...where, window: await focus(window, signal) } : where;
  };

  return {
    ...input,
    async click({ node, window, ...point }, options, signal) {
      // A pointer that reaches the window gives it the focus.
      const focused = node && window ? await tryFocus(window, signal) : window;
      await input.click({ ...point, node, window: focused }, options, signal);
    },
    async type(text, where, options, signal) {
      await input.type(text, await focusKeys(where, signal), options, signal);
    },
    async key(chord, press, where, signal) {
      await input.key(chord, press, press.phase === 'up' ? where : await focusKeys(where, signal), signal);
    },
    async setValue(node, window, value, signal) {
      await input.setValue(node, await tryFocus(window, signal), value, signal);
    },
    async chooseMenuItem(path, window, signal) {
      await input.chooseMenuItem(path, await tryFocus(window, signal), signal);
    },
  };
}
