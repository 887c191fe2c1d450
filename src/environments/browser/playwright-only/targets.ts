import type { ElementId } from '../../../core/element.js';
import type { TargetFinder } from '../act/action-context.js';
import { staleElement, unknownElement } from '../act/locate-target.js';
import { isDocumentGone, isTimeout, type PageDocument } from '../frames/page-document.js';
import type { FileChooser } from '../tabs/file-chooser.js';
import { frameOffset, openDocument, type PlaywrightDocument } from './document.js';
import { observePage } from './observe-page.js';
import { type PlaywrightSession, tabId } from './session.js';

/** The documents of the main frame and of the frames that respond. */
async function listDocuments({ page, limits }: PlaywrightSession): Promise<PlaywrightDocument[]> {
  const opened = page.frames().map((frame) =>
    openDocument(frame, limits.observeTimeoutMs).catch((error: unknown) => {
      if (isDocumentGone(error) || isTimeout(error)) return undefined;
      throw error;
    }),
  );
  return (await Promise.all(opened)).filter((document) => document !== undefined);
}

async function findDocument(session: PlaywrightSession, key: string): Promise<PlaywrightDocument | undefined> {
  return (await listDocuments(session)).find((document) => document.key === key);
}

/** The document and number of an element. Throws `stale_element` or `unknown_element`. */
export async function resolveElement(
  session: PlaywrightSession,
  id: ElementId,
): Promise<{ document: PlaywrightDocument; number: number }> {
  const location = session.ids.locationOf(id);
  if (!location) throw session.ids.wasIssued(id) ? staleElement(id) : unknownElement(id);
  const document = await findDocument(session, location.document);
  if (!document) throw staleElement(id);
  return { document, number: location.number };
}

/** Finds targets with Playwright's API. Frames are expected to be neither scaled nor rotated. */
export function createTargetFinder(session: PlaywrightSession, signal?: AbortSignal): TargetFinder {
  const { page, ids, limits } = session;
  const mainDocument = () => openDocument(page.mainFrame(), limits.observeTimeoutMs);
  return {
    mainDocument,
    documents: () => listDocuments(session),
    idOf: (document, number) => ids.idOf({ document: document.key, number, tab: tabId }),
    // Only Chromium reports listeners. The effect shows whether the keys were received.
    listensToKeys: async () => true,
    resolve: (id) => resolveElement(session, id),
    prepare: ({ document, number }, need, maxMs) =>
      document.call('prepare', { number, need, timeoutMs: maxMs }, limits.observeTimeoutMs + maxMs, signal),
    async toInputPoint(id, { key }, { x, y }) {
      const document = await findDocument(session, key);
      if (!document) throw staleElement(id);
      const offset = await frameOffset(document.frame);
      return { x: x + offset.x, y: y + offset.y };
    },
    locatePoint: async ({ x, y }) => ({ x, y, document: await mainDocument() }),
    find: async (text) => (await observePage(session, { find: text })).view.elements,
    openFileField: ({ document, number }) => openFileField(session, document, number),
  };
}

async function openFileField(
  session: PlaywrightSession,
  { key }: PageDocument,
  number: number,
): Promise<FileChooser | undefined> {
  const handle = await (await findDocument(session, key))?.handleOf(number);
  const field = await handle?.evaluate((node) => {
    const { tagName, type, multiple } = node as { tagName?: string; type?: string; multiple?: boolean };
    return { isFileField: tagName === 'INPUT' && type === 'file', multiple: multiple === true };
  });
  if (!handle || !field?.isFileField) return undefined;
  return { multiple: field.multiple, setFiles: (paths) => handle.setInputFiles(paths) };
}
