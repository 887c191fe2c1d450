import { HandrailError } from '../../../core/errors.js';
import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import { keysOfLayout } from './layout-keys.js';

/** xdotool needs 2 ms for a character and loses some when it is asked to be quicker. */
const perCharacterMs = 5;
const mostTyped = 4_000;

/** Refuses what no keyboard and no clipboard can carry. */
export function checkText(text: string): void {
  if (/\p{Surrogate}/u.test(text))
    throw new HandrailError(
      'invalid_action',
      'The text has half of a character in it (a lone surrogate), which cannot be typed.',
      'Leave it out, or give the whole character.',
    );
  const control = [...text].find((character) => /\p{Cc}/u.test(character) && !'\n\r\t'.includes(character));
  if (control !== undefined)
    throw new HandrailError(
      'invalid_action',
      `The text has a control character in it (U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}), which cannot be typed.`,
      'Leave it out; press keys with the key action.',
    );
}

/**
 * Types where the display cannot be reached but through programs. xdotool is exact for what the layout has keys for: it gives other
 * characters one for the moment and does not wait until the program has seen it. Lines with those are pasted.
 */
export async function typePlainly(
  runner: Runner,
  has: ReadonlySet<string>,
  display: string,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const canPaste = has.has('xclip') || has.has('xsel');
  const hasKey = await keysOfLayout(runner, has, display, signal);
  const canPress = (part: string) => [...part].every(hasKey);
  if (canPress(text) && (text.length <= mostTyped || !canPaste)) return pressKeys(runner, text, signal);
  if (!canPaste)
    throw new HandrailError(
      'unsupported',
      `This container can only be typed into what its keyboard layout has: "${[...text].find((one) => !hasKey(one))}" is not on it.`,
      'Install perl, python3 or xclip in it: then any text can be typed.',
    );
  const before = await readSelection(runner, has, 'clipboard', signal);
  for (const piece of text.length > mostTyped ? [text] : pieces(text, canPress)) {
    if (canPress(piece) && piece.length <= mostTyped) await pressKeys(runner, piece, signal);
    else await paste(runner, has, piece, signal);
  }
  await writeSelection(runner, has, 'clipboard', before, signal);
}

/** Lines that must be pasted, and what lies between them: the end of a line is a key in a terminal, and nothing but text in what is pasted there. */
function pieces(text: string, canPress: (part: string) => boolean): string[] {
  const all: string[] = [];
  for (const part of text.split(/(\n+)/)) {
    const last = all.at(-1);
    if (last !== undefined && canPress(last) && canPress(part)) all[all.length - 1] = last + part;
    else if (part !== '') all.push(part);
  }
  return all;
}

async function pressKeys(runner: Runner, text: string, signal?: AbortSignal): Promise<void> {
  const deadlineMs = 10_000 + text.length * perCharacterMs * 4;
  const args = ['xdotool', 'type', '--delay', String(perCharacterMs), '--file', '-'];
  const { code, stderr } = await runner.run({ args, input: text, deadlineMs }, signal);
  if (code !== 0) throw new HandrailError('driver_failed', `xdotool failed in the container: ${stderr.trim()}.`);
}

/** Shift+Insert pastes the clipboard in most programs and the selection in terminals: the text is put on both. */
async function paste(runner: Runner, has: ReadonlySet<string>, text: string, signal?: AbortSignal): Promise<void> {
  await writeSelection(runner, has, 'clipboard', text, signal);
  await writeSelection(runner, has, 'primary', text, signal);
  await xdotool(runner, ['key', 'Shift_L+Insert'], signal);
  // The program asks for the text when it comes to it: the next question to the display waits until then.
  await xdotool(runner, ['sleep', '0.3'], signal);
}

type Selection = 'clipboard' | 'primary';

export async function readSelection(
  runner: Runner,
  has: ReadonlySet<string>,
  selection: Selection,
  signal?: AbortSignal,
): Promise<string> {
  const args = has.has('xclip') ? ['xclip', '-o', '-selection', selection] : ['xsel', '--output', `--${selection}`];
  const { code, stdout } = await runner.run({ args }, signal);
  return code === 0 ? stdout.toString('utf8') : ''; // nobody holds it
}

export async function writeSelection(
  runner: Runner,
  has: ReadonlySet<string>,
  selection: Selection,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const args = has.has('xclip') ? ['xclip', '-i', '-selection', selection] : ['xsel', '--input', `--${selection}`];
  // Both stay to hand it out, and would hold on to the ends of our pipes.
  const { code } = await runner.run(
    { args: ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh', ...args], input: text },
    signal,
  );
  if (code !== 0)
    throw new HandrailError('driver_failed', `The clipboard was not written: ${args[0]} ended with exit code ${code}.`);
}
