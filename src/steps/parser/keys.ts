import { HandrailError } from '../../core/errors.js';
import { parseKeys } from '../../core/keys/keys.js';

/** Keys that are also common button names. Such a button is preferred when the page has one. */
export const keysNamedLikeButtons: ReadonlySet<string> = new Set([
  'Delete',
  'Home',
  'End',
  'Insert',
  ' ',
  'Space',
  'Help',
  'Pause',
  'Clear',
  'Cancel',
  'Select',
  'Play',
]);

/** The keys of "Enter", "the Escape key" or "Ctrl+A". Returns undefined when the text names no key. */
export function readKeys(words: string): string | undefined {
  const isKey = /\bkeys?\b/iu.test(words);
  const text = words
    .replace(/^(?:the|on|on the)\s+/iu, '')
    .replace(/\bkeys?\b/giu, '')
    .replace(/\s+on\s+(?:the|your)\s+keyboard$/iu, '')
    .replace(/^(?:arrow)\s+(up|down|left|right)$|^(up|down|left|right)\s+arrow$/iu, 'Arrow$1$2')
    .replace(/\s*\+\s*/gu, '+')
    .replace(/^(ctrl|control|cmd|command|alt|shift|meta|option)(?:\s+and\s+|\s+|-)(?=\S+$)/iu, '$1+')
    .trim();
  const isArrow = /^(?:up|down|left|right)$/iu.test(text);
  if (text === '' || /\s/u.test(text) || (text.length === 1 && !isKey) || (isArrow && !isKey)) return undefined;
  try {
    const { canonical: normal, modifiers } = parseKeys(text);
    return normal.length > 1 || modifiers.length > 0 || isKey ? normal : undefined;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'unknown_key') return undefined;
    throw error;
  }
}
