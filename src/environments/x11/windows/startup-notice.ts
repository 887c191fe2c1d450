import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, destroyWindow, masks, sendBytes } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { timeOf } from '../protocol/server-time.js';

/** A program that is being started, as window managers are told of it. */
export interface StartupNotice {
  /** For DESKTOP_STARTUP_ID of the program. */
  id: string;
  /** It has a window, or will have none. */
  end(): void;
}

/** A person who asked for a program so long ago does not wait for it. */
const longAgoMs = 60_000;
let count = 0;

/**
 * Announces the start of a program that nobody in front of the screen asked for (startup notification): window managers that know when a window
 * was asked for leave the focus to the person. `program` is the name of its file: older programs are known by it.
 */
export async function announceStart(
  { x, properties }: { x: XConnection; properties: Properties },
  program: string,
): Promise<StartupNotice> {
  const [time, begin, rest] = await Promise.all([
    timeOf(x, properties),
    properties.atom('_NET_STARTUP_INFO_BEGIN'),
    properties.atom('_NET_STARTUP_INFO'),
  ]);
  count += 1;
  const id = `handrail-${process.pid}-${count}_TIME${(time - longAgoMs) >>> 0 || 1}`;
  const tell = (text: string): void => {
    const window = createHiddenWindow(x);
    const bytes = Buffer.from(`${text}\0`, 'utf8');
    for (let at = 0; at < bytes.length; at += 20)
      sendBytes(x, x.root, window, at === 0 ? begin : rest, bytes.subarray(at, at + 20), masks.property);
    destroyWindow(x, window);
    x.freeId(window);
  };
  tell(`new: ID=${quoted(id)} NAME=${quoted(program)} BIN=${quoted(program)} SCREEN=0`);
  return { id, end: () => tell(`remove: ID=${quoted(id)}`) };
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
