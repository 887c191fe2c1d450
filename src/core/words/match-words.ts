/** Words before another word that turn its meaning around. */
export const negations: ReadonlySet<string> = new Set(['not', 'no', 'non', 'never', 'without', 'un', 'semi', 'anti']);

/** A shorter beginning of a word says too little. */
const minPrefixLength = 3;

/**
 * Whether the words of `part` are in `text`: at its beginning, where the last word may be cut off, or as whole words further on. Both are
 * folded to lower case. "nor" is in "norway", "pro" in "pro plus" and "dc" in "washington dc". "male" is not in "female", "2" not in "12", and
 * "public" not in "not public".
 */
export function includesWords(text: string, part: string): boolean {
  if (part === '') return false;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (at > 0 && isWordCharacter(text[at - 1] ?? '')) continue;
    const isWholeWord = !isWordCharacter(text[at + part.length] ?? '') || !isWordCharacter(part.at(-1) ?? '');
    if (at === 0 && (isWholeWord || (part.length >= minPrefixLength && !/\p{N}$/u.test(part)))) return true;
    const before = /([\p{L}\p{N}]+)[^\p{L}\p{N}]*$/u.exec(text.slice(0, at))?.[1] ?? '';
    if (at > 0 && isWholeWord && !negations.has(before)) return true;
  }
  return false;
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
