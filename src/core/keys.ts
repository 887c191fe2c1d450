import { type Modifier, modifiers } from './action.js';
import { HandrailError } from './errors.js';
import { mainKeys, type PhysicalKey, padKeys, primaryModifierSpellings, spellings } from './key-table.js';

/** One press: a key with the modifiers held around it. */
export interface KeyChord {
  /** In the order Control, Shift, Alt, Meta. */
  modifiers: Modifier[];
  /** What the page sees: a DOM `key` name ('Enter') or a character ('c', with Shift 'C'); or the `code` of a number-pad key ('Numpad0'). */
  key: string;
  /** The one spelling of this chord: 'Control+Shift+T'. */
  normal: string;
}

/** What a US keyboard does for a key. */
export interface KeyDefinition extends PhysicalKey {
  /** The character needs Shift held. */
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
for (const physical of padKeys) definitions.set(physical.code, { ...physical, needsShift: false });

const names = new Map<string, string>();
for (const { code, key } of mainKeys) {
  names.set(fold(code), key);
  if (key.length > 1) names.set(fold(key), key);
}
for (const { code } of padKeys) names.set(fold(code), code);
for (const [key, others] of Object.entries(spellings)) {
  for (const other of others.split(' ')) names.set(other, key);
}

const controls = new Map([
  ['\n', 'Enter'],
  ['\r', 'Enter'],
  ['\t', 'Tab'],
  ['\b', 'Backspace'],
  ['\u001b', 'Escape'],
  ['\u007f', 'Delete'],
]);

/** How to press `key` on a US keyboard, or nothing for a character that has no key there and is inserted as text. */
export function keyDefinition(key: string): KeyDefinition | undefined {
  return definitions.get(key);
}

/** Reads one chord in any spelling seen in the field. Throws `unknown_key`, with the nearest names, for anything else. */
export function parseKeys(spelling: string, mac = process.platform === 'darwin'): KeyChord {
  if (isCharacter(spelling)) return chord([resolve(spelling, mac)], spelling);
  const text = joinPlus(spelling);
  const whole = wholeName(text, mac);
  if (whole) return chord([whole], spelling);
  if (/\s/.test(text)) {
    throw new HandrailError(
      'unknown_key',
      `"${shorten(spelling)}" is not one key.`,
      `Join keys that are pressed together with "+": ${shorten(text.replace(/\s+/g, '+'))}.`,
    );
  }
  const parts = splitAt('+', text).flatMap((part) => splitDashes(part, mac));
  return chord(
    parts.map((part) => resolve(part, mac)),
    spelling,
  );
}

/** Reads chords separated by spaces, pressed one after the other: 'Control+A Delete'. */
export function parseKeySequence(spelling: string, mac = process.platform === 'darwin'): KeyChord[] {
  if (isCharacter(spelling)) return [parseKeys(spelling, mac)];
  const text = joinPlus(spelling);
  if (text === '' || wholeName(text, mac)) return [parseKeys(spelling, mac)];
  return text.split(/\s+/).map((part) => parseKeys(part, mac));
}

function chord(keys: string[], spelling: string): KeyChord {
  const held = modifiers.filter((modifier) => keys.includes(modifier));
  const others = keys.filter((key) => !isModifier(key));
  if (others.length > 1) {
    throw new HandrailError(
      'unknown_key',
      `"${shorten(spelling)}" holds ${others.map(nameOf).join(' and ')} at once.`,
      `Only ${modifiers.join(', ')} can be held with a key. Separate keys that follow each other with spaces.`,
    );
  }
  const last = others[0] ?? held.pop();
  if (last === undefined) throw unknown(spelling);
  if (held.length === 0) return { modifiers: [], key: last, normal: nameOf(last) };
  const shift = held.includes('Shift');
  const letter = /^[a-z]$/i.test(last);
  const base = shift || letter ? (unshifted.get(last) ?? last) : last; // Control+C and Control+c are the same press
  return {
    modifiers: held,
    key: shift ? (definitions.get(base)?.shifted ?? base) : base,
    normal: [...held, letter ? base.toUpperCase() : nameOf(base)].join('+'),
  };
}

function resolve(part: string, mac: boolean): string {
  const found = names.get(fold(part)) ?? primaryModifier(part, mac);
  if (found) return found;
  const control = controls.get(part);
  if (control) return control;
  if (isCharacter(part) && !/\p{Cc}/u.test(part)) return part;
  const numbered = characterByNumber(part);
  if (numbered) return numbered;
  throw unknown(part);
}

/** X11 names any character by its number: 'U20AC' is the euro sign. */
function characterByNumber(text: string): string | undefined {
  const point = Number.parseInt(/^U\+?([0-9A-F]{4,6})$/i.exec(text)?.[1] ?? '', 16);
  if (!(point <= 0x10ffff)) return undefined;
  const character = String.fromCodePoint(point);
  return isCharacter(character) && !/\p{Cc}/u.test(character) ? character : undefined;
}

/** The key that all of `text` names: 'Page_Down', 'page-down', 'page down'. Not 'alt-left', which holds Alt. */
function wholeName(text: string, mac: boolean): string | undefined {
  const exact = names.get(fold(text)) ?? primaryModifier(text, mac) ?? characterByNumber(text);
  if (exact) return exact;
  const words = text.split(/[\s-]+/);
  return words.length > 1 && !isModifierName(words[0] ?? '', mac) ? names.get(fold(words.join(''))) : undefined;
}

/** Takes the spaces out of 'ctrl + c', and reads the space in 'ctrl+ ' as the key it is. */
function joinPlus(spelling: string): string {
  return spelling
    .replace(/\+ $/, '+Space')
    .trim()
    .replace(/([\p{L}\d_]+)\s*\+\s*(?=\S)/gu, (whole, name: string) =>
      isModifierName(name, false) ? `${name}+` : whole,
    );
}

function splitDashes(part: string, mac: boolean): string[] {
  if (isCharacter(part) || names.has(fold(part))) return [part];
  const pieces = splitAt('-', part);
  return pieces.slice(0, -1).every((piece) => isModifierName(piece, mac)) ? pieces : [part];
}

/** Splits at a separator that may also be the last key: 'ctrl++' is 'ctrl' and '+'. */
function splitAt(separator: string, text: string): string[] {
  if (!text.endsWith(separator + separator)) return text.split(separator);
  return [...text.slice(0, -2).split(separator), separator];
}

function isModifierName(name: string, mac: boolean): boolean {
  const key = names.get(fold(name)) ?? primaryModifier(name, mac);
  return key !== undefined && isModifier(key);
}

function isModifier(key: string): key is Modifier {
  return modifiers.some((modifier) => modifier === key);
}

function primaryModifier(name: string, mac: boolean): Modifier | undefined {
  if (!primaryModifierSpellings.includes(fold(name))) return undefined;
  return mac ? 'Meta' : 'Control';
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
  const near = nearest(part);
  return new HandrailError(
    'unknown_key',
    part.trim() === '' ? 'No key is named.' : `There is no key "${shorten(part)}".`,
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : 'Name a key as Enter, ArrowUp, F5 or Control+Shift+T, or give one character.',
  );
}

function nearest(part: string): string[] {
  const wanted = fold(part);
  if (wanted.length < 2 || wanted.length > 24) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const close = [...names]
    .map(([name, key]) => ({ key, distance: editDistance(wanted, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  return [...new Set(close.map(({ key }) => nameOf(key)))].slice(0, 3);
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
