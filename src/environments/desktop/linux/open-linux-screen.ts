import type { HandrailError } from '../../../core/errors.js';
import { toFault } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { dialBus } from '../../accessibility/dbus/dial-bus.js';
import { openAccessibility } from '../../accessibility/open-accessibility.js';
import { createLinuxScreenReader } from '../../x11/linux-screen-reader.js';
import { openXDisplay } from '../../x11/open-x-display.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';
import type { XDisplay } from '../../x11/x-display.js';
import { createLauncher } from '../launch/launcher.js';
import type { DisplayInstance } from '../restart/display-lifecycle.js';
import type { RunningDesktop } from '../running-desktop.js';
import { endEachAction } from './end-each-action.js';
import { inForeground } from './in-foreground.js';
import { createLinuxInput } from './input-driver.js';
import { openSeatBesideUser } from './seat-beside-user.js';

export interface LinuxScreenOptions {
  /** Programs to start, each an argument array. */
  launch?: readonly (readonly string[])[];
  note?: (text: string) => void;
}

/** Opens the screen of a running desktop through X11 and AT-SPI. Closes the desktop when that fails. */
export async function openLinuxScreen(
  desktop: RunningDesktop,
  { launch = [], note }: LinuxScreenOptions,
): Promise<DisplayInstance> {
  const closings: (() => Promise<void>)[] = [desktop.close];
  try {
    const { display, authority, env, isOwn = false } = desktop;
    const x = await openXDisplay({ display, dial: () => dialDisplay(display), authority, hasUser: !isOwn });
    closings.unshift(x.close);
    const accessibility = await connectAccessibility(desktop, note);
    if (accessibility) closings.unshift(accessibility.close);
    const beside = isOwn ? undefined : await openSeatBesideUser(x);
    const seat = beside ?? (await x.openCoreSeat());
    closings.unshift(
      () => seat.releaseAll(),
      () => seat.close(),
    );
    const launcher = createLauncher({ x, env, accessibility });
    const input = createLinuxInput({ x, seat, launcher, accessibility, isOwn });
    for (const [program, ...parameters] of launch) if (program) await launcher.launch(program, parameters);
    return {
      screen: {
        reader: createLinuxScreenReader({ x, accessibility }),
        input: beside ? endEachAction(input, beside.endAction) : inForeground(input, x),
        limitations: accessibility
          ? []
          : ['There is no accessibility interface: only windows and pictures are available, no elements.'],
        close: () => closeAll(closings),
      },
      lost: firstLoss(desktop, x),
    };
  } catch (error) {
    await closeAll(closings);
    throw error;
  }
}

const maxReasonMs = 200;

/** The display's own process gives the best reason, so it gets a moment to report it. */
function firstLoss({ lost }: RunningDesktop, x: XDisplay): Promise<HandrailError> {
  return lost ? Promise.race([lost, x.lost.then((fault) => Promise.race([lost, delayed(fault)]))]) : x.lost;
}

function delayed(fault: HandrailError): Promise<HandrailError> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(fault), maxReasonMs).unref();
  });
}

async function connectAccessibility(
  { bus }: RunningDesktop,
  note?: (text: string) => void,
): Promise<Accessibility | undefined> {
  if (bus === undefined) {
    note?.('There is no message bus, so only windows and pixels of this desktop are available.');
    return undefined;
  }
  try {
    return await openAccessibility({ bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  } catch (error) {
    note?.(
      `The accessibility interface is not available (${toFault(error).message}): only windows and pixels are available.`,
    );
    return undefined;
  }
}

/** Closes in order and ignores failures, because the display may be gone. Only the last one, the desktop, must succeed. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closings.slice(0, -1)) await close().catch(() => undefined);
  await closings.at(-1)?.();
}
