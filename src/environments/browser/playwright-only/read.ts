import type { Frame, Page } from 'playwright-core';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { ReadRequest, ReadResult } from '../../../core/read.js';
import type { Limits } from '../act/action-context.js';
import type { ElementIds } from '../element-ids.js';
import { readPage, type Source } from '../observe/read-documents.js';
import { plainDocument } from './document.js';
import { framesByNumber } from './look.js';

export interface PlainReading {
  page: Page;
  ids: ElementIds;
  limits: Limits;
  viewport: Size;
  signal?: AbortSignal;
}

/** Reads from a page of any engine. */
export async function readPlain<R extends ReadRequest>(
  { page, ids, limits, viewport: screen, signal }: PlainReading,
  request: R,
): Promise<ReadResult<R>> {
  const sourceOf = async (frame: Frame): Promise<Source> => {
    const document = await plainDocument(frame, limits.look);
    return {
      key: document.key,
      ask: (method, argument, ms, signal) => document.ask(method, argument, ms, signal),
      async frames() {
        const found = await framesByNumber(frame, document.numberOf);
        const sources = [...found].map(async ([number, child]) => [number, await sourceOf(child)] as const);
        return new Map(await Promise.all(sources));
      },
      async affine() {
        const box = frame === page.mainFrame() ? null : await (await frame.frameElement()).boundingBox();
        return [1, 0, 0, 1, box?.x ?? 0, box?.y ?? 0];
      },
    };
  };
  return readPage(
    {
      main: await sourceOf(page.mainFrame()),
      async place(id) {
        const place = ids.placeOf(id);
        for (const frame of place ? page.frames() : []) {
          const source = await sourceOf(frame);
          if (place && source.key === place.document) return { source, number: place.number };
        }
        if (place || ids.wasGiven(id)) throw new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
        throw new HandrailError('unknown_element', `There is no ${id}.`, 'Use an id from the last observation.');
      },
      idOf: (source, number) => ids.idOf({ document: source.key, number, tab: 'page' }),
      screen,
      until: performance.now() + limits.action,
      signal,
    },
    request,
  );
}
