import type { Element } from '../../src/core/element.js';
import type { Observation } from '../../src/index.js';

/** The interactive element of that name, or an error that shows what was seen. */
export function named(seen: Observation, name: string): Element {
  const found = seen.elements.find((element) => element.interactive && element.name === name);
  if (!found) throw new Error(`"${name}" is not listed:\n${seen.text}`);
  return found;
}
