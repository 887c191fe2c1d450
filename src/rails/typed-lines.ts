import type { Action } from '../core/action.js';
import { type KeyChord, parseKeySequence } from '../core/keys/keys.js';

/** The line being typed in each window. */
export interface TypedLines {
  /** The texts that an action would produce: the new text alone, the line after it, or a whole value. */
  preview(action: Action, window: string | undefined): string[];
  record(action: Action, window: string | undefined): void;
}

/** What is known of a line: the text before the cursor and the text after it. */
interface Line {
  before: string;
  after: string;
  /** Text that may precede or follow all of this: the cursor was moved to an unknown position. */
  elsewhere: string;
}

const maxLineLength = 4_000;
const emptyLine: Line = { before: '', after: '', elsewhere: '' };

export function createTypedLines(): TypedLines {
  const lines = new Map<string, Line>();
  let clipboard = '';

  const lineAfter = (action: Action, window: string | undefined): Line | undefined => {
    const line = lines.get(window ?? '') ?? emptyLine;
    if (pointerActions.has(action.type)) return moveElsewhere(line);
    if (action.type === 'type') {
      const { before, after, elsewhere } = action.clear ? emptyLine : line;
      const typed = before + action.text;
      return action.submit
        ? { before: `${typed}${after}\n`, after: '', elsewhere }
        : { before: typed, after, elsewhere };
    }
    if (action.type !== 'key' || action.phase === 'up') return undefined;
    return parseKeySequence(action.keys).reduce(
      (current, chord) => applyChord(current, chord, action.repeat ?? 1, clipboard),
      line,
    );
  };

  return {
    preview(action, window) {
      if (action.type === 'set_value') return typeof action.value === 'string' ? [action.value] : [];
      if (action.type === 'clipboard') return [action.text];
      if (action.type === 'launch') return [[action.app, ...(action.arguments ?? [])].join(' ')];
      const line = lineAfter(action, window);
      if (!line) return [];
      const whole = line.before + line.after;
      const texts = line.elsewhere === '' ? [whole] : [whole, line.elsewhere + whole, whole + line.elsewhere];
      return action.type === 'type' ? [action.text, ...texts] : texts;
    },
    record(action, window) {
      if (action.type === 'clipboard') clipboard = action.text;
      const line = lineAfter(action, window);
      if (!line) return;
      const before = keepOpenLine(line.before).slice(-maxLineLength);
      const isNewLine = line.before.includes('\n');
      const after = isNewLine ? '' : line.after.slice(0, maxLineLength);
      lines.set(window ?? '', { before, after, elsewhere: isNewLine ? '' : line.elsewhere.slice(-maxLineLength) });
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

/** A click can move the cursor. */
const pointerActions: ReadonlySet<Action['type']> = new Set(['click', 'press', 'release', 'drag']);
/** Keys after which the content of the line is not known. */
const resetKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Escape', 'Tab']);
const cursorKeys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);
/** Letters that move the cursor together with Control or Alt, in shells and in text fields. */
const cursorLetters = /^[bf]$/i;
/** Letters that delete from the line, replace it or leave it. */
const resetLetters = /^[cdhknprtuwxyz]$/i;

function moveElsewhere({ before, after, elsewhere }: Line): Line {
  return { before: '', after: '', elsewhere: elsewhere + before + after };
}

function applyChord(line: Line, { modifiers, key }: KeyChord, times: number, clipboard: string): Line {
  const { before, after, elsewhere } = line;
  const isPaste =
    (modifiers.includes('Control') && /^v$/i.test(key)) || (modifiers.includes('Shift') && key === 'Insert');
  if (isPaste) return { ...line, before: before + clipboard.repeat(Math.min(times, 3)) };
  const isCommand = modifiers.some((one) => one !== 'Shift');
  if (isCommand && /^a$/i.test(key)) return { ...line, before: '', after: before + after };
  if (isCommand && /^e$/i.test(key)) return { ...line, before: before + after, after: '' };
  // With Control the cursor moves by a word, with Shift the next text replaces a selection.
  if (cursorKeys.has(key)) return modifiers.length > 0 ? moveElsewhere(line) : moveCursor(line, key, times);
  if (isCommand && cursorLetters.test(key)) return moveElsewhere(line);
  if (resetKeys.has(key) || (isCommand && (resetLetters.test(key) || key === 'Backspace'))) return emptyLine;
  if (key === 'Delete') return { ...line, after: after.slice(times) };
  if (isCommand) return line;
  if (key === 'Enter' || key === 'NumpadEnter') return { before: `${before}${after}\n`, after: '', elsewhere };
  if (key === 'Backspace') return { ...line, before: before.slice(0, Math.max(0, before.length - times)) };
  return [...key].length === 1 ? { ...line, before: before + key.repeat(times) } : line;
}

function moveCursor(line: Line, key: string, times: number): Line {
  const whole = line.before + line.after;
  const steps = { ArrowLeft: -times, ArrowRight: times, Home: -whole.length, End: whole.length }[key] ?? 0;
  const at = Math.min(whole.length, Math.max(0, line.before.length + steps));
  return { ...line, before: whole.slice(0, at), after: whole.slice(at) };
}
