import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSheetCell } from '../../accessibility/sheets/cell-keys.js';
import { createTyping } from '../../screen/input/typing.js';
import type { InputDriver } from '../../screen/screen.js';
import type { Applications } from '../exec/applications.js';
import { xdotool } from '../exec/xdotool.js';
import type { DisplayKeyboard } from './display-keyboard.js';
import { chooseMenuItem } from './menu.js';
import { createContainerPointer, type PointerParts } from './pointer-input.js';
import { createContainerTypingPort } from './typing-port.js';
import { focusWindow } from './uncover-window.js';

export interface ContainerInputParts extends PointerParts {
  applications: Applications;
  keyboard: DisplayKeyboard;
}

/** An input driver for a container. It uses the display's own pointer and keyboard, and raises the target window. */
export function createContainerInput(parts: ContainerInputParts): InputDriver {
  const { runner, control, held, accessibility, applications } = parts;
  const { clickNode, clickPoint, ...pointer } = createContainerPointer(parts);
  const typingPort = createContainerTypingPort({ ...parts, clickNode });
  const typing = createTyping(typingPort);

  function requireAccessibility(action: string): Accessibility {
    if (accessibility) return accessibility;
    throw new HandrailError(
      'unsupported',
      `${action} needs the accessibility interface, which this container does not have.`,
      'Use clicks and keys, or a container that has one: handrail container up.',
    );
  }

  return {
    ...pointer,
    type: typing.type,
    key: typing.key,
    ...(accessibility ? { caretMoves: async () => accessibility.caretMoves() } : {}),
    async setValue(node, window, value, signal) {
      const reader = requireAccessibility('set_value');
      try {
        await reader.setValue(node, value, signal);
        if (node.role === 'TextInput' && !(await reader.submitToolbarField(node, signal)))
          await typingPort.focus({ node, window }, signal);
      } catch (error) {
        const isRefused = error instanceof HandrailError && error.code === 'not_editable';
        if (!isRefused || !isSheetCell(node.key) || typeof value !== 'string') throw error;
        await typing.fillCell(node, window, value, reader, signal);
      }
    },
    async chooseMenuItem(path, window, signal) {
      const reader = requireAccessibility('menu');
      await focusWindow(window, control, signal);
      const closeMenus = async (levels: number) => {
        await xdotool(runner, ['key', '--repeat', String(levels + 1), 'Escape']);
      };
      await chooseMenuItem(path, window, { accessibility: reader, control, clickPoint, closeMenus }, signal);
    },
    raise: (window) => control.raise(window),
    closeWindow: (window) => control.closeWindow(window),
    launch: (app, parameters, signal) => applications.launch(app, parameters, signal),
    listApps: (signal) => applications.list(signal),
    readClipboard: (signal) => control.readClipboard(signal),
    writeClipboard: (text) => control.writeClipboard(text),
    releaseAll: () => held.releaseAll(),
  };
}
