import { dialBus } from '../../accessibility/dbus/dial-bus.js';
import { openAccessibility } from '../../accessibility/open-accessibility.js';
import type { Pixels, ScreenReader } from '../../screen/screen.js';
import { createLinuxScreenReader } from '../../x11/linux-screen-reader.js';
import { openXDisplay } from '../../x11/open-x-display.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';
import type { XDisplay } from '../../x11/x-display.js';
import type { DisplayInstance } from '../restart/display-lifecycle.js';
import type { RunningDesktop } from '../running-desktop.js';
import { launchDirectly } from './launch-directly.js';
import { openCuaScreen } from './open-cua-screen.js';

export interface CuaDesktopOptions {
  /** Programs to start, each an argument array. */
  launch?: readonly (readonly string[])[];
  note?: (text: string) => void;
}

/** Opens a running desktop through the driver. Closes the desktop when that fails. */
export async function openCuaDesktop(
  desktop: RunningDesktop | undefined,
  { launch = [], note }: CuaDesktopOptions,
): Promise<DisplayInstance> {
  const closings: (() => Promise<void>)[] = desktop ? [desktop.close] : [];
  const closeAll = async () => {
    for (const close of closings.splice(0)) await close();
  };
  try {
    if (desktop?.bus !== undefined) closings.unshift(await enableAccessibility(desktop.bus));
    const x = desktop && (await connectDisplay(desktop));
    if (x) closings.unshift(x.close);
    const driver = await openCuaScreen({ env: desktop?.env, note });
    closings.unshift(() => driver.close());
    const launchProgram = desktop ? launchDirectly(driver.reader, desktop.env) : driver.input.launch;
    for (const [program, ...parameters] of launch) if (program) await launchProgram(program, parameters);
    return {
      screen: {
        ...driver,
        reader: x ? withPixelsFromX(driver.reader, x) : driver.reader,
        input: { ...driver.input, launch: launchProgram },
        close: closeAll,
      },
      lost: desktop?.lost ?? x?.lost ?? new Promise(() => undefined),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function connectDisplay({ display, authority }: RunningDesktop): Promise<XDisplay> {
  return openXDisplay({ display, dial: () => dialDisplay(display), authority });
}

/**
 * Reads pixels from the X server. On Linux the driver starts a program for each picture, which is slower than the rest of a snapshot. The X
 * server can also draw covered windows. Pixels are read after the list of windows, while the driver reads the tree.
 */
function withPixelsFromX(reader: ScreenReader, x: XDisplay): ScreenReader {
  let listing: Promise<unknown> = Promise.resolve();
  let cached: { changeCount: number; pixels: Pixels } | undefined;

  async function readScreen(): Promise<Pixels> {
    await x.pointer(); // a round trip: all earlier change events have arrived after it
    const changeCount = x.changes.count();
    if (cached?.changeCount !== changeCount) cached = { changeCount, pixels: await x.pixels() };
    return cached.pixels;
  }

  return {
    ...reader,
    windows(signal) {
      const windows = reader.windows(signal);
      listing = windows.catch(() => undefined); // the caller of `windows` gets the error
      return windows;
    },
    async pixels(signal, onTop = []) {
      await listing;
      if (onTop.length === 0) return readScreen();
      const windows = await x.windows();
      const known = onTop.flatMap(({ id }) =>
        windows.filter((window) => Number.parseInt(window.id, 16) === Number(id)),
      );
      return createLinuxScreenReader({ x }).pixels(signal, known);
    },
  };
}

/** Programs provide accessibility data only while a client is registered, and the driver does not register. Returns how to stop. */
async function enableAccessibility(bus: string): Promise<() => Promise<void>> {
  const accessibility = await openAccessibility({ bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  return () => accessibility.close();
}
