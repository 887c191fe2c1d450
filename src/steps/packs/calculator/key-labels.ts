/** Words for symbols, and the labels of their keys, most likely first. */
const wordLabels: readonly (readonly [words: RegExp, marks: readonly string[]])[] = [
  [/^(?:plus|add|addition)$/iu, ['+']],
  [/^(?:minus|subtract|subtraction)$/iu, ['-', '−', '–']],
  [/^(?:times|multiply|multiplied\s+by|multiplication)$/iu, ['*', '×', 'x', '✕']],
  [/^(?:divide|divided\s+by|over|division)$/iu, ['/', '÷', ':']],
  [/^(?:equals?|equal\s+to)$/iu, ['=']],
  [/^(?:(?:decimal\s+)?point|dot|period)$/iu, ['.', ',']],
  [/^per\s?cent(?:age)?$/iu, ['%']],
  [/^(?:open(?:ing)?|left)\s+(?:parenthesis|paren|bracket)$/iu, ['(']],
  [/^(?:clos(?:e|ing)|right)\s+(?:parenthesis|paren|bracket)$/iu, [')']],
];

const equivalentLabels: readonly (readonly string[])[] = [
  ['*', '×', 'x', '✕', 'multiply', 'times', 'multiplication'],
  ['/', '÷', ':', 'divide', 'division'],
  ['-', '−', '–', 'subtract', 'minus', 'subtraction'],
  ['+', 'add', 'plus', 'addition'],
  ['=', 'result', 'equals', 'equal', 'calculate', 'calculate result', 'solve'],
  ['.', ',', 'numeric_point', 'decimal point', 'point', 'decimal separator'],
  ['(', 'left parenthesis', 'open parenthesis', 'start group'],
  [')', 'right parenthesis', 'close parenthesis', 'end group'],
];

const around = /^the\s+|\s+(?:button|key|sign|symbol|operator)$/giu;

/** The possible labels of the key for a word such as "plus" or "the equals sign". Returns undefined for other words. */
export function labelsForWord(phrase: string): readonly string[] | undefined {
  const word = phrase.trim().replace(around, '').trim();
  return wordLabels.find(([words]) => words.test(word))?.[1];
}

/** The possible labels of a calculator key, the symbol itself first. */
export function labelsForSymbol(key: string): readonly string[] {
  return [key, ...(equivalentLabels.find((names) => names.includes(key)) ?? [])];
}
