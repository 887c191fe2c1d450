import type { Modifier } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import { modifierKeys } from '../input/keysyms.js';
import type { Runner } from './runner.js';

/** A chain of xdotool commands with their arguments. */
export type XdotoolCommands = readonly string[];

/** Runs xdotool with a chain of commands, and returns its output. */
export async function xdotool(
  runner: Runner,
  commands: XdotoolCommands,
  signal?: AbortSignal,
  timeoutMs = 10_000,
): Promise<string> {
  const { code, stdout, stderr } = await runner.run({ args: ['xdotool', ...commands], timeoutMs }, signal);
  if (code === 0) return stdout.toString('utf8');
  const line = stderr.trim().split('\n')[0] || `exit code ${code}`;
  if (/can't open display|cannot open display|failed creating new xdo/i.test(stderr))
    throw new HandrailError(
      'display_died',
      `The display in the container does not respond (${line}).`,
      'Check that its X server runs.',
    );
  throw new HandrailError('driver_failed', `xdotool failed in the container: ${line}.`);
}

/** Moves the pointer to the pixel that contains the point. */
export function moveTo({ x, y }: Point): XdotoolCommands {
  return ['mousemove', String(Math.floor(x)), String(Math.floor(y))];
}

/** Holds the modifiers around `commands`. */
export function withModifiers(modifiers: readonly Modifier[], commands: XdotoolCommands): XdotoolCommands {
  const keys = modifiers.map((modifier) => modifierKeys[modifier]);
  const down = keys.flatMap((key) => ['keydown', key]);
  const up = [...keys].reverse().flatMap((key) => ['keyup', key]);
  return [...down, ...commands, ...up];
}
