import type { Element } from '../../core/element.js';
import { isSameRow } from './layout.js';

const names = /["“]([^"”]+)["”]|[#@]?[\p{Lu}\d][\p{L}\p{N}#@.'-]*/gu;

/** Whether the page mentions every name in a phrase. */
export function pageMentions(words: string, elements: readonly Element[]): boolean {
  const texts = elements.map(({ name, value = '', description = '' }) =>
    `${name} ${value} ${description}`.toLowerCase(),
  );
  return [...words.matchAll(names)].every(([whole, quoted]) =>
    texts.some((text) => text.includes((quoted ?? whole).toLowerCase())),
  );
}

/** Whether the row of a control mentions every name in a phrase. It prevents an action on the wrong row. */
export function rowMentions(element: Element, words: string, elements: readonly Element[]): boolean {
  const { list } = element;
  if (!list) return pageMentions(words, elements);
  const row = elements
    .filter((other) => isSameRow(other, element))
    .map(({ name, value = '', description = '' }) => `${name} ${value} ${description}`)
    .join(' ')
    .toLowerCase();
  return [...words.matchAll(names)].every(([whole, quoted]) => row.includes((quoted ?? whole).toLowerCase()));
}
