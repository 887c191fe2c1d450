import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeys } from '../../../core/keys.js';
import type { ScreenNode } from '../screen.js';

const clearField = ['Control+A', 'Delete'].map((keys) => parseKeys(keys, false));
const clearShellLine = ['Control+A', 'Control+K'].map((keys) => parseKeys(keys, false));

/**
 * The keys that clear the focused node. With `knowsFocus`, throws `not_editable` when it is no text: there Control+A may select all files of a
 * folder.
 */
export function clearingKeys(node: ScreenNode | undefined, knowsFocus: boolean): readonly KeyChord[] {
  if (node?.role === 'TableCell') return []; // typing replaces the content of a cell
  if (node?.kind === 'terminal') return clearShellLine;
  if (!knowsFocus || node?.role === 'TextInput') return clearField;
  throw new HandrailError(
    'not_editable',
    'The focused element is not a text field, so there is nothing to clear.',
    'Type without clear, or into a field.',
  );
}
