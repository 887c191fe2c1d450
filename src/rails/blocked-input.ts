import type { Action, Modifier } from '../core/action.js';
import { HandrailError } from '../core/errors.js';
import { type KeyChord, parseKeySequence } from '../core/keys/keys.js';
import { createTypedLines } from './typed-lines.js';

/** Keys that log the user out, lock the screen, close windows or delete permanently. */
const blockedChords: readonly (readonly string[])[] = [
  ['meta', 'shift', 'backspace'],
  ['meta', 'alt', 'backspace'],
  ['meta', 'control', 'q'],
  ['meta', 'shift', 'q'],
  ['meta', 'l'],
  ['control', 'alt', 'delete'],
  ['control', 'alt', 'backspace'],
  ['alt', 'f4'],
];

const options = String.raw`(?:-[ugCDhpRTt]\s+\S+\s+|-\S+\s+|\w+=\S*\s+)*`;
/** Programs that start another one: sudo -E bash, env A=1 bash. */
const starter = String.raw`(?:(?:\S*\/)?(?:sudo|doas|env|exec|nohup|nice|command)\s+${options})*`;
const shell = String.raw`${starter}(?:\S*\/)?(?:ba|z|k|da|a|fi|c|tc|pw)?sh\b`;
const runner = String.raw`${starter}(?:\S*\/)?(?:python[\d.]*|perl|ruby|node|php)\b`;

/** Commands that run downloaded code or destroy data. */
const blockedTexts: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:curl|wget|fetch)\b[^\n]*\|\s*(?:${shell}|${runner})`, 'i'),
  new RegExp(String.raw`\b(?:${shell}|${runner}|eval|source)\b[^\n]*(?:<\(|\$\(|${'`'})\s*(?:curl|wget|fetch)\b`, 'i'),
  new RegExp(String.raw`\bsudo\s+${options}rm\s+(?:-\S+\s+)*-\w*[rf]`, 'i'),
  /\brm\s+(?=[^\n;|&]*-\w*r)(?:-\S+\s+)+["']?\/(?:\*|\.)?["']?\s*(?:$|[;&|\n])/im,
  /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}/,
  /\bmkfs(?:\.\w+)?\s+[^\n]*\/dev\//i,
  /\bdd\b[^\n]*\bof=\/dev\/(?:sd|hd|vd|nvme|mmcblk|disk)/i,
];

/** Blocks keys and text on a desktop that are never allowed, not even with approval. */
export interface InputBlocker {
  /** Throws `denied` for blocked input. */
  check(action: Action, window: string | undefined): void;
  /** Records allowed input, so that text typed in several actions is checked as a whole. */
  record(action: Action, window: string | undefined): void;
}

export function createInputBlocker(): InputBlocker {
  const lines = createTypedLines();
  const held = new Set<string>();
  return {
    check(action, window) {
      if (action.type === 'key') checkChords(parseKeySequence(action.keys), held);
      const modifiers: readonly Modifier[] = 'modifiers' in action ? (action.modifiers ?? []) : [];
      if (modifiers.length > 0) checkCombo(new Set([...held, ...modifiers.map((one) => one.toLowerCase())]));
      for (const text of lines.preview(action, window)) checkText(text);
    },
    record(action, window) {
      lines.record(action, window);
      if (action.type !== 'key' || !action.phase) return;
      for (const chord of parseKeySequence(action.keys))
        for (const key of keysOf(chord)) action.phase === 'down' ? held.add(key) : held.delete(key);
    },
  };
}

function keysOf({ modifiers, key }: KeyChord): string[] {
  return [...modifiers, key].map((one) => one.toLowerCase());
}

function checkChords(chords: readonly KeyChord[], held: ReadonlySet<string>): void {
  for (const chord of chords) checkCombo(new Set([...held, ...keysOf(chord)]));
}

function checkCombo(pressed: ReadonlySet<string>): void {
  const combo = blockedChords.find((keys) => keys.every((key) => pressed.has(key)));
  if (!combo) return;
  throw new HandrailError(
    'denied',
    `blocked key combo: [${combo.map((key) => `'${key}'`).join(', ')}]`,
    'This shortcut is always blocked. Use another approach.',
  );
}

const maxQuotedCharacters = 60;

function checkText(text: string): void {
  for (const pattern of blockedTexts) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    throw new HandrailError(
      'denied',
      `blocked pattern in type text: '${found.slice(0, maxQuotedCharacters)}'`,
      'Commands that destroy data or run downloaded code are always blocked.',
    );
  }
}
