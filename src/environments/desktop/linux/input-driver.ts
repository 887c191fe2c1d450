import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSheetCell } from '../../accessibility/sheets/cell-keys.js';
import { createTyping } from '../../screen/input/typing.js';
import type { InputDriver } from '../../screen/screen.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';
import type { Launcher } from '../launch/launcher.js';
import { createLinuxPointer } from './pointer-input.js';
import { createLinuxTypingPort } from './typing-port.js';

export interface LinuxInputParts {
  x: XDisplay;
  seat: Seat;
  /** Without it, only the second pointer and keyboard are used. */
  accessibility?: Accessibility;
  launcher: Launcher;
}

/** How long a program may take to update its menu after it got the focus. */
const menuUpdateMs = 200;

/** An input driver for a Linux desktop that leaves the user's pointer and focus alone. */
export function createLinuxInput({ x, seat, accessibility, launcher }: LinuxInputParts): InputDriver {
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
  });
  const typing = createTyping(typingPort);

  function requireAccessibility(action: string): Accessibility {
    if (accessibility) return accessibility;
    throw new HandrailError(
      'unsupported',
      `${action} needs the accessibility interface, which this desktop does not have.`,
      'Use clicks and keys.',
    );
  }

  return {
    ...pointer,
    type: typing.type,
    key: typing.key,
    ...(accessibility ? { caretMoves: async () => accessibility.caretMoves() } : {}),
    async setValue(node, window, value, signal) {
      const reader = requireAccessibility('set_value');
      await x.guardFocus({ window });
      try {
        await reader.setValue(node, value, signal);
        if (node.role === 'TextInput' && !(await reader.submitToolbarField(node, signal)))
          await typingPort.continueIn(node, window, signal);
      } catch (error) {
        const isRefused = error instanceof HandrailError && error.code === 'not_editable';
        if (isRefused && isSheetCell(node.key) && typeof value === 'string')
          await typing.fillCell(node, window, value, reader, signal);
        else if (isRefused && node.role === 'Checkbox' && node.list) await clickNode(node, window, signal);
        else throw error;
      }
    },
    async chooseMenuItem(path, window, signal) {
      const reader = requireAccessibility('menu');
      await x.guardFocus({ window });
      const choose = () => seat.lendDevices(window, () => reader.chooseMenuItem(path, window, signal));
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
