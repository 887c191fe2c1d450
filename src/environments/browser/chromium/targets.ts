import { HandrailError } from '../../../core/errors.js';
import type { PrepareRequest } from '../../../perception/page/protocol.js';
import type { TargetFinder } from '../act/action-context.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findDocument } from '../frames/frame-documents.js';
import type { PageDocument } from '../frames/page-document.js';
import { collectView } from '../observe/collect-view.js';
import { cachePreparedView } from '../observe/view-cache.js';
import { hasKeyListener } from '../settle/event-listeners.js';
import type { FileChooser } from '../tabs/file-chooser.js';
import { toInputPoint } from './input-point.js';
import { requireMainDocument, resolveElement, type TargetContext } from './resolve-element.js';

/** Finds targets in a Chromium tab, also in frames of other processes and under zoom. */
export function createTargetFinder(context: TargetContext): TargetFinder {
  const { tab, ids, limits, signal } = context;
  const toCdp = (document: PageDocument) => {
    const found = findDocument(tab, document.key);
    if (!found) throw new HandrailError('stale_element', 'The document was replaced.', 'Observe again.');
    return found;
  };
  return {
    mainDocument: async () => requireMainDocument(tab),
    documents: async () => tab.frames.documents(),
    idOf: (document, number) => ids.idOf({ document: document.key, number, tab: tab.id }),
    listensToKeys: (document) => hasKeyListener(toCdp(document)),
    resolve: async (id) => resolveElement(context, id),
    async prepare({ document, number }, need, maxMs) {
      const withView = need === 'use' && document === requireMainDocument(tab);
      const request: PrepareRequest = { number, need, timeoutMs: maxMs, withView };
      const prepared = await document.call('prepare', request, maxMs + limits.observeTimeoutMs, signal);
      const current = findDocument(tab, document.key);
      if (prepared.ok && current) cachePreparedView(current, prepared);
      return prepared;
    },
    toInputPoint: (id, document, prepared, onTop) => toInputPoint(context, id, toCdp(document), prepared, onTop),
    async locatePoint({ x, y }) {
      const document = requireMainDocument(tab);
      const { viewport } = await document.call('describePoint', { x, y }, limits.observeTimeoutMs, signal);
      return { x: x / viewport.scale, y: y / viewport.scale, document };
    },
    async find(text) {
      const options = { request: { find: text }, timeoutMs: limits.observeTimeoutMs, signal };
      return (await collectView(tab, ids, options)).view.elements;
    },
    openFileField: ({ document, number }) => openFileField(toCdp(document), number),
  };
}

async function openFileField({ session, contextId }: CdpDocument, number: number): Promise<FileChooser | undefined> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `__handrail__.elementOf(${number})`,
    contextId,
  });
  const { result: count } = await session.send('Runtime.evaluate', {
    expression: `(() => { const field = __handrail__.elementOf(${number}); return field instanceof HTMLInputElement && field.type === 'file' ? (field.multiple ? 2 : 1) : 0; })()`,
    contextId,
  });
  if (!count.value) return undefined;
  return {
    multiple: count.value === 2,
    async setFiles(files) {
      await session.send('DOM.setFileInputFiles', { files, objectId: result.objectId });
    },
  };
}
