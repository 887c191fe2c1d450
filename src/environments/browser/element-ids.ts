import type { Element, ElementId } from '../../core/element.js';

interface Place {
  /** Key of the document it lives in. */
  document: string;
  number: number;
  tab: string;
}

export interface ElementIds {
  /** The id of a node: the same for the life of the session. */
  idOf(place: Place): ElementId;
  placeOf(id: ElementId): Place | undefined;
  /** How an element looked when it was last seen: for hints when it is gone. */
  remember(elements: readonly Element[]): void;
  lastSeen(id: ElementId): Element | undefined;
  wasGiven(id: ElementId): boolean;
}

const remembered = 5_000;

/** Numbers for the nodes of all documents of a session. Bounded: the oldest fall out, and are then answered as gone. */
export function createElementIds(): ElementIds {
  const ids = new Map<string, ElementId>();
  const places = new Map<ElementId, Place>();
  const seen = new Map<ElementId, Element>();
  let last = 0;

  function forget(id: ElementId | undefined): void {
    const place = id && places.get(id);
    if (!id || !place) return;
    seen.delete(id);
    places.delete(id);
    ids.delete(`${place.document}:${place.number}`);
  }

  return {
    idOf(place) {
      const key = `${place.document}:${place.number}`;
      const known = ids.get(key);
      if (known) return known;
      last += 1;
      const id: ElementId = `el_${last}`;
      ids.set(key, id);
      places.set(id, place);
      if (places.size > remembered * 4) forget(places.keys().next().value);
      return id;
    },
    placeOf: (id) => places.get(id),
    remember(elements) {
      for (const element of elements) {
        seen.delete(element.id);
        seen.set(element.id, element);
      }
      for (const id of seen.keys()) {
        if (seen.size <= remembered) break;
        forget(id);
      }
    },
    lastSeen: (id) => seen.get(id),
    wasGiven: (id) => Number(id.slice(3)) <= last,
  };
}
