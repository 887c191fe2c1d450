/** Words as a person compares them: without the marks of shortcuts, dots at the end, case and spare spaces. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/_(?=\S)/g, '')
    .replace(/(\.{3}|…)\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The one that is meant: the same to the letter, else the same in plain words, else the only one that begins so. */
export function pickByWords<T>(wanted: string, choices: readonly T[], wordsOf: (choice: T) => string): T | undefined {
  const exact = choices.find((choice) => wordsOf(choice).trim() === wanted.trim());
  if (exact) return exact;
  const plain = plainWords(wanted);
  const same = choices.find((choice) => plainWords(wordsOf(choice)) === plain);
  if (same) return same;
  const beginning = choices.filter((choice) => plain !== '' && plainWords(wordsOf(choice)).startsWith(plain));
  return beginning.length === 1 ? beginning[0] : undefined;
}

/** A list for a sentence: '"Open", "Save" and 12 more'. */
export function listed(words: readonly string[], most = 20): string {
  const shown = words.slice(0, most).map((word) => `"${word}"`);
  const more = words.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
