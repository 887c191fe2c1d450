import type { ElementId } from '../../core/element.js';
import type { ScreenNode } from './screen.js';

/** Assigns element ids to the nodes of a screen. An id means one node for the whole session. */
export interface NodeIds {
  idOf(node: ScreenNode): ElementId;
  /** The id of a node that may not have been read yet. `placeholder` represents it until then. */
  idOfUnread(placeholder: ScreenNode): ElementId;
  /** The node as last read. Undefined for an id that was never assigned or is no longer remembered. */
  nodeOf(id: ElementId): ScreenNode | undefined;
  wasGiven(id: ElementId): boolean;
}

const maxNodes = 20_000;

/** Remembers at most `maxNodes` nodes. The nodes that were read longest ago are forgotten first. */
export function createNodeIds(): NodeIds {
  const ids = new Map<string, ElementId>();
  const nodes = new Map<ElementId, ScreenNode>();
  let last = 0;

  function forgetOldest(): void {
    const [id, node] = nodes.entries().next().value ?? [];
    if (!id || !node) return;
    nodes.delete(id);
    ids.delete(node.key);
  }

  return {
    idOf(node) {
      let id = ids.get(node.key);
      if (!id) {
        last += 1;
        id = `el_${last}`;
        ids.set(node.key, id);
      }
      nodes.delete(id);
      nodes.set(id, node);
      if (nodes.size > maxNodes) forgetOldest();
      return id;
    },
    idOfUnread(placeholder) {
      return ids.get(placeholder.key) ?? this.idOf(placeholder);
    },
    nodeOf: (id) => nodes.get(id),
    wasGiven: (id) => Number(id.slice(3)) <= last,
  };
}
