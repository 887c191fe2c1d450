import { type Modifier, modifiers } from '../action.js';
import { HandrailError } from '../errors.js';
import { editDistance } from '../words/edit-distance.js';
import { keyAliases, mainKeys, numpadKeys, type PhysicalKey, primaryModifierAliases } from './key-table.js';

/** One key press with its modifiers. */
export interface KeyChord {
  /** In the order Control, Shift, Alt, Meta. */
  modifiers: Modifier[];
  /** A DOM `key` name ('Enter'), a character ('c', with Shift 'C'), or the `code` of a number-pad key ('Numpad0'). */
  key: string;
  /** The canonical spelling: 'Control+Shift+T'. */
  canonical: string;
}

/** A key of a US keyboard. */
export interface KeyDefinition extends PhysicalKey {
  /** The character needs Shift. */
  needsShift: boolean;
}

const definitions = new Map<string, KeyDefinition>();
/** The character on the same key without Shift. */
const unshifted = new Map<string, string>();
for (const physical of mainKeys) {
  definitions.set(physical.key, { ...physical, needsShift: false });
  const { code, keyCode, location, shifted } = physical;
  if (!shifted) continue;
  definitions.set(shifted, { code, keyCode, location, key: shifted, text: shifted, needsShift: true });
  unshifted.set(shifted, physical.key);
}
for (const physical of numpadKeys) definitions.set(physical.code, { ...physical, needsShift: false });

const names = new Map<string, string>();
for (const { code, key } of mainKeys) {
  names.set(fold(code), key);
  if (key.length > 1) names.set(fold(key), key);
}
for (const { code } of numpadKeys) names.set(fold(code), code);
for (const [key, others] of Object.entries(keyAliases)) {
  for (const other of others.split(' ')) names.set(other, key);
}

const controlCharacters = new Map([
  ['\n', 'Enter'],
  ['\r', 'Enter'],
  ['\t', 'Tab'],
  ['\b', 'Backspace'],
  ['\u001b', 'Escape'],
  ['\u007f', 'Delete'],
]);

/** The US key that produces `key`. Undefined for a character that has none and must be inserted as text. */
export function keyDefinition(key: string): KeyDefinition | undefined {
  return definitions.get(key);
}

/** Parses one chord in any common spelling. Throws `unknown_key` with similar names. */
export function parseKeys(spelling: string, isMac = process.platform === 'darwin'): KeyChord {
  if (isCharacter(spelling)) return chord([resolve(spelling, isMac)], spelling);
  const text = joinPlus(spelling);
  const whole = wholeName(text, isMac);
  if (whole) return chord([whole], spelling);
  if (/\s/.test(text)) {
    throw new HandrailError(
      'unknown_key',
      `"${shorten(spelling)}" is not one key.`,
      `Join keys that are pressed together with "+": ${shorten(text.replace(/\s+/g, '+'))}.`,
    );
  }
  const parts = splitAt('+', text).flatMap((part) => splitDashes(part, isMac));
  return chord(
    parts.map((part) => resolve(part, isMac)),
    spelling,
  );
}

/** Parses chords that are separated by spaces and pressed one after the other: 'Control+A Delete'. */
export function parseKeySequence(spelling: string): KeyChord[] {
  if (isCharacter(spelling)) return [parseKeys(spelling)];
  const text = joinPlus(spelling);
  if (text === '' || wholeName(text, process.platform === 'darwin')) return [parseKeys(spelling)];
  return text.split(/\s+/).map((part) => parseKeys(part));
}

function chord(keys: string[], spelling: string): KeyChord {
  const heldModifiers = modifiers.filter((modifier) => keys.includes(modifier));
  const others = keys.filter((key) => !isModifier(key));
  if (others.length > 1) {
    throw new HandrailError(
      'unknown_key',
      `"${shorten(spelling)}" holds ${others.map(nameOf).join(' and ')} at once.`,
      `Only ${modifiers.join(', ')} can be held with a key. Separate keys that follow each other with spaces.`,
    );
  }
  const last = others[0] ?? heldModifiers.pop();
  if (last === undefined) throw unknown(spelling);
  if (heldModifiers.length === 0) return { modifiers: [], key: last, canonical: nameOf(last) };
  const hasShift = heldModifiers.includes('Shift');
  const isLetter = /^[a-z]$/i.test(last);
  const base = hasShift || isLetter ? (unshifted.get(last) ?? last) : last; // Control+C and Control+c are the same chord
  return {
    modifiers: heldModifiers,
    key: hasShift ? (definitions.get(base)?.shifted ?? base) : base,
    canonical: [...heldModifiers, isLetter ? base.toUpperCase() : nameOf(base)].join('+'),
  };
}

function resolve(part: string, isMac: boolean): string {
  const found = names.get(fold(part)) ?? primaryModifier(part, isMac);
  if (found) return found;
  const control = controlCharacters.get(part);
  if (control) return control;
  if (isCharacter(part) && !/\p{Cc}/u.test(part)) return part;
  const numbered = characterByNumber(part);
  if (numbered) return numbered;
  throw unknown(part);
}

/** X11 names characters by code point: 'U20AC' is the euro sign. */
function characterByNumber(text: string): string | undefined {
  const codePoint = Number.parseInt(/^U\+?([0-9A-F]{4,6})$/i.exec(text)?.[1] ?? '', 16);
  if (!(codePoint <= 0x10ffff)) return undefined;
  const character = String.fromCodePoint(codePoint);
  return isCharacter(character) && !/\p{Cc}/u.test(character) ? character : undefined;
}

/** The key that the whole text names: 'Page_Down', 'page-down', 'page down'. Not 'alt-left', which holds Alt. */
function wholeName(text: string, isMac: boolean): string | undefined {
  const exact = names.get(fold(text)) ?? primaryModifier(text, isMac) ?? characterByNumber(text);
  if (exact) return exact;
  const words = text.split(/[\s-]+/);
  return words.length > 1 && !isModifierName(words[0] ?? '', isMac) ? names.get(fold(words.join(''))) : undefined;
}

/** Removes the spaces of 'ctrl + c', and reads the space in 'ctrl+ ' as a key. */
function joinPlus(spelling: string): string {
  return spelling
    .replace(/\+ $/, '+Space')
    .trim()
    .replace(/([\p{L}\d_]+)\s*\+\s*(?=\S)/gu, (whole, name: string) =>
      isModifierName(name, false) ? `${name}+` : whole,
    );
}

function splitDashes(part: string, isMac: boolean): string[] {
  if (isCharacter(part) || names.has(fold(part))) return [part];
  const pieces = splitAt('-', part);
  return pieces.slice(0, -1).every((piece) => isModifierName(piece, isMac)) ? pieces : [part];
}

/** Splits at a separator that may also be the last key: 'ctrl++' is 'ctrl' and '+'. */
function splitAt(separator: string, text: string): string[] {
  if (!text.endsWith(separator + separator)) return text.split(separator);
  return [...text.slice(0, -2).split(separator), separator];
}

function isModifierName(name: string, isMac: boolean): boolean {
  const key = names.get(fold(name)) ?? primaryModifier(name, isMac);
  return key !== undefined && isModifier(key);
}

function isModifier(key: string): key is Modifier {
  return modifiers.some((modifier) => modifier === key);
}

function primaryModifier(name: string, isMac: boolean): Modifier | undefined {
  if (!primaryModifierAliases.includes(fold(name))) return undefined;
  return isMac ? 'Meta' : 'Control';
}

function isCharacter(text: string): boolean {
  return /^[^\p{Surrogate}]$/su.test(text);
}

function fold(name: string): string {
  return name.length > 1 ? name.toLowerCase().replaceAll('_', '') : name;
}

function nameOf(key: string): string {
  return key === ' ' ? 'Space' : key;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function unknown(part: string): HandrailError {
  const similar = similarNames(part);
  return new HandrailError(
    'unknown_key',
    part.trim() === '' ? 'No key is named.' : `There is no key "${shorten(part)}".`,
    similar.length > 0
      ? `Did you mean ${similar.join(' or ')}?`
      : 'Use a name such as Enter, ArrowUp, F5 or Control+Shift+T, or one character.',
  );
}

function similarNames(part: string): string[] {
  const wanted = fold(part);
  if (wanted.length < 2 || wanted.length > 24) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const candidates = [...names]
    .map(([name, key]) => ({ key, distance: editDistance(wanted, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  return [...new Set(candidates.map(({ key }) => nameOf(key)))].slice(0, 3);
}
