import type { Action } from '../core/action.js';
import { type KeyChord, parseKeySequence } from '../core/keys.js';

/** What stands in the line that is being typed, window by window. */
export interface TypedLines {
  /** The texts that an action would make: the line with it, or what it puts somewhere as a whole. */
  after(action: Action, window: string | undefined): string[];
  note(action: Action, window: string | undefined): void;
}

const longestLine = 4_000;

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
      (line, chord) => press(line, chord, action.repeat ?? 1, clipboard),
      before,
    );
  };

  return {
    after(action, window) {
      if (action.type === 'set_value') return typeof action.value === 'string' ? [action.value] : [];
      if (action.type === 'clipboard') return [action.text];
      if (action.type === 'launch') return [[action.app, ...(action.arguments ?? [])].join(' ')];
      const line = lineAfter(action, window);
      return line === undefined ? [] : [line];
    },
    note(action, window) {
      if (action.type === 'clipboard') clipboard = action.text;
      const line = lineAfter(action, window);
      if (line !== undefined) lines.set(window ?? '', unfinished(line).slice(-longestLine));
    },
  };
}

/** What is left of a line after Enter: nothing, unless it goes on in the next one. */
function unfinished(text: string): string {
  const last = text.lastIndexOf('\n');
  if (last === -1) return text;
  const before = text.slice(text.lastIndexOf('\n', last - 1) + 1, last);
  return /[|\\]\s*$/.test(before) ? text.slice(text.lastIndexOf('\n', last - 1) + 1) : text.slice(last + 1);
}

function press(line: string, { modifiers, key }: KeyChord, times: number, clipboard: string): string {
  const isPaste =
    (modifiers.includes('Control') && /^v$/i.test(key)) || (modifiers.includes('Shift') && key === 'Insert');
  if (isPaste) return line + clipboard.repeat(Math.min(times, 3));
  if (modifiers.some((one) => one !== 'Shift')) return line;
  if (key === 'Enter' || key === 'NumpadEnter') return `${line}\n`;
  if (key === 'Backspace') return line.slice(0, -times);
  return [...key].length === 1 ? line + key.repeat(times) : line;
}
