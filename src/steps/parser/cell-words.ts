/** A cell of a sheet that a phrase names. */
export interface CellName {
  name: string;
  /** It is said to be a cell; otherwise it is only called like one. */
  isSaid: boolean;
}

/** A cell in a pattern: "the cell b4", or "B4" in capitals. */
export const cellForm = '(?:(?:the\\s+)?[Cc]ell\\s+[A-Za-z]{1,3}[1-9]\\d{0,6}|[A-Z]{1,3}[1-9]\\d{0,6})';

const phrase =
  /^(?:(?:the\s+)?(?:values?|contents?|text)\s+(?:of|in)\s+)?(?:the\s+)?(cell\s+)?["“]?([a-z]{1,3}[1-9]\d{0,6})["”]?$/iu;

/** The cell that a phrase names; nothing when it names none. */
export function readCell(text: string): CellName | undefined {
  const [, said, name] = phrase.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name: name.toUpperCase(), isSaid: said !== undefined };
}

const asking = new Set(
  "what whats what’s what's is are does do the a value values content contents text number result results of in inside from at cell cells show shows shown contain contains hold holds have has say says display displays displayed read reads now currently and written stored entered it there be".split(
    ' ',
  ),
);

/** The cells that a question asks for, and nothing but those: "What is the value of B4?" */
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
    isName(word) ? [{ name: word, isSaid: /^cells?$/iu.test(words[index - 1] ?? '') }] : [],
  );
}
