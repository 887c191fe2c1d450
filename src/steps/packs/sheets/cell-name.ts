/** The cell of a sheet that a phrase names. */
export interface CellName {
  name: string;
  /** The phrase contains the word "cell". Otherwise it only looks like the name of a cell. */
  isExplicit: boolean;
}

/** A cell in a pattern: "the cell b4", or "B4" in capitals. */
export const cellPattern = '(?:(?:the\\s+)?[Cc]ell\\s+[A-Za-z]{1,3}[1-9]\\d{0,6}|[A-Z]{1,3}[1-9]\\d{0,6})';

const phrase =
  /^(?:(?:the\s+)?(?:values?|contents?|text)\s+(?:of|in)\s+)?(?:the\s+)?(cell\s+)?["“]?([a-z]{1,3}[1-9]\d{0,6})["”]?$/iu;

/** The cell that a phrase names. Returns undefined when it names none. */
export function readCell(text: string): CellName | undefined {
  const [, said, name] = phrase.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name: name.toUpperCase(), isExplicit: said !== undefined };
}

const asking = new Set(
  "what whats what’s what's is are does do the a value values content contents text number result results of in inside from at cell cells show shows shown contain contains hold holds have has say says display displays displayed read reads now currently and written stored entered it there be".split(
    ' ',
  ),
);

/** The cells of a question that asks for nothing else: "What is the value of B4?" */
export function readCellsAsked(question: string): CellName[] {
  const words = question
    .replace(/["“”,?.!]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
  const isName = (word: string): boolean => /^[A-Z]{1,3}[1-9]\d{0,6}$/u.test(word);
  const isResult = /\bresult of the formula\b/iu.test(question);
  const isAsking = (word: string): boolean => asking.has(word) || (isResult && word === 'formula');
  if (!words.every((word) => isName(word) || isAsking(word.toLowerCase()))) return [];
  return words.flatMap((word, index) =>
    isName(word) ? [{ name: word, isExplicit: /^cells?$/iu.test(words[index - 1] ?? '') }] : [],
  );
}
