import { within } from '../../core/deadline.js';
import type { CdpDocument } from './document-link.js';

/**
 * Two things cannot be seen from inside a page: closed shadow roots, and listeners that a script added. The collector names the few
 * elements where one may be; the driver looks into each once and tells it what it found.
 */
export async function lookInto(document: CdpDocument, ms: number): Promise<boolean> {
  const { session, contextId } = document;
  const group = 'handrail-suspects';
  const work = async (): Promise<boolean> => {
    const list = await session.send('Runtime.evaluate', {
      expression: '__handrail__.suspects()',
      contextId,
      objectGroup: group,
    });
    if (!list.result.objectId) return false;
    const { result } = await session.send('Runtime.getProperties', {
      objectId: list.result.objectId,
      ownProperties: true,
    });
    const objects = result.flatMap((property) =>
      /^\d+$/.test(property.name) && property.value?.objectId ? [property.value.objectId] : [],
    );
    const found = await Promise.all(objects.map((objectId) => inspect(document, objectId)));
    return found.includes(true);
  };
  try {
    return await within(ms, 'Looking into the page', work());
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: group });
  }
}

async function inspect(document: CdpDocument, objectId: string): Promise<boolean> {
  const { session } = document;
  const [described, listened] = await Promise.all([
    session.send('DOM.describeNode', { objectId, depth: 0 }),
    session.send('DOMDebugger.getEventListeners', { objectId }),
  ]);
  const closed = described.node.shadowRoots?.find((root) => root.shadowRootType === 'closed');
  const clickable = listened.listeners.some((listener) =>
    /^(click|mousedown|pointerdown|mouseup|pointerup)$/.test(listener.type),
  );
  if (clickable) await tell(document, objectId, 'function () { __handrail__.noteListening(this); }');
  if (closed) await adopt(document, objectId, closed.backendNodeId);
  return clickable || closed !== undefined;
}

async function tell(
  document: CdpDocument,
  objectId: string,
  functionDeclaration: string,
  argument?: string,
): Promise<void> {
  await document.session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration,
    arguments: argument === undefined ? [] : [{ objectId: argument }],
  });
}

async function adopt(document: CdpDocument, host: string, backendNodeId: number): Promise<void> {
  const { object } = await document.session.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: document.contextId,
  });
  if (object.objectId)
    await tell(document, host, 'function (root) { __handrail__.adoptRoot(this, root); }', object.objectId);
}
