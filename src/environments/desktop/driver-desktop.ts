import { dialBus } from '../accessibility/dial-bus.js';
import { openAccessibility } from '../accessibility/open-accessibility.js';
import type { Screen } from '../screen/screen.js';
import type { DesktopGround } from './desktop-ground.js';
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
  let driver: Screen | undefined;
  const close = async () => {
    try {
      await driver?.close();
    } finally {
      await ground?.close();
    }
  };
  try {
    if (ground?.bus !== undefined) await awaitAccessibility(ground.bus);
    driver = await openDriverScreen({ ...(ground ? { env: ground.env } : {}), note });
    for (const [program, ...parameters] of launch) if (program) await driver.hands.launch(program, parameters);
    return { screen: { ...driver, close }, lost: ground?.lost ?? new Promise(() => undefined) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A program that starts before anyone listens to what programs tell of themselves stays silent for good. */
async function awaitAccessibility(bus: string): Promise<void> {
  const accessibility = await openAccessibility({ bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  await accessibility.close();
}
