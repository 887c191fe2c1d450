import { HandrailError } from '../../../core/errors.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { XConnection } from '../protocol/connection.js';
import { readSelectionOwner } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Ping } from '../windows/ping-window.js';
import type { Nudge } from './seat-pointer.js';

/** Toolkits read the pointer once per frame. */
const frameMs = 35;
const pingTimeoutMs = 2000;
/** The source sends its position, the target asks for the data types, receives them, and accepts or rejects. */
const rounds = 4;

/** Waits until source and target of a drag are ready for the drop. `clients` are their windows, the source first. */
export type WaitForDrop = (clients: readonly number[], nudge: Nudge, signal?: AbortSignal) => Promise<void>;

/** A drop before the two programs have negotiated is lost. Drags without data (a slider, a selection) go on at once. */
export function createWaitForDrop(x: XConnection, properties: Properties, ping: Ping): WaitForDrop {
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
