import { HandrailError } from '../../../core/errors.js';
import type { ChangeSignal } from '../../screen/screen.js';
import { refuseSelection } from '../clipboard/serve-selection.js';
import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, sendToProgram } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { waitForEvent } from '../protocol/wait-for-event.js';
import type { Ping } from '../windows/ping-window.js';

const pingTimeoutMs = 10_000;
const editresTimeoutMs = 4000;
const editresVersion = 5;
const quietMs = 80;
const maxQuietWaitMs = 3000;

/**
 * Resolves when the program of a window has read all keys that were pressed before. A key means what the keyboard says when the program
 * reads it, so its symbol must not change before.
 */
export type WaitUntilKeysRead = (window: number) => Promise<void>;

/**
 * Most programs answer a ping of the window manager in order with other events. Xt programs (xterm) react to the first message of the
 * resource editor `editres` by fetching a selection; Handrail owns that selection and refuses. For other programs, the end of drawing counts.
 */
export function createWaitUntilKeysRead(
  x: XConnection,
  properties: Properties,
  changes: ChangeSignal,
  ping: Ping,
): WaitUntilKeysRead {
  const silentWindows = new Set<number>();
  let ownerWindow: number | undefined;
  let messages = 0;

  async function sendEditresMessage(window: number): Promise<boolean> {
    const [type, selection] = await properties.atoms('Editres', '_HANDRAIL_PING');
    ownerWindow ??= createHiddenWindow(x);
    const owner = ownerWindow;
    x.send((client) => client.SetSelectionOwner(owner, selection, 0));
    const requested = waitForEvent(x, {
      what: 'The program reading its input',
      ms: editresTimeoutMs,
      match: (event) =>
        event.name === 'SelectionRequest' &&
        event.selection === selection &&
        x.ownerOf(event.requestor) === x.ownerOf(window)
          ? event
          : undefined,
    });
    messages += 1;
    sendToProgram(x, { window, type, data: [0, selection, messages % 256, editresVersion] });
    try {
      refuseSelection(x, await requested);
      return true;
    } catch (error) {
      if (error instanceof HandrailError && error.code === 'deadline') return false;
      throw error;
    }
  }

  return async (window) => {
    if (await ping(window, pingTimeoutMs)) return;
    if (!silentWindows.has(window) && (await sendEditresMessage(window))) return;
    silentWindows.add(window);
    await waitUntilQuiet(changes);
  };
}

async function waitUntilQuiet(changes: ChangeSignal): Promise<void> {
  const deadline = performance.now() + maxQuietWaitMs;
  while (performance.now() < deadline) if (!(await changes.waitForChange(quietMs))) return;
}
