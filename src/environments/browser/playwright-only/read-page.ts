import type { Frame } from 'playwright-core';
import type { ReadRequest, ReadResult } from '../../../core/read.js';
import { type ReadableDocument, readPage } from '../read/read-page.js';
import { findChildFrames, frameOffset, openDocument } from './document.js';
import { type PlaywrightSession, tabId } from './session.js';
import { resolveElement } from './targets.js';

/** Reads from the page of a Playwright-only session. */
export async function readPlaywrightPage<R extends ReadRequest>(
  session: PlaywrightSession,
  request: R,
  signal?: AbortSignal,
): Promise<ReadResult<R>> {
  const { page, ids, limits, viewport: screen } = session;
  const toReadable = async (frame: Frame): Promise<ReadableDocument> => {
    const document = await openDocument(frame, limits.observeTimeoutMs);
    return {
      key: document.key,
      call: document.call,
      async frames() {
        const found = await findChildFrames(document);
        const children = [...found].map(async ([number, child]) => [number, await toReadable(child)] as const);
        return new Map(await Promise.all(children));
      },
      async affine() {
        const { x, y } = await frameOffset(frame);
        return [1, 0, 0, 1, x, y];
      },
    };
  };
  const context = {
    main: await toReadable(page.mainFrame()),
    async locate(id: Parameters<typeof resolveElement>[1]) {
      const { document, number } = await resolveElement(session, id);
      return { document: await toReadable(document.frame), number };
    },
    idOf: ({ key }: ReadableDocument, number: number) => ids.idOf({ document: key, number, tab: tabId }),
    screen,
    deadline: performance.now() + limits.actionTimeoutMs,
    signal,
  };
  return readPage(context, request);
}
