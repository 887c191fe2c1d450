import { withTimeout } from '../../../core/deadline.js';
import type { PageView } from '../../../perception/page/protocol.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { rememberClosedRoot } from '../settle/closed-roots.js';
import { findClickListeners } from '../settle/event-listeners.js';

/**
 * Finds what the collector's world cannot see: closed shadow roots, and listeners that the page's scripts added. The collector names the
 * elements to inspect, and receives the result. Returns whether anything was found.
 */
export async function inspectElements(
  document: CdpDocument,
  { hostCandidates, listenerCandidates }: PageView,
  ms: number,
): Promise<boolean> {
  if (hostCandidates === 0 && listenerCandidates === 0) return false;
  const work = Promise.all([
    hostCandidates > 0 && adoptClosedRoots(document),
    listenerCandidates > 0 && findClickListeners(document),
  ]);
  return (await withTimeout(ms, 'Inspecting elements', work)).includes(true);
}

async function adoptClosedRoots(document: CdpDocument): Promise<boolean> {
  const { session, contextId } = document;
  const objectGroup = 'handrail-hosts';
  const expression = '__handrail__.takeHostCandidates()';
  const list = await session.send('Runtime.evaluate', { expression, contextId, objectGroup });
  if (!list.result.objectId) return false;
  const { result } = await session.send('Runtime.getProperties', {
    objectId: list.result.objectId,
    ownProperties: true,
  });
  const hosts = result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
  const found = await Promise.all(hosts.map((host) => adoptClosedRoot(document, host)));
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return found.includes(true);
}

async function adoptClosedRoot(document: CdpDocument, host: string): Promise<boolean> {
  const { session, contextId } = document;
  const { node } = await session.send('DOM.describeNode', { objectId: host, depth: 0 });
  const closed = node.shadowRoots?.find((root) => root.shadowRootType === 'closed');
  if (!closed) return false;
  rememberClosedRoot(document, closed.backendNodeId);
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId: closed.backendNodeId,
    executionContextId: contextId,
  });
  await session.send('Runtime.callFunctionOn', {
    objectId: host,
    functionDeclaration: 'function (root) { __handrail__.adoptRoot(this, root); }',
    arguments: [{ objectId: object.objectId }],
  });
  return true;
}
