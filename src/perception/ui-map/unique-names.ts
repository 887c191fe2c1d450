import type { Element, ElementId } from '../../core/element.js';

/** Longer names are easier to use by id. */
const maxNameLength = 40;
/** A name that a target can hold as it is: not a position, an id, a CSS selector or a text with quotes. */
const plainName = /^[\p{L}\p{N}][^"'\\<>[\]{}#*=>|]*$/u;
const position = /^-?\d+\s*,\s*-?\d+$/;

/** The controls that their name alone identifies: no other control on the screen has the same name, text, tooltip or value. */
export function findUniqueNames(elements: readonly Element[]): Set<ElementId> {
  const owners = new Map<string, ElementId | undefined>();
  for (const element of elements) {
    if (!element.interactive) continue;
    for (const words of wordsOf(element)) {
      const owner = owners.get(words);
      owners.set(words, owners.has(words) && owner !== element.id ? undefined : element.id);
    }
  }
  const isUnique = ({ id, name, interactive, frame }: Element): boolean =>
    interactive && frame === undefined && isUsable(name) && owners.get(normalize(name)) === id;
  return new Set(elements.filter(isUnique).map(({ id }) => id));
}

function isUsable(name: string): boolean {
  return name.length <= maxNameLength && plainName.test(name) && !position.test(name);
}

function wordsOf({ name, text, description, guess, value }: Element): string[] {
  return [name, text, description, guess, value].flatMap((words) => (words ? [normalize(words)] : []));
}

function normalize(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
