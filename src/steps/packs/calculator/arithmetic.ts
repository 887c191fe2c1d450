const number = '\\d+(?:\\.\\d+)?|\\.\\d+';
const operators: readonly (readonly [words: RegExp, sign: string])[] = [
  [/\s+plus\s+/giu, '+'],
  [/\s+minus\s+/giu, '-'],
  [/\s+(?:times|multiplied\s+by)\s+/giu, '*'],
  [/\s+(?:divided\s+by|over)\s+/giu, '/'],
];
const calculation = new RegExp(
  `^\\(*\\s*(?:${number})\\s*\\)*(?:\\s*[-+*/×÷x−]\\s*\\(*\\s*(?:${number})\\s*\\)*)+$`,
  'iu',
);
const imperatives: readonly (readonly [words: RegExp, sign: string, isReversed?: true])[] = [
  [new RegExp(`^add\\s+(${number})\\s+(?:and|to|plus)\\s+(${number})(?:\\s+together)?$`, 'iu'), '+'],
  [new RegExp(`^(?:the\\s+)?sum\\s+of\\s+(${number})\\s+and\\s+(${number})$`, 'iu'), '+'],
  [new RegExp(`^subtract\\s+(${number})\\s+from\\s+(${number})$`, 'iu'), '-', true],
  [new RegExp(`^(?:the\\s+)?difference\\s+(?:of|between)\\s+(${number})\\s+and\\s+(${number})$`, 'iu'), '-'],
  [new RegExp(`^multiply\\s+(${number})\\s+(?:by|and|with|times)\\s+(${number})$`, 'iu'), '*'],
  [new RegExp(`^(?:the\\s+)?product\\s+of\\s+(${number})\\s+and\\s+(${number})$`, 'iu'), '*'],
  [new RegExp(`^divide\\s+(${number})\\s+by\\s+(${number})$`, 'iu'), '/'],
];

/** The keys of a calculation: "(3 + 4) * 5", "12 times 11", "multiply 12 by 11". Returns undefined for other texts. */
export function readCalculation(text: string): string[] | undefined {
  const expression = text
    .trim()
    .replace(/\s*=\s*\??$/u, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
  for (const [words, sign, isReversed] of imperatives) {
    const [, one = '', other = ''] = words.exec(expression) ?? [];
    if (one !== '') return [...(isReversed ? other : one), sign, ...(isReversed ? one : other)];
  }
  const symbols = operators.reduce((sum, [words, sign]) => sum.replace(words, ` ${sign} `), expression);
  return calculation.test(symbols) && isClosed(symbols) ? [...symbols.replace(/\s+/gu, '')] : undefined;
}

/** Whether a text is certainly a calculation. Dates, phone numbers and fractions have no spaces. */
export function isCalculation(text: string): boolean {
  return /[+*×÷]|\s[-−/x]\s|\p{L}{4}/iu.test(text) && readCalculation(text) !== undefined;
}

function isClosed(sum: string): boolean {
  let open = 0;
  for (const sign of sum) {
    if (sign === '(') open += 1;
    if (sign === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
