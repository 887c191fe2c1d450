import { HandrailError } from '../../core/errors.js';

/** A line as words, the way a shell splits it: quotes of both kinds, backslashes. Nothing is expanded. */
export function splitLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const next = line[at + 1];
    if (quote) {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && next !== undefined && /["\\$`]/.test(next)) {
        word += next;
        at += 1;
      } else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\' && next !== undefined) {
      word = (word ?? '') + next;
      at += 1;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote)
    throw new HandrailError('invalid_input', `A ${quote} is not closed in: ${line.slice(0, 100)}`, 'Close the quote.');
  if (word !== undefined) words.push(word);
  return words;
}
