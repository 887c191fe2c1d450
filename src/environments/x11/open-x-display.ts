import type { ScreenWindow } from '../screen/screen.js';
import { createClipboard } from './clipboard/clipboard.js';
import { createFocusGuard } from './focus/focus-guard.js';
import { createImages, type Images } from './images.js';
import { openDevices } from './input/devices.js';
import { openCoreSeat, openSecondSeat, type SeatOptions } from './input/open-seat.js';
import { createWaitUntilKeysRead } from './input/wait-until-keys-read.js';
import { readMonitors } from './monitors.js';
import { openConnection, type XConnection } from './protocol/connection.js';
import { childAt, queryPointer, readFocus, readGeometry, sendToProgram, toScreen } from './protocol/core-requests.js';
import { createProperties, type Properties } from './protocol/properties.js';
import { openXkb } from './protocol/xkb.js';
import { createWindowChanges } from './window-changes.js';
import { createPing } from './windows/ping-window.js';
import { raiseAndFocus } from './windows/raise-window.js';
import { announceLaunch } from './windows/startup-notice.js';
import { createSyncWindowManager } from './windows/sync-window-manager.js';
import { createWaitForIdle } from './windows/wait-for-idle.js';
import { createWindows, type XWindow } from './windows/windows.js';
import { cropPixels, type Seat, type XDisplay, type XOptions } from './x-display.js';

/** Opens a display. Throws `desktop_missing` when it cannot be reached. */
export async function openXDisplay(options: XOptions): Promise<XDisplay> {
  const { hasUser = true } = options;
  const x = await openConnection(options);
  const properties = createProperties(x);
  const windows = createWindows(x, properties);
  const clipboard = createClipboard(x, properties);
  const changes = await createWindowChanges(x, properties);
  const images = await createImages(x, changes);
  const ping = createPing(x, properties);
  const waitUntilKeysRead = createWaitUntilKeysRead(x, properties, changes, ping);
  const seats = new Set<Seat>();
  let inputParts: Promise<Pick<SeatOptions, 'devices' | 'xkb' | 'focusGuard'>> | undefined;
  /** Opened once, and only for a display that is acted on. */
  const openInput = async (): Promise<SeatOptions> => {
    inputParts ??= Promise.all([openDevices(x), openXkb(x)]).then(([devices, xkb]) => ({
      devices,
      xkb,
      focusGuard: createFocusGuard({ x, properties, windows, devices, note: options.note }),
    }));
    return { x, properties, windows, waitUntilKeysRead, ping, ...(await inputParts) };
  };
  const openSeat = async (open: (input: SeatOptions) => Promise<Seat>): Promise<Seat> => {
    const opened = await open(await openInput());
    const seat: Seat = {
      ...opened,
      async close() {
        seats.delete(seat);
        await opened.close();
      },
    };
    seats.add(seat);
    return seat;
  };

  return {
    async size() {
      const root = await readGeometry(x, x.root);
      return { width: root?.width ?? 0, height: root?.height ?? 0 };
    },
    monitors: () => readMonitors(x),
    windows: async () => (await windows.list()).map(toScreenWindow),
    pixels: images.readScreen,
    windowPixels: async (window) => readWindowPixels(x, images, windows.requireNumber(window), window),
    retainPixels(window) {
      const number = windows.numberOf(window);
      if (number !== undefined) images.retain(number);
    },
    async windowAt(point) {
      const [top, list] = await Promise.all([childAt(x, x.root, point), windows.list()]);
      const hit = list.find((window) => window.top === top && window.shown);
      return hit && toScreenWindow(hit);
    },
    async pointer() {
      const pointer = await queryPointer(x);
      return { x: pointer.x, y: pointer.y };
    },
    async focusedWindowId() {
      const client = await windows.clientOf(await readFocus(x));
      return client === undefined ? undefined : windows.idOf(client);
    },
    async raise(window) {
      const number = windows.requireNumber(window);
      if (inputParts) (await inputParts).focusGuard.stop();
      await raiseAndFocus({ x, properties, windows, changes }, number);
    },
    async guardFocus({ window, ...guardOptions } = {}) {
      if (!hasUser) return;
      const { focusGuard } = await openInput();
      await focusGuard.start({ ...guardOptions, window: window && windows.numberOf(window) });
    },
    async expectLaunch(program, ms) {
      const { focusGuard } = await openInput();
      const notice = await announceLaunch({ x, properties }, program);
      if (hasUser) await focusGuard.start({ ms, isLaunching: true, startupId: notice.id });
      return notice;
    },
    async closeWindow(window) {
      const number = windows.requireNumber(window);
      if (inputParts && hasUser) await (await inputParts).focusGuard.start({ window: number }); // it may open a dialog
      await closeWindow(x, properties, number);
    },
    readClipboard: clipboard.read,
    writeClipboard: clipboard.write,
    changes,
    waitForIdle: createWaitForIdle(windows, ping, createSyncWindowManager(x, properties, windows)),
    openSeat: () => openSeat(openSecondSeat),
    openCoreSeat: () => openSeat(openCoreSeat),
    lost: x.lost,
    async close() {
      // When the server is gone, so are the seats.
      for (const seat of seats) await seat.close().catch(() => undefined);
      await x.close();
    },
  };
}

function toScreenWindow({ number: _number, top: _top, ...window }: XWindow): ScreenWindow {
  return window;
}

async function readWindowPixels(x: XConnection, images: Images, number: number, { bounds }: ScreenWindow) {
  const [pixels, corner] = await Promise.all([images.readWindow(number), toScreen(x, number, { x: 0, y: 0 })]);
  if (!pixels || !corner) return undefined;
  const region = { ...bounds, x: bounds.x - corner.x, y: bounds.y - corner.y }; // without the shadow that the window draws itself
  const fits = region.x + region.width <= pixels.width && region.y + region.height <= pixels.height;
  return fits ? cropPixels(pixels, region) : pixels;
}

async function closeWindow(x: XConnection, properties: Properties, window: number): Promise<void> {
  const [protocols, deleteWindow] = await properties.atoms('WM_PROTOCOLS', 'WM_DELETE_WINDOW');
  const supported = await properties.numbers(window, 'WM_PROTOCOLS');
  if (supported.includes(deleteWindow)) sendToProgram(x, { window, type: protocols, data: [deleteWindow] });
  else x.send((client) => client.KillClient(window));
  await x.sync();
}
