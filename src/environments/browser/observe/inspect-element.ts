import { within } from '../../../core/deadline.js';
import type { CdpDocument } from '../frames/document-link.js';
import { mutesThatListen } from '../settle/event-listeners.js';

/**
 * Two things cannot be seen from the collector's world: closed shadow roots, and listeners that the page's scripts added. The collector
 * names the elements where one may be; the driver looks into each once or twice and tells it what it found. True when it found any.
 */
export async function lookInto(
  document: CdpDocument,
  due: { hosts: number; mute: number },
  ms: number,
): Promise<boolean> {
  const work = Promise.all([due.hosts > 0 && openHosts(document), due.mute > 0 && mutesThatListen(document)]);
  const found = await within(ms, 'Looking into the page', work);
  return found.includes(true);
}

async function openHosts(document: CdpDocument): Promise<boolean> {
  const { session, contextId } = document;
  const objectGroup = 'handrail-hosts';
  const list = await session.send('Runtime.evaluate', { expression: '__handrail__.hosts()', contextId, objectGroup });
  if (!list.result.objectId) return false;
  const { result } = await session.send('Runtime.getProperties', {
    objectId: list.result.objectId,
    ownProperties: true,
  });
  const hosts = result.flatMap((one) => (/^\d+$/.test(one.name) && one.value?.objectId ? [one.value.objectId] : []));
  const found = await Promise.all(hosts.map((host) => openHost(document, host)));
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return found.includes(true);
}

async function openHost(document: CdpDocument, host: string): Promise<boolean> {
  const { session, contextId } = document;
  const { node } = await session.send('DOM.describeNode', { objectId: host, depth: 0 });
  const closed = node.shadowRoots?.find((root) => root.shadowRootType === 'closed');
  if (!closed) return false;
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
