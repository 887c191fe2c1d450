import type { Entry } from '../protocol.js';

/**
 * The texts that elements had only while a delayed result was awaited, such as the second of two cards that are turned back. A text that was
 * there before, or is there afterwards, is no such text.
 */
export function passingTexts(
  before: readonly Entry[],
  between: readonly Entry[],
  after: readonly Entry[],
): readonly string[] {
  const known = new Set([...before, ...after].map(({ name }) => name));
  const numbers = new Set(before.map(({ number }) => number));
  const texts = between.filter(({ name, number }) => numbers.has(number) && !known.has(name)).map(({ name }) => name);
  return [...new Set(texts)];
}
