import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSheetCell } from '../../accessibility/sheets/cell-keys.js';
import type { InputDriver, ScreenNode, ScreenWindow } from '../screen.js';
import { createTyping, type TypingPort } from './typing.js';

/** What to do on a screen without the accessibility interface. */
const missingHints = {
  container: 'Use clicks and keys, or a container that has one: handrail container up.',
  desktop: 'Use clicks and keys.',
};

export interface ValueInputParts {
  port: TypingPort;
  screen: keyof typeof missingHints;
  /** Called before a value is set. */
  prepare?(window: ScreenWindow): Promise<void>;
  /** Moves the focus to a text field that has a new value. */
  focusField(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Operates a node that takes no value. False when it cannot. */
  operate?(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<boolean>;
}

/** Typing, keys and values of an input driver. */
export function createValueInput(
  parts: ValueInputParts,
): Pick<InputDriver, 'type' | 'key' | 'caretMoves' | 'setValue'> {
  const { accessibility } = parts.port;
  const { type, key, fillCell } = createTyping(parts.port);
  return {
    type,
    key,
    caretMoves: accessibility && (async () => accessibility.caretMoves()),
    async setValue(node, window, value, signal) {
      const reader = requireAccessibility(accessibility, 'set_value', parts.screen);
      await parts.prepare?.(window);
      try {
        await reader.setValue(node, value, signal);
        if (node.role === 'TextInput' && !(await reader.submitToolbarField(node, signal)))
          await parts.focusField(node, window, signal);
      } catch (error) {
        if (!(error instanceof HandrailError && error.code === 'not_editable')) throw error;
        if (isSheetCell(node.key) && typeof value === 'string') await fillCell(node, window, value, reader, signal);
        else if (!(await parts.operate?.(node, window, signal))) throw error;
      }
    },
  };
}

/** Throws `unsupported` on a screen without the accessibility interface. */
export function requireAccessibility(
  accessibility: Accessibility | undefined,
  action: string,
  screen: keyof typeof missingHints,
): Accessibility {
  if (accessibility) return accessibility;
  const message = `${action} needs the accessibility interface, which this ${screen} does not have.`;
  throw new HandrailError('unsupported', message, missingHints[screen]);
}
