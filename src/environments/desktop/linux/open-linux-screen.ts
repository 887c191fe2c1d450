import type { HandrailError } from '../../../core/errors.js';
import { toFault } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { dialBus } from '../../accessibility/dbus/dial-bus.js';
import { openAccessibility } from '../../accessibility/open-accessibility.js';
import type { Screen } from '../../screen/screen.js';
import { linuxEyes } from '../../x11/linux-screen-reader.js';
import { openXDisplay } from '../../x11/open-x-display.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';
import type { XDisplay } from '../../x11/x-display.js';
import { createLauncher } from '../launch/launcher.js';
import type { DesktopGround } from '../running-desktop.js';
import type { Life } from './display-lifecycle.js';
import { linuxHands } from './input-driver.js';

export interface LinuxScreenOptions {
  /** Programs to begin with, each an argument array. */
  launch?: readonly (readonly string[])[];
  note?: (text: string) => void;
}

/** Eyes and hands on a desktop that runs. When that cannot be had, the desktop is closed. */
export async function openLinuxScreen(ground: DesktopGround, { launch = [], note }: LinuxScreenOptions): Promise<Life> {
  const opened: (() => Promise<void>)[] = [ground.close];
  try {
    const { display, authority, env } = ground;
    const x = await openXDisplay({
      display,
      dial: () => dialDisplay(display),
      ...(authority === undefined ? {} : { authority }),
    });
    opened.unshift(x.close);
    const accessibility = await listen(ground, note);
    if (accessibility) opened.unshift(accessibility.close);
    const seat = await x.takeSeat();
    opened.unshift(() => seat.leave());
    opened.unshift(() => seat.letGo());
    const spoken = accessibility ? { accessibility } : {};
    const launcher = createLauncher({ x, env, ...spoken });
    for (const [program, ...parameters] of launch) if (program) await launcher.launch(program, parameters);
    const screen: Screen = {
      reader: linuxEyes({ x, ...spoken }),
      input: linuxHands({ x, seat, launcher, ...spoken }),
      limits: limitsOf(accessibility),
      close: () => closeAll(opened),
    };
    return { screen, lost: firstOf(ground, x) };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** The program that was the display knows best why it is gone; a display of others is only seen to be gone. */
function firstOf({ lost }: DesktopGround, x: XDisplay): Promise<HandrailError> {
  return lost ? Promise.race([lost, x.lost.then((fault) => Promise.race([lost, later(fault)]))]) : x.lost;
}

const reasonMs = 200;

function later(fault: HandrailError): Promise<HandrailError> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(fault), reasonMs).unref();
  });
}

async function listen({ bus }: DesktopGround, note?: (text: string) => void): Promise<Accessibility | undefined> {
  if (bus === undefined) {
    note?.('There is no message bus, so this desktop is seen by its windows and pixels only.');
    return undefined;
  }
  try {
    return await openAccessibility({ bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  } catch (error) {
    note?.(`Programs cannot be asked what they show (${toFault(error).message}): only windows and pixels are seen.`);
    return undefined;
  }
}

function limitsOf(accessibility: Accessibility | undefined): string[] {
  return accessibility
    ? []
    : ['There is no accessibility interface: elements are not seen, only windows and pictures.'];
}

/** In turn, whatever becomes of each: the display may be gone already. The last one, the desktop itself, has to succeed. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closings.slice(0, -1)) await close().catch(() => undefined);
  await closings.at(-1)?.();
}
