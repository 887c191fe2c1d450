import type { Element } from '../core/element.js';

/** Elements as they were last seen, the latest of them. */
export interface SeenElements {
  get(id: string): Element | undefined;
  note(elements: readonly Element[]): void;
}

const remembered = 5_000;

export function createSeenElements(): SeenElements {
  const seen = new Map<string, Element>();
  return {
    get: (id) => seen.get(id),
    note(elements) {
      for (const element of elements) {
        seen.delete(element.id);
        seen.set(element.id, element);
      }
      for (const id of seen.keys()) {
        if (seen.size <= remembered) break;
        seen.delete(id);
      }
    },
  };
}
