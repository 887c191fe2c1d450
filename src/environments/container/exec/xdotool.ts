import type { Modifier } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import { modifierKeys } from '../input/keysyms.js';
import type { Runner } from './runner.js';

export type Words = readonly string[];

/** Runs xdotool once with a chain of its commands, and gives back what it wrote. */
export async function xdotool(
  runner: Runner,
  words: Words,
  signal?: AbortSignal,
  deadlineMs = 10_000,
): Promise<string> {
  const { code, stdout, stderr } = await runner.run({ args: ['xdotool', ...words], deadlineMs }, signal);
  if (code === 0) return stdout.toString('utf8');
  const line = stderr.trim().split('\n')[0] || `exit code ${code}`;
  if (/can't open display|cannot open display|failed creating new xdo/i.test(stderr))
    throw new HandrailError('display_died', `The display in the container does not answer (${line}).`);
  throw new HandrailError('driver_failed', `xdotool failed in the container: ${line}.`);
}

/** Pixels begin at whole numbers: what lies within one is that one. */
export function moveTo({ x, y }: Point): Words {
  return ['mousemove', String(Math.floor(x)), String(Math.floor(y))];
}

/** The modifiers held around what is between. */
export function holding(modifiers: readonly Modifier[], between: Words): Words {
  const keys = modifiers.map((modifier) => modifierKeys[modifier]);
  const down = keys.flatMap((key) => ['keydown', key]);
  const up = [...keys].reverse().flatMap((key) => ['keyup', key]);
  return [...down, ...between, ...up];
}
