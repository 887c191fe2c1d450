import type { ElementId } from '../../core/element.js';
import type { ScreenNode } from './screen.js';

/** Numbers for the nodes of a screen. A number means one node for the life of the session. */
export interface NodeIds {
  idOf(node: ScreenNode): ElementId;
  /** The id of a node that need not have been seen itself: `unseen` stands for it until it is. */
  idOfUnseen(unseen: ScreenNode): ElementId;
  /** The node as it was last seen. Undefined for an id that was never given, or so long ago that it is forgotten. */
  nodeOf(id: ElementId): ScreenNode | undefined;
  wasGiven(id: ElementId): boolean;
}

const remembered = 20_000;

/** Bounded: the nodes seen longest ago fall out, and are then answered as gone. */
export function createNodeIds(): NodeIds {
  const ids = new Map<string, ElementId>();
  const nodes = new Map<ElementId, ScreenNode>();
  let last = 0;
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
      if (nodes.size > remembered) forgetOldest();
      return id;
    },
    idOfUnseen(unseen) {
      return ids.get(unseen.key) ?? this.idOf(unseen);
    },
    nodeOf: (id) => nodes.get(id),
    wasGiven: (id) => Number(id.slice(3)) <= last,
  };

  function forgetOldest(): void {
    const [id, node] = nodes.entries().next().value ?? [];
    if (!id || !node) return;
    nodes.delete(id);
    ids.delete(node.key);
  }
}
