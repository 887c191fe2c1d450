import type { CdpDocument } from '../frames/cdp-document.js';

/** The closed shadow roots that were found in each document, by their backend node ids. */
const closedRoots = new WeakMap<CdpDocument, Set<number>>();

export function rememberClosedRoot(document: CdpDocument, backendNodeId: number): void {
  const known = closedRoots.get(document);
  if (known) known.add(backendNodeId);
  else closedRoots.set(document, new Set([backendNodeId]));
}

/** Calls `addRoot` of an object of the page's own world with each closed root of the document. Roots that are gone are forgotten. */
export async function addClosedRoots(document: CdpDocument, objectId: string): Promise<void> {
  const roots = closedRoots.get(document);
  if (!roots) return;
  const add = async (backendNodeId: number): Promise<void> => {
    const executionContextId = document.mainWorld();
    const { object } = await document.session.send('DOM.resolveNode', { backendNodeId, executionContextId });
    await document.session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: 'function (root) { this.addRoot(root); }',
      arguments: [{ objectId: object.objectId }],
    });
  };
  const results = await Promise.allSettled([...roots].map(add));
  for (const [index, root] of [...roots].entries()) if (results[index]?.status === 'rejected') roots.delete(root);
}
