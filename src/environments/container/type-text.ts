import { HandrailError } from '../../core/errors.js';
import type { Runner } from './runner.js';
import { xdotool } from './xdotool.js';

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
 * Types where the display cannot be reached but through programs. xdotool is exact for ASCII only: it gives other characters a key for the
 * moment and does not wait until the program has seen it. Those are pasted.
 */
export async function typePlainly(
  runner: Runner,
  has: ReadonlySet<string>,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const isAscii = /^[\t\n\x20-\x7e]*$/.test(text);
  const canPaste = has.has('xclip') || has.has('xsel');
  if (isAscii && (text.length <= mostTyped || !canPaste)) {
    const deadlineMs = 10_000 + text.length * perCharacterMs * 4;
    await runner
      .run(
        { args: ['xdotool', 'type', '--delay', String(perCharacterMs), '--file', '-'], input: text, deadlineMs },
        signal,
      )
      .then(({ code, stderr }) => {
        if (code !== 0) throw new HandrailError('driver_failed', `xdotool failed in the container: ${stderr.trim()}.`);
      });
    return;
  }
  if (!canPaste)
    throw new HandrailError(
      'unsupported',
      'This container can only be typed ASCII into.',
      'Install perl, python3 or xclip in it: then any text can be typed.',
    );
  await pastePlainly(runner, has, text, signal);
}

/** Shift+Insert pastes the clipboard in most programs and the selection in terminals: the text is put on both, and what was there comes back. */
async function pastePlainly(
  runner: Runner,
  has: ReadonlySet<string>,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const before = await readSelection(runner, has, 'clipboard', signal);
  await writeSelection(runner, has, 'clipboard', text, signal);
  await writeSelection(runner, has, 'primary', text, signal);
  await xdotool(runner, ['key', 'Shift_L+Insert'], signal);
  // The program asks for the text when it comes to it: the next question to the display waits until then.
  await xdotool(runner, ['sleep', '0.3'], signal);
  await writeSelection(runner, has, 'clipboard', before, signal);
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
