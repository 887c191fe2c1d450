/** What signs are called, and how keys that bear them may be marked, the likeliest first. */
const signs: readonly (readonly [words: RegExp, marks: readonly string[]])[] = [
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

const alike: readonly (readonly string[])[] = [
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

/** How a key may be marked that a word like "plus" or "the equals sign" asks for; nothing when it is no such word. */
export function marksCalled(phrase: string): readonly string[] | undefined {
  const word = phrase.trim().replace(around, '').trim();
  return signs.find(([words]) => words.test(word))?.[1];
}

/** How the key of a calculator may be marked or called, the sign itself first. */
export function marksOf(key: string): readonly string[] {
  return [key, ...(alike.find((names) => names.includes(key)) ?? [])];
}
