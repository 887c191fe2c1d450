import { HandrailError } from '../../../core/errors.js';
import { pause } from '../../screen/settle/settle.js';
import type { XConnection } from '../protocol/connection.js';
import type { Properties } from '../protocol/properties.js';
import { request, u32 } from '../protocol/wire.js';
import type { Ping } from '../windows/ping-window.js';

/** Between two looks of a toolkit at the pointer. */
const frameMs = 35;
const answerMs = 2000;
/** The source says where it is, the target asks what it brings, is told, and says whether it takes it. */
const rounds = 4;

/**
 * Holds what is dragged from program to program over its target until both have spoken with each other: a drop that comes before is none.
 * Other drags (a slider, a selection) go on at once.
 */
export function createDropWait(x: XConnection, properties: Properties, ping: Ping) {
  const isCarried = async (): Promise<boolean> => {
    const selection = await properties.atom('XdndSelection');
    return (await x.ask(request(23, 0, u32(selection)))).body.readUInt32LE(0) !== 0;
  };
  /** Comes back when these programs have seen the pointer where it is. */
  const seen = async (clients: readonly number[], signal?: AbortSignal): Promise<void> => {
    await pause(frameMs, signal);
    for (const client of clients)
      await ping(client, answerMs, signal).catch((error: unknown) => {
        if (!(error instanceof HandrailError && error.code === 'deadline')) throw error; // one that hangs takes nothing
      });
  };

  return async (clients: readonly number[], nudge: (round: number) => Promise<void>, signal?: AbortSignal) => {
    await seen(clients.slice(0, 1), signal);
    if (!(await isCarried())) return;
    for (let round = 0; round < rounds; round += 1) {
      await nudge(round);
      await seen(clients, signal);
    }
  };
}
