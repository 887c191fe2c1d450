import type { Action } from '../core/action.js';
import { type KeyChord, parseKeySequence } from '../core/keys.js';

/** The line being typed in each window. */
export interface TypedLines {
  /** The texts that an action would produce: the line after it, or a whole value. */
  preview(action: Action, window: string | undefined): string[];
  record(action: Action, window: string | undefined): void;
}

const maxLineLength = 4_000;

export function createTypedLines(): TypedLines {
  const lines = new Map<string, string>();
  let clipboard = '';

  const lineAfter = (action: Action, window: string | undefined): string | undefined => {
    const before = lines.get(window ?? '') ?? '';
    if (action.type === 'type') {
      const line = (action.clear ? '' : before) + action.text;
      return action.submit ? `${line}\n` : line;
    }
    if (action.type !== 'key' || action.phase === 'up') return undefined;
    return parseKeySequence(action.keys).reduce(
      (line, chord) => applyChord(line, chord, action.repeat ?? 1, clipboard),
      before,
    );
  };

  return {
    preview(action, window) {
      if (action.type === 'set_value') return typeof action.value === 'string' ? [action.value] : [];
      if (action.type === 'clipboard') return [action.text];
      if (action.type === 'launch') return [[action.app, ...(action.arguments ?? [])].join(' ')];
      const line = lineAfter(action, window);
      return line === undefined ? [] : [line];
    },
    record(action, window) {
      if (action.type === 'clipboard') clipboard = action.text;
      const line = lineAfter(action, window);
      if (line !== undefined) lines.set(window ?? '', keepOpenLine(line).slice(-maxLineLength));
    },
  };
}

/** The text after the last Enter, with the line before it if that line continues (ends with a pipe or backslash). */
function keepOpenLine(text: string): string {
  const lastBreak = text.lastIndexOf('\n');
  if (lastBreak === -1) return text;
  const start = text.lastIndexOf('\n', lastBreak - 1) + 1;
  const continues = /[|\\]\s*$/.test(text.slice(start, lastBreak));
  return text.slice(continues ? start : lastBreak + 1);
}

function applyChord(line: string, { modifiers, key }: KeyChord, times: number, clipboard: string): string {
  const isPaste =
    (modifiers.includes('Control') && /^v$/i.test(key)) || (modifiers.includes('Shift') && key === 'Insert');
  if (isPaste) return line + clipboard.repeat(Math.min(times, 3));
  if (modifiers.some((one) => one !== 'Shift')) return line;
  if (key === 'Enter' || key === 'NumpadEnter') return `${line}\n`;
  if (key === 'Backspace') return line.slice(0, -times);
  return [...key].length === 1 ? line + key.repeat(times) : line;
}
