import { HandrailError } from '../../../core/errors.js';
import type { Runner } from '../exec/runner.js';

type Selection = 'clipboard' | 'primary';

/** The text of a selection, through xclip or xsel; empty when it has no owner. */
export async function readSelection(
  runner: Runner,
  programs: ReadonlySet<string>,
  selection: Selection,
  signal?: AbortSignal,
): Promise<string> {
  const args = programs.has('xclip')
    ? ['xclip', '-o', '-selection', selection]
    : ['xsel', '--output', `--${selection}`];
  const { code, stdout } = await runner.run({ args }, signal);
  return code === 0 ? stdout.toString('utf8') : '';
}

export async function writeSelection(
  runner: Runner,
  programs: ReadonlySet<string>,
  selection: Selection,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  const args = programs.has('xclip') ? ['xclip', '-i', '-selection', selection] : ['xsel', '--input', `--${selection}`];
  // Both stay in the background as the owner of the selection and would keep our pipes open.
  const command = { args: ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh', ...args], input: text };
  const { code } = await runner.run(command, signal);
  if (code !== 0)
    throw new HandrailError('driver_failed', `Writing the clipboard failed: ${args[0]} ended with exit code ${code}.`);
}
