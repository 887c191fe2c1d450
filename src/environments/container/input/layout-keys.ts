import { keyAliases } from '../../../core/keys/key-table.js';
import type { Runner } from '../exec/runner.js';

/** The X keysym of a character. Letters and digits have their own names. */
function keysymName(character: string): string {
  return keyAliases[character]?.split(' ')[0] ?? character;
}

const isAscii = (character: string): boolean => /[\t\n\x20-\x7e]/.test(character);

/** Returns a test whether a character is on the keyboard layout of the display. Without xkbcomp, it tests for ASCII. */
export async function readLayout(
  runner: Runner,
  programs: ReadonlySet<string>,
  display: string,
  signal?: AbortSignal,
): Promise<(character: string) => boolean> {
  if (!programs.has('xkbcomp')) return isAscii;
  const { code, stdout } = await runner.run({ args: ['xkbcomp', '-xkb', display, '-'] }, signal);
  if (code !== 0) return isAscii;
  const keysyms = parseKeymap(stdout.toString('utf8'));
  return (character) => character === '\n' || character === '\t' || keysyms.has(keysymName(character));
}

/** All keysyms of a keymap: 'symbols[Group1]= [ q, Q, at, Greek_OMEGA ]', or shorter '{ [ q, Q ] }'. */
function parseKeymap(text: string): Set<string> {
  const symbols = text.slice(text.indexOf('xkb_symbols'));
  const names = [...symbols.matchAll(/\[\s+([\w\s,]+?)\s*\]/g)].flatMap(([, list = '']) => list.split(/[\s,]+/));
  return new Set(names);
}
