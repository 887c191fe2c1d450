import type { Role } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../screen.js';

/** A terminal shows text but takes keys; and Enter in a field of one line is a key, not a character. */
export function takesText({ role, kind, states }: ScreenNode, text: string): boolean {
  if (role !== 'TextInput' && role !== 'Dropdown') return false;
  if (kind === 'terminal' || states.includes('readonly')) return false;
  return states.includes('multiline') || !/[\r\n]/.test(text);
}

const pressed: ReadonlySet<Role> = new Set(['Button', 'Checkbox', 'Radio', 'Link']);

/** Refuses text for a button: a space presses it, and in a question a letter may choose the answer. Elsewhere characters may be commands, as in a calculator. */
export function checkPressesNothing(
  node: ScreenNode | undefined,
  text: string,
  window: ScreenWindow | undefined,
): void {
  if (!node || !pressed.has(node.role)) return;
  if (!window?.dialog && !text.includes(' ')) return;
  throw new HandrailError(
    'not_editable',
    `${node.role} "${node.name.slice(0, 60)}" has the keys, which takes no text: it would be pressed.`,
    window?.dialog ? `Answer the dialog "${window.title}" first, or type into a field.` : 'Type into a field.',
  );
}
