import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFault } from '../../../core/errors.js';
import { openXDisplay } from '../../x11/open-x-display.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';
import { type Bridge, dialInside, type Joiner } from '../exec/bridge.js';
import type { Place } from '../exec/exec.js';
import type { Runner } from '../exec/runner.js';
import type { Inside } from './probe-container.js';

export interface InsideDisplay {
  display: XDisplay;
  /** The display's own pointer and keyboard. */
  seat: Seat;
  /** Once the connection has ended: the display may be well. */
  wasCut(): Promise<boolean>;
  close(): Promise<void>;
}

export interface InsideDisplayOptions {
  place: Place;
  joiner: Joiner | undefined;
  inside: Inside;
  runner: Runner;
  display: string;
  note?: (text: string) => void;
}

/** A connection to the display of a container, over a bridge. Nothing where none is to be had: then programs inside do what they can. */
export async function openInsideDisplay(options: InsideDisplayOptions): Promise<InsideDisplay | undefined> {
  const { place, joiner, inside, runner, display, note } = options;
  const { socket } = inside;
  if (!joiner || !socket) return undefined;
  const cookie = inside.authority ? await fetchCookie(runner, inside.authority) : undefined;
  let bridge: Bridge | undefined;
  const dial = async () => {
    bridge = await dialInside(place, joiner, socket);
    return bridge;
  };
  try {
    const x = await openXDisplay({
      display,
      dial,
      ...(cookie ? { authority: cookie } : {}),
    });
    const seat = await x.takeOwnSeat();
    return {
      display: x,
      seat,
      wasCut: async () => (await bridge?.wasCut()) ?? false,
      async close() {
        await seat.leave();
        await x.close();
      },
    };
  } catch (error) {
    bridge?.destroy();
    note?.(`The display of the container is seen by programs inside it only (${toFault(error).message}).`);
    return undefined;
  } finally {
    if (cookie) await rm(join(cookie, '..'), { recursive: true, force: true });
  }
}

/** The cookie of the display is a file inside; here it is needed for a moment. */
async function fetchCookie(runner: Runner, path: string): Promise<string | undefined> {
  const { code, stdout } = await runner.run({ args: ['cat', path], maxBytes: 1024 * 1024 });
  if (code !== 0 || stdout.length === 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'handrail-cookie-'));
  const file = join(folder, 'Xauthority');
  await writeFile(file, stdout, { mode: 0o600 });
  return file;
}
