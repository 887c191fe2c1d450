const caseSensitive = new WeakMap<RegExp, RegExp>();

/**
 * Whether a case-insensitive pattern can match a text that is given in lower case. Case-insensitive patterns are slow to compile and there are
 * hundreds of them; their case-sensitive copies rule out nearly all at a fraction of the cost.
 */
export function mayMatch(pattern: RegExp, lowerCase: string): boolean {
  const twin = caseSensitive.get(pattern) ?? new RegExp(pattern.source, pattern.flags.replace('i', ''));
  caseSensitive.set(pattern, twin);
  return twin.test(lowerCase);
}
