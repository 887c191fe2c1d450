import type { Element, ElementId } from './element.js';

const maxElements = 5_000;

/** Stores elements by id, the newest last, and drops the oldest ones above a limit. */
export function storeElements(
  store: Map<ElementId, Element>,
  elements: readonly Element[],
  drop: (id: ElementId) => void = (id) => store.delete(id),
): void {
  for (const element of elements) {
    store.delete(element.id);
    store.set(element.id, element);
  }
  for (const id of store.keys()) {
    if (store.size <= maxElements) break;
    drop(id);
  }
}
