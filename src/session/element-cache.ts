import type { Element } from '../core/element.js';

/** The most recently observed elements, by id. */
export interface ElementCache {
  get(id: string): Element | undefined;
  add(elements: readonly Element[]): void;
}

const maxElements = 5_000;

export function createElementCache(): ElementCache {
  const cache = new Map<string, Element>();
  return {
    get: (id) => cache.get(id),
    add(elements) {
      for (const element of elements) {
        cache.delete(element.id);
        cache.set(element.id, element);
      }
      for (const id of cache.keys()) {
        if (cache.size <= maxElements) break;
        cache.delete(id);
      }
    },
  };
}
