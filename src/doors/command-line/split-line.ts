import { HandrailError } from '../../core/errors.js';

/** Splits a line into arguments as a shell does: single quotes, double quotes, backslashes. Expands nothing. */
export function splitLine(line: string): string[] {
  const args: string[] = [];
  let arg: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    const next = line[index + 1];
    if (quote) {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && next !== undefined && /["\\$`]/.test(next)) {
        arg += next;
        index += 1;
      } else arg += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      arg ??= '';
    } else if (character === '\\' && next !== undefined) {
      arg = (arg ?? '') + next;
      index += 1;
    } else if (/\s/.test(character)) {
      if (arg !== undefined) args.push(arg);
      arg = undefined;
    } else arg = (arg ?? '') + character;
  }
  if (quote)
    throw new HandrailError('invalid_input', `A ${quote} is not closed in: ${line.slice(0, 100)}`, 'Close the quote.');
  if (arg !== undefined) args.push(arg);
  return args;
}
