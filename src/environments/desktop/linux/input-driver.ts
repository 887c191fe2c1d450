import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { createValueInput, requireAccessibility } from '../../screen/input/value-input.js';
import type { InputDriver } from '../../screen/screen.js';
import { uncoverTarget } from '../../screen/windows/uncover-window.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';
import type { Launcher } from '../launch/launcher.js';
import { checkNotCovered } from './check-not-covered.js';
import { createLinuxPointer } from './pointer-input.js';
import { createLinuxTypingPort } from './typing-port.js';

export interface LinuxInputParts {
  x: XDisplay;
  seat: Seat;
  /** Without it, only the second pointer and keyboard are used. */
  accessibility?: Accessibility;
  launcher: Launcher;
  /** The display has no user: windows are raised for the pointer. */
  isOwn: boolean;
}

/** How long a program may take to update its menu after it got the focus. */
const menuUpdateMs = 200;

/** An input driver for a Linux desktop. With a second seat it leaves the user's pointer and focus alone. */
export function createLinuxInput({ x, seat, accessibility, launcher, isOwn }: LinuxInputParts): InputDriver {
  const typingPort = createLinuxTypingPort({
    x,
    seat,
    accessibility,
    clickNode: (node, window, signal) => clickNode(node, window, signal),
  });
  const { clickNode, ...pointer } = createLinuxPointer({
    x,
    seat,
    accessibility,
    continueIn: typingPort.continueIn,
    onPointerClick: typingPort.forgetField,
    reach: (target, signal) =>
      isOwn ? uncoverTarget(target, { control: x, moveTo: seat.move }, signal) : checkNotCovered(target, x),
  });

  return {
    ...pointer,
    ...createValueInput({
      port: typingPort,
      screen: 'desktop',
      prepare: (window) => x.guardFocus({ window }),
      focusField: typingPort.continueIn,
      async operate(node, window, signal) {
        if (node.role !== 'Checkbox' || !node.list) return false;
        await clickNode(node, window, signal);
        return true;
      },
    }),
    async chooseMenuItem(path, window, signal) {
      const reader = requireAccessibility(accessibility, 'menu', 'desktop');
      await x.guardFocus({ window });
      const choose = async () => {
        let takeBack = (): void => undefined;
        const lend = async (): Promise<void> => {
          takeBack = await seat.lendDevices(window);
        };
        try {
          await reader.chooseMenuItem(path, window, lend, signal);
        } finally {
          takeBack();
        }
      };
      await choose().catch(async (error: unknown) => {
        if (!(error instanceof HandrailError && error.code === 'disabled')) throw error;
        // GTK programs update "Paste" and "Cut" when their window gets the focus.
        await seat.focusWindow(window);
        await reader.changes.waitForChange(menuUpdateMs, signal);
        await choose();
      });
    },
    raise: (window) => x.raise(window),
    async closeWindow(window) {
      await seat.releaseAll(); // the window manager would pass the keys of a closed window to another one
      await x.closeWindow(window);
    },
    launch: launcher.launch,
    listApps: launcher.listApps,
    readClipboard: (signal) => x.readClipboard(signal),
    writeClipboard: (text) => x.writeClipboard(text),
    releaseAll: () => seat.releaseAll(),
  };
}
