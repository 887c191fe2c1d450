import { within } from '../../core/deadline.js';
import type { CdpDocument } from './document-link.js';

const events =
  /^(click|mouse|pointer|touch|key|input|change|submit|drag|drop|wheel|scroll|focus|blur|contextmenu|dblclick|auxclick|beforeinput)/;

/** Whether any script of the document listens to what people do. Where none does, nothing can come of an action later. */
export async function listens(document: CdpDocument, number: number | undefined): Promise<boolean> {
  const { session, contextId } = document;
  const group = 'handrail-listens';
  const expression = `(() => {
    const path = [window, document];
    for (let at = ${number === undefined ? 'document.activeElement' : `__handrail__.elementOf(${number})`}; at; at = at.assignedSlot ?? at.parentNode ?? at.host) path.push(at);
    return path.slice(0, 60);
  })()`;
  const work = async (): Promise<boolean> => {
    const { result } = await session.send('Runtime.evaluate', { expression, contextId, objectGroup: group });
    if (!result.objectId) return true;
    const { result: properties } = await session.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const objects = properties.flatMap((one) =>
      /^\d+$/.test(one.name) && one.value?.objectId ? [one.value.objectId] : [],
    );
    const lists = await Promise.all(
      objects.map((objectId) => session.send('DOMDebugger.getEventListeners', { objectId })),
    );
    return lists.some(({ listeners }) =>
      listeners.some((listener) => events.test(listener.type) && !isOurs(listener.scriptId, ours)),
    );
  };
  const ours = await ownScript(document);
  try {
    return await within(1_000, 'Looking for listeners', work());
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: group });
  }
}

function isOurs(scriptId: string, ours: string | undefined): boolean {
  return ours !== undefined && scriptId === ours;
}

const scripts = new WeakMap<CdpDocument, string | undefined>();

/** The collector listens too: its script does not count. */
async function ownScript(document: CdpDocument): Promise<string | undefined> {
  if (scripts.has(document)) return scripts.get(document);
  const { session, contextId } = document;
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'window',
    contextId,
    objectGroup: 'handrail-own',
  });
  if (!result.objectId) return undefined;
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
  const counts = new Map<string, number>();
  for (const { scriptId, type, useCapture } of listeners) {
    if (useCapture && (type === 'auxclick' || type === 'beforeinput' || type === 'scroll'))
      counts.set(scriptId, (counts.get(scriptId) ?? 0) + 1);
  }
  const own = [...counts].find(([, count]) => count === 3)?.[0];
  scripts.set(document, own);
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'handrail-own' });
  return own;
}
