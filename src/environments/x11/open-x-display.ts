import { HandrailError } from '../../core/errors.js';
import type { ScreenWindow } from '../screen/screen.js';
import { createClipboard } from './clipboard/clipboard.js';
import { createFocusGuard } from './focus/focus-guard.js';
import { createImages } from './images.js';
import { createProgramReader } from './input/await-keys-read.js';
import { openDevices } from './input/devices.js';
import { type SeatParts, takeOwnSeat, takeSecondSeat } from './input/seat.js';
import { readMonitors } from './monitors.js';
import { openConnection } from './protocol/connection.js';
import {
  childAt,
  focusOf,
  geometryOf,
  killClient,
  onScreen,
  pointerOf,
  sendMessage,
} from './protocol/core-requests.js';
import { createProperties } from './protocol/properties.js';
import { openXkb } from './protocol/xkb.js';
import { createStir } from './window-changes.js';
import { createCatchUp } from './windows/catch-up.js';
import { createPing } from './windows/ping-window.js';
import { raise } from './windows/raise-window.js';
import { announceStart } from './windows/startup-notice.js';
import { createManagerAsker } from './windows/sync-window-manager.js';
import { createWindows, type XWindow } from './windows/windows.js';
import { cutPixels, type Seat, type XDisplay, type XOptions } from './x-display.js';

/** Opens a display. Throws `desktop_missing` when it cannot be reached. */
export async function openXDisplay(options: XOptions): Promise<XDisplay> {
  const x = await openConnection(options);
  const properties = createProperties(x);
  const windows = createWindows(x, properties);
  const clipboard = createClipboard(x, properties);
  const stir = await createStir(x, properties);
  const images = await createImages(x, stir.watch);
  const ping = createPing(x, properties);
  const read = createProgramReader(x, properties, stir, ping);
  const seats: Seat[] = [];
  let hands: Promise<Pick<SeatParts, 'devices' | 'xkb' | 'guard'>> | undefined;
  /** What hands need is asked for once, and only when someone has hands. */
  const parts = async (): Promise<SeatParts> => {
    hands ??= Promise.all([openDevices(x), openXkb(x)]).then(([devices, xkb]) => ({
      devices,
      xkb,
      guard: createFocusGuard({ x, properties, windows, ...(options.note ? { note: options.note } : {}) }, devices),
    }));
    return { x, properties, windows, read, ping, ...(await hands) };
  };
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
    monitors: () => readMonitors(x),
    windows: async () => (await windows.list()).map(screenWindow),
    pixels: images.screen,
    async windowPixels(window) {
      const number = numberOf(window);
      const [whole, corner] = await Promise.all([images.window(number), onScreen(x, number, { x: 0, y: 0 })]);
      if (!whole || !corner) return undefined;
      const { bounds } = window;
      const part = { ...bounds, x: bounds.x - corner.x, y: bounds.y - corner.y }; // without the shadow that it draws itself
      const fits = part.x + part.width <= whole.width && part.y + part.height <= whole.height;
      return fits ? cutPixels(whole, part) : whole;
    },
    keepPicture(window) {
      const number = windows.numberOf(window);
      if (number !== undefined) images.keep(number);
    },
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
    async raise(window) {
      const number = numberOf(window);
      if (hands) (await parts()).guard.release();
      await raise({ x, properties, windows, stir }, number);
    },
    async keepFocus({ window, ...how } = {}) {
      const number = window && windows.numberOf(window);
      await (await parts()).guard.keep({ ...how, ...(number === undefined ? {} : { window: number }) });
    },
    async expectProgram(program, ms) {
      const { guard } = await parts();
      const notice = await announceStart({ x, properties }, program);
      await guard.keep({ ms, starting: true, startupId: notice.id });
      return notice;
    },
    async closeWindow(window) {
      const number = numberOf(window);
      if (hands) await (await parts()).guard.keep({ window: number }); // it may ask back
      const [protocols, remove] = await Promise.all(['WM_PROTOCOLS', 'WM_DELETE_WINDOW'].map(properties.atom));
      const spoken = await properties.numbers(number, 'WM_PROTOCOLS');
      if (protocols && remove && spoken.includes(remove)) sendMessage(x, number, number, protocols, [remove]);
      else killClient(x, number);
      await x.roundTrip();
    },
    readClipboard: clipboard.read,
    writeClipboard: clipboard.write,
    stir,
    caughtUp: createCatchUp(windows, ping, createManagerAsker(x, properties, windows)),
    takeSeat: () => taken(parts().then(takeSecondSeat)),
    takeOwnSeat: () => taken(parts().then(takeOwnSeat)),
    lost: x.lost,
    async close() {
      // A server that is gone has taken the seats with it.
      for (const seat of seats) await seat.leave().catch(() => undefined);
      await x.close();
    },
  };
}
