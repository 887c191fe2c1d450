import { HandrailError } from '../../../core/errors.js';
import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import { readSelection, writeSelection } from './clipboard.js';
import { readLayout } from './layout-keys.js';

/** xdotool needs 2 ms per character and loses some with a shorter delay. */
const perCharacterMs = 5;
const maxTypedCharacters = 4_000;
/** A program requests the pasted text within this time. */
const pasteSeconds = '0.3';

/**
 * Types without an X connection. xdotool is exact only for characters on the keyboard layout: it remaps a key for others and does not wait until
 * the program knows. Lines with such characters are pasted.
 */
export async function typeWithXdotool(
  runner: Runner,
  programs: ReadonlySet<string>,
  display: string,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const canPaste = programs.has('xclip') || programs.has('xsel');
  const hasKey = await readLayout(runner, programs, display, signal);
  const canType = (part: string) => [...part].every(hasKey);
  const isLong = text.length > maxTypedCharacters;
  if (canType(text) && (!isLong || !canPaste)) return typeText(runner, text, signal);
  if (!canPaste)
    throw new HandrailError(
      'unsupported',
      `This container can type only characters of its keyboard layout: "${[...text].find((one) => !hasKey(one))}" is not one of them.`,
      'Install perl, python3 or xclip in it to type any text.',
    );
  const clipboard = await readSelection(runner, programs, 'clipboard', signal);
  for (const part of isLong ? [text] : splitByInput(text, canType)) {
    if (canType(part) && part.length <= maxTypedCharacters) await typeText(runner, part, signal);
    else await paste(runner, programs, part, signal);
  }
  await writeSelection(runner, programs, 'clipboard', clipboard, signal);
}

/** Splits a text into parts to type and lines to paste. Line breaks are typed, because a terminal executes them only as keys. */
function splitByInput(text: string, canType: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (const part of text.split(/(\n+)/)) {
    const last = parts.at(-1);
    if (last !== undefined && canType(last) && canType(part)) parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  }
  return parts;
}

async function typeText(runner: Runner, text: string, signal?: AbortSignal): Promise<void> {
  const timeoutMs = 10_000 + text.length * perCharacterMs * 4;
  const args = ['xdotool', 'type', '--delay', String(perCharacterMs), '--file', '-'];
  const { code, stderr } = await runner.run({ args, input: text, timeoutMs }, signal);
  if (code !== 0) throw new HandrailError('driver_failed', `xdotool failed in the container: ${stderr.trim()}.`);
}

/** Shift+Insert pastes the clipboard in most programs and the primary selection in terminals, so both get the text. */
async function paste(runner: Runner, programs: ReadonlySet<string>, text: string, signal?: AbortSignal): Promise<void> {
  await writeSelection(runner, programs, 'clipboard', text, signal);
  await writeSelection(runner, programs, 'primary', text, signal);
  await xdotool(runner, ['key', 'Shift_L+Insert'], signal);
  await xdotool(runner, ['sleep', pasteSeconds], signal);
}
