import { includesWords } from '../../core/words/match-words.js';

/** The options that match a text. */
export type Match<T> = { kind: 'one'; option: T } | { kind: 'several'; options: T[] } | { kind: 'none' };

/** How a name must match: equal, starting with the text, or containing its words. */
export type MatchMode = 'equals' | 'starts' | 'contains';

/** Removes case, accents, invisible marks and repeated spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Matches by equality first, then by start, then by content, as far as the mode allows. */
export function matchOption<T extends { name: string }>(
  options: readonly T[],
  text: string,
  mode: MatchMode,
): Match<T> {
  const wanted = plainText(text);
  if (wanted === '') return { kind: 'none' };
  const tests: ((name: string) => boolean)[] = [
    (name) => name.trim() === text.trim(),
    (name) => plainText(name) === wanted,
  ];
  if (mode === 'starts') tests.push((name) => plainText(name).startsWith(wanted));
  if (mode === 'contains')
    tests.push((name) => includesWords(plainText(name), wanted) && !isEcho(plainText(name), wanted));
  for (const test of tests) {
    const matching = options.filter(({ name }) => test(name));
    const [only] = matching;
    if (only && matching.length === 1) return { kind: 'one', option: only };
    if (matching.length > 1) return { kind: 'several', options: matching };
  }
  // One or two letters are too little to choose by. They tell several options from none.
  const starting = mode === 'contains' ? options.filter(({ name }) => plainText(name).startsWith(wanted)) : [];
  return starting.length > 1 ? { kind: 'several', options: starting } : { kind: 'none' };
}

/** `No results for "Atlantis"`, `Create Atlantis`: the option only repeats the text. */
function isEcho(name: string, wanted: string): boolean {
  if (/^(?:add|create|new|no|nothing|search|use)\b/.test(name)) return true;
  const index = name.indexOf(wanted);
  return /["“”'‘’«»]/.test(name[index - 1] ?? '');
}

/** Joins names for a message. */
export function joinNames(names: readonly string[], maxNames = 25): string {
  const shown = names.slice(0, maxNames).map((name) => name.replace(/\s+/g, ' ').trim().slice(0, 60));
  return names.length > maxNames ? `${shown.join(', ')} and ${names.length - maxNames} more` : shown.join(', ');
}
