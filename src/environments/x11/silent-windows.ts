import type { ScreenNode, ScreenWindow, Tree, TreeRequest } from '../screen/screen.js';

/** A window without nodes for this long belongs to a program that reports nothing. Before, it closes soon or its program is busy. */
const silenceMs = 30_000;

/** Returns a function that adds a node for each window whose program reports no content, so that it can be named and clicked. */
export function createSilentWindowNodes(): (tree: Tree, request: TreeRequest) => Tree {
  /** Windows that had nodes before, with the time since which they have none. */
  const silentSince = new Map<string, number | undefined>();

  function isTemporarilySilent(id: string): boolean {
    if (!silentSince.has(id)) return false;
    const since = silentSince.get(id) ?? performance.now();
    silentSince.set(id, since);
    return performance.now() - since < silenceMs;
  }

  return (tree, { windows, inside, find }) => {
    if (inside) return tree;
    const reported = new Set(tree.nodes.map(({ window }) => window));
    const isSilent = ({ id, title }: ScreenWindow): boolean => {
      if (reported.has(id)) return false;
      return find === undefined ? !isTemporarilySilent(id) : title.toLowerCase().includes(find.toLowerCase());
    };
    const added = windows.filter((window) => window.shown && !window.tooltip && isSilent(window)).map(toNode);
    for (const id of reported) silentSince.set(id, undefined);
    return added.length === 0 ? tree : { ...tree, nodes: [...tree.nodes, ...added] };
  };
}

function toNode({ id, title, app, dialog, bounds }: ScreenWindow): ScreenNode {
  return {
    key: `window ${id}`,
    window: id,
    role: dialog ? 'Dialog' : 'Container',
    kind: 'window',
    name: title || app,
    states: [],
    bounds,
    interactive: true,
  };
}
