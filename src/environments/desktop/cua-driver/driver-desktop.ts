import { dialBus } from '../../accessibility/dbus/dial-bus.js';
import { openAccessibility } from '../../accessibility/open-accessibility.js';
import type { Pixels, ScreenReader } from '../../screen/screen.js';
import { linuxEyes } from '../../x11/linux-screen-reader.js';
import { openXDisplay } from '../../x11/open-x-display.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';
import type { XDisplay } from '../../x11/x-display.js';
import type { Life } from '../linux/display-lifecycle.js';
import type { DesktopGround } from '../running-desktop.js';
import { launchBeside } from './driver-launch.js';
import { openDriverScreen } from './driver-screen.js';

export interface DriverDesktopOptions {
  /** Programs to begin with, each an argument array. */
  launch?: readonly (readonly string[])[];
  note?: (text: string) => void;
}

/** A desktop that runs, by way of the driver. When that cannot be had, the desktop is closed. */
export async function openDriverDesktop(
  ground: DesktopGround | undefined,
  { launch = [], note }: DriverDesktopOptions,
): Promise<Life> {
  const opened: (() => Promise<void>)[] = ground ? [ground.close] : [];
  const close = async () => {
    for (const one of opened.splice(0)) await one();
  };
  try {
    if (ground?.bus !== undefined) opened.unshift(await listen(ground.bus));
    const x = ground && (await connect(ground));
    if (x) opened.unshift(x.close);
    const driver = await openDriverScreen({ ...(ground ? { env: ground.env } : {}), note });
    opened.unshift(() => driver.close());
    const start = ground ? launchBeside(driver.reader, ground.env) : driver.input.launch;
    for (const [program, ...parameters] of launch) if (program) await start(program, parameters);
    const input = { ...driver.input, launch: start };
    const reader = x ? withPixelsOf(x, driver.reader) : driver.reader;
    return {
      screen: { ...driver, reader, input, close },
      lost: ground?.lost ?? x?.lost ?? new Promise(() => undefined),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function connect({ display, authority }: DesktopGround): Promise<XDisplay> {
  const dial = () => dialDisplay(display);
  return openXDisplay({ display, dial, ...(authority === undefined ? {} : { authority }) });
}

/**
 * On Linux the driver starts a program for each picture of the screen, which takes longer than all the rest of a look. The X server is asked
 * instead, while the driver looks into the windows: while it lists them, it would be waited for. It knows what is drawn behind others, too.
 */
function withPixelsOf(x: XDisplay, reader: ScreenReader): ScreenReader {
  let listing: Promise<unknown> = Promise.resolve();
  let taken: { count: number; pixels: Pixels } | undefined;

  /** Where nothing was drawn since, the last picture is still the picture. */
  async function screen(): Promise<Pixels> {
    await x.pointer(); // whatever was drawn before this question is told before its answer
    const count = x.stir.count();
    if (taken?.count !== count) taken = { count, pixels: await x.pixels() };
    return taken.pixels;
  }

  return {
    ...reader,
    windows(signal) {
      const listed = reader.windows(signal);
      listing = listed.catch(() => undefined); // told to whoever asked for the windows
      return listed;
    },
    async pixels(signal, over = []) {
      await listing;
      if (over.length === 0) return screen();
      const all = await x.windows();
      const known = over.flatMap(({ id }) => all.filter((window) => Number.parseInt(window.id, 16) === Number(id)));
      return linuxEyes({ x }).pixels(signal, known);
    },
  };
}

/** Programs tell of themselves only while somebody listens, and the driver does not. Returns how to stop. */
async function listen(bus: string): Promise<() => Promise<void>> {
  const accessibility = await openAccessibility({ bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  return () => accessibility.close();
}
