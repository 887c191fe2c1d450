import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../x-display.js';
import type { Ping } from './ping-window.js';
import type { SyncWindowManager } from './sync-window-manager.js';
import type { Windows } from './windows.js';

/** Pings the program first, then the window manager: the program may open a window that the window manager shows. */
export function createWaitForIdle(
  windows: Windows,
  ping: Ping,
  syncWindowManager: SyncWindowManager,
): XDisplay['waitForIdle'] {
  async function findPingWindow(window: ScreenWindow): Promise<number | undefined> {
    if (!window.popup) return windows.numberOf(window);
    // A menu is not managed and answers no ping: use another window of its program.
    const isOfSameProgram = ({ pid, popup }: ScreenWindow) => pid !== undefined && pid === window.pid && !popup;
    return (await windows.list()).find(isOfSameProgram)?.number;
  }

  return async (window, ms, signal) => {
    const deadline = performance.now() + ms;
    const remainingMs = (): number => Math.max(1, deadline - performance.now());
    try {
      const pingWindow = window && (await findPingWindow(window));
      if (pingWindow !== undefined) await ping(pingWindow, remainingMs(), signal);
      await syncWindowManager(remainingMs(), signal);
      return true;
    } catch (error) {
      if (error instanceof HandrailError && error.code === 'deadline') return false;
      throw error;
    }
  };
}
