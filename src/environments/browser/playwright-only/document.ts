import type { ElementHandle, Frame } from 'playwright-core';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { pageSource } from '../../../perception/page.generated.js';
import { CollectorError, DocumentGoneError, isDocumentGone, type PageDocument } from '../frames/page-document.js';

/** A document of a page in any engine. The collector runs in the page's own world, since Playwright offers no other. */
export interface PlaywrightDocument extends PageDocument {
  readonly frame: Frame;
  /** The number of the element behind a handle. */
  numberOf(handle: ElementHandle): Promise<number>;
  handleOf(number: number): Promise<ElementHandle | undefined>;
}

interface Collector {
  documentKey(): string;
  numberOf(node: unknown): number;
  elementOf(number: number): unknown;
}
type PageGlobal = typeof globalThis & { __handrail__?: Collector & Record<string, (argument: unknown) => unknown> };

const documents = new WeakMap<Frame, PlaywrightDocument>();

/** The current document of a frame, with the collector installed. The same object as long as the document is the same. */
export async function openDocument(frame: Frame, ms: number): Promise<PlaywrightDocument> {
  const readKey = () =>
    evaluate(
      ms,
      'The page',
      frame.evaluate(() => (globalThis as PageGlobal).__handrail__?.documentKey()),
    );
  let key = await readKey();
  if (key === undefined) {
    await evaluate(ms, 'The page', frame.evaluate(pageSource));
    key = await readKey();
  }
  if (key === undefined) throw new DocumentGoneError('The collector could not be installed in the page.');
  const known = documents.get(frame);
  if (known?.key === key) return known;
  const document = createDocument(frame, key, ms);
  documents.set(frame, document);
  return document;
}

function createDocument(frame: Frame, key: string, handleMs: number): PlaywrightDocument {
  return {
    key,
    frame,
    call(method, argument, ms, signal) {
      const called = frame.evaluate(
        ([name, given]) =>
          Promise.resolve((globalThis as PageGlobal).__handrail__?.[name as string]?.(given)).then((answer) =>
            JSON.stringify(answer),
          ),
        [method, argument] as [string, unknown],
      );
      return evaluate(ms, `The page's response to "${method}"`, called, signal).then(
        (text) => (typeof text === 'string' ? JSON.parse(text) : undefined),
        (error: unknown) => {
          const isKnown =
            isDocumentGone(error) || error instanceof HandrailError || frame.isDetached() || frame.page().isClosed();
          throw isKnown ? error : new CollectorError(String(error));
        },
      );
    },
    numberOf: (handle) =>
      evaluate(
        handleMs,
        'The page',
        frame.evaluate((node) => (globalThis as PageGlobal).__handrail__?.numberOf(node) ?? 0, handle),
      ),
    async handleOf(number) {
      const handle = await evaluate(
        handleMs,
        'The page',
        frame.evaluateHandle((wanted) => (globalThis as PageGlobal).__handrail__?.elementOf(wanted), number),
      );
      return handle.asElement() ?? undefined;
    },
  };
}

/** Waits for an evaluation. Throws DocumentGoneError if the page navigated or the frame was removed. */
async function evaluate<T>(ms: number, what: string, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await withTimeout(ms, what, work, signal);
  } catch (error) {
    if (isDocumentGone(error) || (error instanceof Error && /Frame was detached|navigat/i.test(error.message)))
      throw new DocumentGoneError(String(error));
    throw error;
  }
}

/** The frames directly inside a document, by the number of the iframe element. */
export async function findChildFrames({ frame, numberOf }: PlaywrightDocument): Promise<Map<number, Frame>> {
  const found = new Map<number, Frame>();
  for (const child of frame.childFrames()) {
    const number = await child
      .frameElement()
      .then(numberOf)
      .catch((error: unknown) => (child.isDetached() ? 0 : Promise.reject(error)));
    found.set(number, child);
  }
  return found;
}

/** The position of a frame on the screen. Transforms and borders are not considered. */
export async function frameOffset(frame: Frame): Promise<{ x: number; y: number }> {
  if (!frame.parentFrame()) return { x: 0, y: 0 };
  const box = await (await frame.frameElement()).boundingBox();
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}
