import type { Runner } from '../exec/runner.js';

/** What X calls the signs of ASCII, in their order from the space on. Letters and digits are called what they are. */
const signs: Readonly<Record<string, string>> = {
  ' ': 'space',
  '!': 'exclam',
  '"': 'quotedbl',
  '#': 'numbersign',
  $: 'dollar',
  '%': 'percent',
  '&': 'ampersand',
  "'": 'apostrophe',
  '(': 'parenleft',
  ')': 'parenright',
  '*': 'asterisk',
  '+': 'plus',
  ',': 'comma',
  '-': 'minus',
  '.': 'period',
  '/': 'slash',
  ':': 'colon',
  ';': 'semicolon',
  '<': 'less',
  '=': 'equal',
  '>': 'greater',
  '?': 'question',
  '@': 'at',
  '[': 'bracketleft',
  '\\': 'backslash',
  ']': 'bracketright',
  '^': 'asciicircum',
  _: 'underscore',
  '`': 'grave',
  '{': 'braceleft',
  '|': 'bar',
  '}': 'braceright',
  '~': 'asciitilde',
};

const isPlain = (character: string): boolean => /[\t\n\x20-\x7e]/.test(character);

/** Whether a character has a key of its own on the layout of a display. Where nobody can say: whether it is ASCII. */
export async function keysOfLayout(
  runner: Runner,
  has: ReadonlySet<string>,
  display: string,
  signal?: AbortSignal,
): Promise<(character: string) => boolean> {
  if (!has.has('xkbcomp')) return isPlain;
  const { code, stdout } = await runner.run({ args: ['xkbcomp', '-xkb', display, '-'] }, signal);
  if (code !== 0) return isPlain;
  const keys = readKeymap(stdout.toString('utf8'));
  return (character) => character === '\n' || character === '\t' || keys.has(signs[character] ?? character);
}

/** The names of all that stands on some key: 'symbols[Group1]= [ q, Q, at, Greek_OMEGA ]', or shorter '{ [ q, Q ] }'. */
function readKeymap(text: string): Set<string> {
  const part = text.slice(text.indexOf('xkb_symbols'));
  const lists = [...part.matchAll(/\[\s+([\w\s,]+?)\s*\]/g)].flatMap(([, names = '']) => names.split(/[\s,]+/));
  return new Set(lists);
}
