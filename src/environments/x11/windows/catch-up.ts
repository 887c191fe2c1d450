import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../x-display.js';
import type { Ping } from './ping-window.js';
import type { AskManager } from './sync-window-manager.js';
import type { Windows } from './windows.js';

/** What a program was sent last may have it open a window, which the window manager shows then: so it is asked first, and the manager after it. */
export function createCatchUp(windows: Windows, ping: Ping, askManager: AskManager): XDisplay['caughtUp'] {
  async function speaker(window: ScreenWindow): Promise<number | undefined> {
    if (!window.popup) return windows.numberOf(window);
    // A menu has no manager who could ask it something.
    const isOfIt = ({ pid, popup }: ScreenWindow) => pid !== undefined && pid === window.pid && !popup;
    return (await windows.list()).find(isOfIt)?.number;
  }

  return async (window, ms, signal) => {
    const until = performance.now() + ms;
    const left = (): number => Math.max(1, until - performance.now());
    try {
      const asked = window && (await speaker(window));
      if (asked !== undefined) await ping(asked, left(), signal);
      await askManager(left(), signal);
      return true;
    } catch (error) {
      if (error instanceof HandrailError && error.code === 'deadline') return false;
      throw error;
    }
  };
}
