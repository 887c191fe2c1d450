import type { Action, Modifier } from '../core/action.js';
import { HandrailError } from '../core/errors.js';
import { type KeyChord, parseKeySequence } from '../core/keys.js';
import { createTypedLines } from './typed-lines.js';

/** Keys that end the session of whoever sits there, lock it, or throw things away for good. */
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

const shell = String.raw`(?:sudo\s+)?(?:\S*\/)?(?:ba|z|k|da|a|fi|c|tc|pw)?sh\b`;
const runner = String.raw`(?:sudo\s+)?(?:\S*\/)?(?:python[\d.]*|perl|ruby|node|php)\b`;

/** Commands that run what a stranger wrote, or take everything away. */
const blockedTexts: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:curl|wget|fetch)\b[^\n]*\|\s*(?:${shell}|${runner})`, 'i'),
  new RegExp(String.raw`\b(?:${shell}|${runner}|eval|source)\b[^\n]*(?:<\(|\$\(|${'`'})\s*(?:curl|wget|fetch)\b`, 'i'),
  /\bsudo\s+rm\s+(?:-\S+\s+)*-\w*[rf]/i,
  /\brm\s+(?=[^\n;|&]*-\w*r)(?:-\S+\s+)+["']?\/(?:\*|\.)?["']?\s*(?:$|[;&|\n])/im,
  /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}/,
  /\bmkfs(?:\.\w+)?\s+[^\n]*\/dev\//i,
  /\bdd\b[^\n]*\bof=\/dev\/(?:sd|hd|vd|nvme|mmcblk|disk)/i,
];

/** What may not be pressed or typed on a desktop, whoever asks for it and whatever was approved. */
export interface BlockedInput {
  /** Throws `denied`. */
  check(action: Action, window: string | undefined): void;
  /** Takes down what was let through, so that a text typed in pieces is seen as one. */
  note(action: Action, window: string | undefined): void;
}

export function blockedInput(): BlockedInput {
  const lines = createTypedLines();
  const held = new Set<string>();
  return {
    check(action, window) {
      if (action.type === 'key') checkChords(parseKeySequence(action.keys), held);
      const modifiers: readonly Modifier[] = 'modifiers' in action ? (action.modifiers ?? []) : [];
      if (modifiers.length > 0) checkCombo(new Set([...held, ...modifiers.map((one) => one.toLowerCase())]));
      for (const text of lines.after(action, window)) checkText(text);
    },
    note(action, window) {
      lines.note(action, window);
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
    'Destructive system shortcuts are hard-blocked.',
  );
}

const mostTold = 60;

function checkText(text: string): void {
  for (const pattern of blockedTexts) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    throw new HandrailError(
      'denied',
      `blocked pattern in type text: '${found.slice(0, mostTold)}'`,
      'Commands that destroy, or run what was downloaded unseen, are hard-blocked.',
    );
  }
}
