import { type Action, type Modifier, modifiers } from '../../core/action.js';
import { HandrailError } from '../../core/errors.js';
import { parseKeys } from '../../core/keys/keys.js';
import { quote } from './arguments.js';

export type KeyAction = Extract<Action, { type: 'key' }>;

/** Reads keys in any spelling, one chord or several in a row: `ctrl+s`, `["CTRL", "S"]`, `ctrl c`. Throws `unknown_key`. */
export function keyActions(value: unknown): KeyAction[] {
  const words = (Array.isArray(value) ? value : [value])
    .filter((word) => typeof word === 'string' && word !== '')
    .map((word: string) => word.replace(/(?<=\S)\s+\+\s+(?=\S)/g, '+'));
  if (words.length === 0)
    throw new HandrailError('invalid_input', `${quote(value)} is not a key.`, 'Use a key such as Enter or Control+A.');
  const [first = ''] = words;
  // A single space is the space key.
  const keys = words.length === 1 && first.trim().includes(' ') ? first.trim().split(/\s+/) : words;
  return keys.slice(0, -1).every(isModifier) ? [chord(keys)] : keys.map((key) => chord([key]));
}

function chord(words: readonly string[]): KeyAction {
  const keys = words.join('+');
  parseKeys(keys);
  return { type: 'key', keys };
}

function isModifier(word: string): boolean {
  try {
    const { key } = parseKeys(word);
    return modifiers.some((modifier) => modifier === key);
  } catch {
    return false; // an unknown key: parsing the chord reports it
  }
}

/** Reads modifiers in any spelling: `shift+ctrl`, `["CTRL"]`. Throws `unknown_key` for any other key. */
export function readModifiers(value: unknown): Modifier[] {
  const words = (Array.isArray(value) ? value : String(value ?? '').split(/[+\s]+/)).map(String).filter(Boolean);
  return words.map((word) => {
    const { key } = parseKeys(word);
    const found = modifiers.find((modifier) => modifier === key);
    if (found) return found;
    throw new HandrailError('unknown_key', `"${word}" is not a modifier.`, `Valid modifiers: ${modifiers.join(', ')}.`);
  });
}
