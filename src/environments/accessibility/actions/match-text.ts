/** A text without shortcut marks, a final ellipsis, upper case and extra spaces. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/_(?=\S)/g, '')
    .replace(/(\.{3}|…)\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The choice with exactly this text, else with the same normalized text, else the only one that starts with it. */
export function findByText<T>(wanted: string, choices: readonly T[], textOf: (choice: T) => string): T | undefined {
  const exact = choices.find((choice) => textOf(choice).trim() === wanted.trim());
  if (exact) return exact;
  const normalized = normalizeText(wanted);
  const equal = choices.find((choice) => normalizeText(textOf(choice)) === normalized);
  if (equal) return equal;
  const starting = choices.filter(
    (choice) => normalized !== '' && normalizeText(textOf(choice)).startsWith(normalized),
  );
  return starting.length === 1 ? starting[0] : undefined;
}

/** A list for a sentence: '"Open", "Save" and 12 more'. */
export function formatList(texts: readonly string[], maxTexts = 20): string {
  const shown = texts.slice(0, maxTexts).map((text) => `"${text}"`);
  const more = texts.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
