import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, destroyWindow, eventMasks, sendToRoot } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readServerTime } from '../protocol/server-time.js';

/** A program launch that was announced to window managers. */
export interface StartupNotice {
  /** For DESKTOP_STARTUP_ID of the program. */
  id: string;
  /** Ends the announcement: the program has a window, or will have none. */
  end(): void;
}

/** A user who launched a program this long ago does not wait for it. */
const ageMs = 60_000;
const messageLength = 20;
let count = 0;

/**
 * Announces a launch that the user did not request (startup notification). Window managers that know when a window was requested leave
 * the focus to the user. `program` is the name of its file, by which older programs are identified.
 */
export async function announceLaunch(
  { x, properties }: { x: XConnection; properties: Properties },
  program: string,
): Promise<StartupNotice> {
  const [time, [beginType, continueType]] = await Promise.all([
    readServerTime(x, properties),
    properties.atoms('_NET_STARTUP_INFO_BEGIN', '_NET_STARTUP_INFO'),
  ]);
  count += 1;
  const id = `handrail-${process.pid}-${count}_TIME${(time - ageMs) >>> 0 || 1}`;
  const broadcast = (text: string): void => {
    const window = createHiddenWindow(x);
    const bytes = Buffer.from(`${text}\0`, 'utf8');
    for (let offset = 0; offset < bytes.length; offset += messageLength) {
      const data = bytes.subarray(offset, offset + messageLength);
      sendToRoot(x, { window, type: offset === 0 ? beginType : continueType, data }, eventMasks.property);
    }
    destroyWindow(x, window);
    x.releaseId(window);
  };
  broadcast(`new: ID=${quote(id)} NAME=${quote(program)} BIN=${quote(program)} SCREEN=0`);
  return { id, end: () => broadcast(`remove: ID=${quote(id)}`) };
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
