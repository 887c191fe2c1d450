import type { Element } from '../../core/element.js';

const names = /["“]([^"”]+)["”]|[#@]?[\p{Lu}\d][\p{L}\p{N}#@.'-]*/gu;

/** Whether the page speaks of every name in the words. */
export function allSaid(words: string, elements: readonly Element[]): boolean {
  const texts = elements.map(({ name, value = '', description = '' }) =>
    `${name} ${value} ${description}`.toLowerCase(),
  );
  return [...words.matchAll(names)].every(([whole, quoted]) =>
    texts.some((text) => text.includes((quoted ?? whole).toLowerCase())),
  );
}

/** Whether the row of a control speaks of every name in the words: what is done to one row is never done to another. */
export function rowHolds(element: Element, words: string, elements: readonly Element[]): boolean {
  const { list } = element;
  if (!list) return allSaid(words, elements);
  const row = elements
    .filter((other) => other.list?.of === list.of && other.list.row === list.row)
    .map(({ name, value = '', description = '' }) => `${name} ${value} ${description}`)
    .join(' ')
    .toLowerCase();
  return [...words.matchAll(names)].every(([whole, quoted]) => row.includes((quoted ?? whole).toLowerCase()));
}
