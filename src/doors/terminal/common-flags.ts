/** Words before a bare `--`: what stands after it is never a flag. */
function flagged(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

export function wantsHelp(words: readonly string[]): boolean {
  return flagged(words).some((word) => word === '--help' || word === '-h');
}

export function wantsJson(words: readonly string[]): boolean {
  return flagged(words).includes('--json');
}
