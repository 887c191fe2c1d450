import type { KeyChord } from '../../../core/keys/keys.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSingleLineField } from '../../accessibility/actions/submit-field.js';
import { acceptsText } from '../../screen/input/accepts-text.js';
import { isFocused, type TypingPort } from '../../screen/input/typing.js';
import type { KeyboardTarget, KeyPress, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import { focusWindow } from '../../screen/windows/uncover-window.js';
import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import type { DisplayKeyboard } from './display-keyboard.js';
import type { HeldInput } from './held-input.js';
import { chordKeysym, modifierKeys, releaseCommands } from './keysyms.js';
import { checkTerminalLocale } from './terminal-locale.js';
import type { WindowControl } from './window-control.js';

export interface TypingParts {
  runner: Runner;
  control: WindowControl;
  held: HeldInput;
  keyboard: DisplayKeyboard;
  accessibility?: Accessibility;
  clickNode(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
}

/** A longer text is inserted as a whole, where the field accepts that. */
const minInsertedCharacters = 400;

/** Typing with the container's own keyboard, into windows that are raised for it. */
export function createContainerTypingPort(parts: TypingParts): TypingPort {
  const { runner, control, keyboard, accessibility } = parts;

  async function focus({ window, node }: KeyboardTarget, signal?: AbortSignal): Promise<void> {
    if (window) await focusWindow(window, control, signal);
    if (!node || isFocused(node)) return;
    // A click puts the caret at the end of a one-line field.
    const focusing = isSingleLineField(node) ? accessibility?.click(node, signal) : accessibility?.focus(node, signal);
    if (await focusing) return;
    if (window && node.bounds) await parts.clickNode(node, window, signal);
  }

  return {
    accessibility,
    windows: () => control.windows(),
    typeText: keyboard.type,
    pressKey: (chord, press, window, signal) => pressKey(parts, chord, press, window, signal),
    awaitKeysRead: keyboard.awaitKeysRead,
    async findTextTarget({ window, node: requested }, signal) {
      const node = requested ?? (window && (await accessibility?.focusedNode(window, signal)));
      return { window, node, focused: undefined, isPaced: node !== undefined };
    },
    checkText: (text, window) => checkTerminalLocale(text, window, runner),
    async insertText(text, { window, node }, { clear }, signal) {
      // In a combo box the keys to clear depend on what has the focus, so its text is replaced as a whole.
      const isInserted = text.length > minInsertedCharacters || (clear && node?.role === 'Dropdown');
      if (!node || !isInserted || !acceptsText(node, text)) return false;
      await focus({ window, node }, signal);
      return (await accessibility?.insertText(node, text, { clear }, signal)) ?? false;
    },
    focus,
    async findKeyTarget({ window, node }, press, typedNode, signal) {
      // The program may not have read the last text yet, and a field that is focused again selects its text.
      const isTypedInto = node !== undefined && node.key === typedNode;
      if (press.phase !== 'up') await focus({ window, node: isTypedInto ? undefined : node }, signal);
      const isPlain = press.holdMs === undefined && press.phase === undefined;
      const field = node ?? (isPlain && window?.dialog ? await accessibility?.focusedNode(window, signal) : undefined);
      return { window, field, node, isPaced: isPlain && node !== undefined };
    },
  };
}

async function pressKey(
  { runner, held, keyboard }: TypingParts,
  chord: KeyChord,
  { repeat, holdMs, phase }: KeyPress,
  window: ScreenWindow | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (holdMs === undefined && phase === undefined) return keyboard.press(chord, repeat, window, signal);
  const keys = [...chord.modifiers.map((modifier) => modifierKeys[modifier]), chordKeysym(chord)];
  if (phase !== 'up') {
    for (const key of keys) await held.press('key', key);
    await xdotool(
      runner,
      keys.flatMap((key) => ['keydown', key]),
      signal,
    );
    if (phase === 'down') return;
    await sleep(holdMs ?? 0, signal);
  }
  const reversed = [...keys].reverse();
  await xdotool(runner, reversed.flatMap(releaseCommands));
  for (const key of reversed) await held.release('key', key);
}
