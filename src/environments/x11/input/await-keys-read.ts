import { HandrailError } from '../../../core/errors.js';
import type { ChangeSignal } from '../../screen/screen.js';
import { refuseSelection } from '../clipboard/serve-selection.js';
import { awaitEvent } from '../protocol/await-event.js';
import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, events, sendMessage } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { request, u32 } from '../protocol/wire.js';
import type { Ping } from '../windows/ping-window.js';

const answerMs = 10_000;
const oldAnswerMs = 4000;
const quietMs = 80;
const capMs = 3000;

/**
 * Comes back when a program has read all keys that were pressed before. Keys mean what the keyboard says when the program gets to read them,
 * so their meaning must not change before.
 *
 * Most programs answer a ping of window managers, in order with everything else. Those of the older kind (xterm) answer the first question of
 * the resource editor `editres`, which is to fetch a selection: ours, and they get nothing. One that does neither is taken to have read all
 * when it draws no more.
 */
export function createProgramReader(
  x: XConnection,
  properties: Properties,
  stir: ChangeSignal,
  ping: Ping,
): (window: number) => Promise<void> {
  const silent = new Set<number>();
  let asker: number | undefined;
  let questions = 0;

  async function askAsEditor(window: number): Promise<boolean> {
    const [question, selection] = await Promise.all(['Editres', '_HANDRAIL_PING'].map(properties.atom));
    if (question === undefined || selection === undefined) return false;
    asker ??= createHiddenWindow(x);
    x.send(request(22, 0, u32(asker, selection, 0)));
    const fetched = awaitEvent(x, 'The program reading its input', oldAnswerMs, (event) => {
      const asked = (event[0] ?? 0) % 128 === events.selectionRequest && event.readUInt32LE(16) === selection;
      return asked && x.ownerOf(event.readUInt32LE(12)) === x.ownerOf(window) ? event : undefined;
    });
    questions += 1;
    sendMessage(x, window, window, question, [0, selection, questions % 256, editresVersion]);
    try {
      refuseSelection(x, await fetched);
      return true;
    } catch (error) {
      if (error instanceof HandrailError && error.code === 'deadline') return false;
      throw error;
    }
  }

  return async (window) => {
    if (await ping(window, answerMs)) return;
    if (!silent.has(window) && (await askAsEditor(window))) return;
    silent.add(window);
    await quiet(stir);
  };
}

const editresVersion = 5;

async function quiet(stir: ChangeSignal): Promise<void> {
  const until = performance.now() + capMs;
  while (performance.now() < until) if (!(await stir.next(quietMs))) return;
}
