import { dialBus } from '../accessibility/dial-bus.js';
import { openAccessibility } from '../accessibility/open-accessibility.js';
import type { DesktopGround } from './desktop-ground.js';
import { launchBeside } from './driver-launch.js';
import { openDriverScreen } from './driver-screen.js';
import type { Life } from './lives.js';

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
    const driver = await openDriverScreen({ ...(ground ? { env: ground.env } : {}), note });
    opened.unshift(() => driver.close());
    const start = ground ? launchBeside(driver.eyes, ground.env) : driver.hands.launch;
    for (const [program, ...parameters] of launch) if (program) await start(program, parameters);
    const hands = { ...driver.hands, launch: start };
    return { screen: { ...driver, hands, close }, lost: ground?.lost ?? new Promise(() => undefined) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Programs tell of themselves only while somebody listens, and the driver does not. Returns how to stop. */
async function listen(bus: string): Promise<() => Promise<void>> {
  const accessibility = await openAccessibility({ bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  return () => accessibility.close();
}
