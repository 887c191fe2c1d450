import { createValueInput, requireAccessibility } from '../../screen/input/value-input.js';
import type { InputDriver } from '../../screen/screen.js';
import { focusWindow } from '../../screen/windows/uncover-window.js';
import type { Applications } from '../exec/applications.js';
import { xdotool } from '../exec/xdotool.js';
import type { DisplayKeyboard } from './display-keyboard.js';
import { chooseMenuItem } from './menu.js';
import { createContainerPointer, type PointerParts } from './pointer-input.js';
import { createContainerTypingPort } from './typing-port.js';

export interface ContainerInputParts extends PointerParts {
  applications: Applications;
  keyboard: DisplayKeyboard;
}

/** An input driver for a container. It uses the display's own pointer and keyboard, and raises the target window. */
export function createContainerInput(parts: ContainerInputParts): InputDriver {
  const { runner, control, held, accessibility, applications } = parts;
  const { clickNode, clickPoint, ...pointer } = createContainerPointer(parts);
  const port = createContainerTypingPort({ ...parts, clickNode });

  return {
    ...pointer,
    ...createValueInput({
      port,
      screen: 'container',
      focusField: (node, window, signal) => port.focus({ node, window }, signal),
    }),
    async chooseMenuItem(path, window, signal) {
      const reader = requireAccessibility(accessibility, 'menu', 'container');
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
