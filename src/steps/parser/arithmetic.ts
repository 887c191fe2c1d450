const number = '\\d+(?:\\.\\d+)?|\\.\\d+';
const operators: readonly (readonly [words: RegExp, sign: string])[] = [
  [/\s+plus\s+/giu, '+'],
  [/\s+minus\s+/giu, '-'],
  [/\s+(?:times|multiplied\s+by)\s+/giu, '*'],
  [/\s+(?:divided\s+by|over)\s+/giu, '/'],
];
const written = new RegExp(`^\\(*\\s*(?:${number})\\s*\\)*(?:\\s*[-+*/×÷x−]\\s*\\(*\\s*(?:${number})\\s*\\)*)+$`, 'iu');
const ordered: readonly (readonly [words: RegExp, sign: string, isTurned?: true])[] = [
  [new RegExp(`^add\\s+(${number})\\s+(?:and|to|plus)\\s+(${number})(?:\\s+together)?$`, 'iu'), '+'],
  [new RegExp(`^(?:the\\s+)?sum\\s+of\\s+(${number})\\s+and\\s+(${number})$`, 'iu'), '+'],
  [new RegExp(`^subtract\\s+(${number})\\s+from\\s+(${number})$`, 'iu'), '-', true],
  [new RegExp(`^(?:the\\s+)?difference\\s+(?:of|between)\\s+(${number})\\s+and\\s+(${number})$`, 'iu'), '-'],
  [new RegExp(`^multiply\\s+(${number})\\s+(?:by|and|with|times)\\s+(${number})$`, 'iu'), '*'],
  [new RegExp(`^(?:the\\s+)?product\\s+of\\s+(${number})\\s+and\\s+(${number})$`, 'iu'), '*'],
  [new RegExp(`^divide\\s+(${number})\\s+by\\s+(${number})$`, 'iu'), '/'],
];

/** The keys of a sum: "(3 + 4) * 5", "12 times 11", "multiply 12 by 11". Nothing when it is none. */
export function readSum(text: string): string[] | undefined {
  const said = text
    .trim()
    .replace(/\s*=\s*\??$/u, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
  for (const [words, sign, isTurned] of ordered) {
    const [, one = '', other = ''] = words.exec(said) ?? [];
    if (one !== '') return [...(isTurned ? other : one), sign, ...(isTurned ? one : other)];
  }
  const signed = operators.reduce((sum, [words, sign]) => sum.replace(words, ` ${sign} `), said);
  return written.test(signed) && isClosed(signed) ? [...signed.replace(/\s+/gu, '')] : undefined;
}

/** A sum that nothing else could be: a date, a telephone number or a fraction is written without spaces. */
export function isPlainSum(text: string): boolean {
  return /[+*×÷]|\s[-−/x]\s|\p{L}{4}/iu.test(text) && readSum(text) !== undefined;
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
