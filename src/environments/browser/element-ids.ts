import type { Element, ElementId } from '../../core/element.js';
import { storeElements } from '../../core/store-elements.js';

/** Where an element lives. */
interface ElementLocation {
  /** The key of its document. */
  document: string;
  number: number;
  tab: string;
}

/** The element ids of a session. */
export interface ElementIds {
  /** The id of a node. It stays the same for the whole session. */
  idOf(location: ElementLocation): ElementId;
  locationOf(id: ElementId): ElementLocation | undefined;
  /** Stores the elements as they are now, for hints when they are gone. */
  remember(elements: readonly Element[]): void;
  lastSeen(id: ElementId): Element | undefined;
  wasIssued(id: ElementId): boolean;
}

const maxIds = 20_000;

/** Issues ids for the nodes of all documents. The oldest ids are dropped and then count as gone. */
export function createElementIds(): ElementIds {
  const ids = new Map<string, ElementId>();
  const locations = new Map<ElementId, ElementLocation>();
  const seen = new Map<ElementId, Element>();
  let lastNumber = 0;

  function drop(id: ElementId | undefined): void {
    const location = id && locations.get(id);
    if (!id || !location) return;
    seen.delete(id);
    locations.delete(id);
    ids.delete(`${location.document}:${location.number}`);
  }

  return {
    idOf(location) {
      const key = `${location.document}:${location.number}`;
      const known = ids.get(key);
      if (known) return known;
      lastNumber += 1;
      const id: ElementId = `el_${lastNumber}`;
      ids.set(key, id);
      locations.set(id, location);
      if (locations.size > maxIds) drop(locations.keys().next().value);
      return id;
    },
    locationOf: (id) => locations.get(id),
    remember: (elements) => storeElements(seen, elements, drop),
    lastSeen: (id) => seen.get(id),
    wasIssued: (id) => Number(id.slice(3)) <= lastNumber,
  };
}
