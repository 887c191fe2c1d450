import { HandrailError } from '../../core/errors.js';
import type { ScreenWindow } from '../screen/screen.js';
import { createClipboard } from './clipboard.js';
import { openConnection } from './connection.js';
import { childAt, focusOf, geometryOf, killClient, pointerOf, sendMessage } from './core-requests.js';
import { createImages } from './images.js';
import { createProgramReader } from './program-read.js';
import { createProperties } from './properties.js';
import { raise } from './raise.js';
import { takeOwnSeat, takeSecondSeat } from './seat.js';
import { createStir } from './stir.js';
import { createWindows, type XWindow } from './windows.js';
import type { Seat, XDisplay, XOptions } from './x-display.js';

/** Opens a display. Throws `desktop_missing` when it cannot be reached. */
export async function openXDisplay(options: XOptions): Promise<XDisplay> {
  const x = await openConnection(options);
  const properties = createProperties(x);
  const windows = createWindows(x, properties);
  const clipboard = createClipboard(x, properties);
  const [stir, images] = await Promise.all([createStir(x), createImages(x)]);
  const read = createProgramReader(x, properties, stir);
  const seats: Seat[] = [];
  const taken = async (taking: Promise<Seat>): Promise<Seat> => {
    const seat = await taking;
    seats.push(seat);
    return seat;
  };
  const numberOf = (window: ScreenWindow): number => {
    const number = windows.numberOf(window);
    if (number !== undefined) return number;
    throw new HandrailError('stale_element', `The window "${window.title}" is gone.`, 'Look again.');
  };
  const screenWindow = ({ number: _number, top: _top, ...window }: XWindow): ScreenWindow => window;

  return {
    async size() {
      const root = await geometryOf(x, x.root);
      return { width: root?.width ?? 0, height: root?.height ?? 0 };
    },
    windows: async () => (await windows.list()).map(screenWindow),
    pixels: images.screen,
    windowPixels: (window) => images.window(numberOf(window)),
    async windowAt(point) {
      const [top, list] = await Promise.all([childAt(x, x.root, point), windows.list()]);
      const hit = list.find((window) => window.top === top && window.shown);
      return hit && screenWindow(hit);
    },
    async pointer() {
      const { x: left, y: top } = await pointerOf(x);
      return { x: left, y: top };
    },
    async focus() {
      const client = await windows.clientOf(await focusOf(x));
      return client === undefined ? undefined : windows.idOf(client);
    },
    raise: (window) => raise({ x, properties, windows, stir }, numberOf(window)),
    async closeWindow(window) {
      const number = numberOf(window);
      const [protocols, remove] = await Promise.all(['WM_PROTOCOLS', 'WM_DELETE_WINDOW'].map(properties.atom));
      const spoken = await properties.numbers(number, 'WM_PROTOCOLS');
      if (protocols && remove && spoken.includes(remove)) sendMessage(x, number, number, protocols, [remove]);
      else killClient(x, number);
      await x.roundTrip();
    },
    readClipboard: clipboard.read,
    writeClipboard: clipboard.write,
    stir,
    takeSeat: () => taken(takeSecondSeat({ x, properties, windows, read })),
    takeOwnSeat: () => taken(takeOwnSeat({ x, properties, windows, read })),
    lost: x.lost,
    async close() {
      // A server that is gone has taken the seats with it.
      for (const seat of seats) await seat.leave().catch(() => undefined);
      await x.close();
    },
  };
}
