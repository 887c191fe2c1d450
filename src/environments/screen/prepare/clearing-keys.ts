import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeys } from '../../../core/keys.js';
import type { ScreenNode } from '../screen.js';

const all = ['Control+A', 'Delete'].map((keys) => parseKeys(keys, false));
/** What a shell takes for the whole line. */
const line = ['Control+A', 'Control+K'].map((keys) => parseKeys(keys, false));

/** The keys that clear what has the keys. What Control+A selects depends on that: a text, or all files of a folder. */
export function clearingKeys(node: ScreenNode | undefined, isKnown: boolean): readonly KeyChord[] {
  if (node?.role === 'TableCell') return []; // typing replaces what is in a cell
  if (node?.kind === 'terminal') return line;
  if (!isKnown || node?.role === 'TextInput') return all;
  throw new HandrailError(
    'not_editable',
    'What has the keys is not a text field, so there is nothing to clear.',
    'Type without clear, or into a field.',
  );
}
