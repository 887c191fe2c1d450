import type { Role } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../screen.js';

/** True when text can be inserted into the node directly. A terminal needs keys, and so does Enter in a one-line field. */
export function acceptsText({ role, kind, states }: ScreenNode, text: string): boolean {
  if (role !== 'TextInput' && role !== 'Dropdown') return false;
  if (kind === 'terminal' || states.includes('readonly')) return false;
  return states.includes('multiline') || !/[\r\n]/.test(text);
}

const buttonRoles: ReadonlySet<Role> = new Set(['Button', 'Checkbox', 'Radio', 'Link']);

/**
 * Throws `not_editable` when typing would press a focused button: a space presses it, and in a dialog a letter may choose an answer. Other
 * characters may be commands of the program, as in a calculator.
 */
export function checkPressesNoButton(
  node: ScreenNode | undefined,
  text: string,
  window: ScreenWindow | undefined,
): void {
  if (!node || !buttonRoles.has(node.role)) return;
  if (!window?.dialog && !text.includes(' ')) return;
  throw new HandrailError(
    'not_editable',
    `${node.role} "${node.name.slice(0, 60)}" has the focus and takes no text: typing would press it.`,
    window?.dialog ? `Answer the dialog "${window.title}" first, or type into a field.` : 'Type into a field.',
  );
}

/** Throws `invalid_action` for control characters. No field stores them, and a key of that name may do harm. */
export function checkNoControlCharacters(text: string): void {
  const index = text.search(/[^\P{Cc}\t\n\r]/u);
  if (index < 0) return;
  const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
  throw new HandrailError(
    'invalid_action',
    `The text has a control character (U+${code}) at ${index}, which cannot be typed.`,
    'Leave it out, or press a key with the key action.',
  );
}
