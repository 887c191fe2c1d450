import type { ElementHandle, Frame } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { pageSource } from '../../../perception/page.generated.js';
import type { PageCalls } from '../../../perception/page-protocol.js';
import { CollectorFailed, DocumentGone, isGone } from '../frames/document-link.js';

type Method = keyof PageCalls;

/** A document of a page in any engine, spoken to in the page's own world: other engines offer no other. */
export interface PlainDocument {
  readonly key: string;
  readonly frame: Frame;
  ask<M extends Method>(
    method: M,
    argument: Parameters<PageCalls[M]>[0],
    ms: number,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<PageCalls[M]>>>;
  /** The number of the element behind a handle. */
  numberOf(handle: ElementHandle): Promise<number>;
  handleOf(number: number): Promise<ElementHandle | undefined>;
}

interface Collector {
  documentKey(): string;
  numberOf(node: unknown): number;
  elementOf(number: number): unknown;
}
type Home = typeof globalThis & { __handrail__?: Collector & Record<string, (argument: unknown) => unknown> };

async function reach<T>(ms: number, what: string, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await within(ms, what, work, signal);
  } catch (error) {
    if (isGone(error) || (error instanceof Error && /Frame was detached|navigat/i.test(error.message)))
      throw new DocumentGone(String(error));
    throw error;
  }
}

/** The document that a frame shows now, with the collector in it. */
export async function plainDocument(frame: Frame, ms: number): Promise<PlainDocument> {
  const read = () => frame.evaluate(() => (globalThis as Home).__handrail__?.documentKey());
  let key = await reach(ms, 'The page', read());
  if (key === undefined) {
    await reach(ms, 'The page', frame.evaluate(pageSource));
    key = await reach(ms, 'The page', read());
  }
  if (key === undefined) throw new DocumentGone('The collector could not be put into the page.');
  return {
    key,
    frame,
    ask(method, argument, limit, signal) {
      const asked = frame.evaluate(
        ([name, given]) =>
          Promise.resolve((globalThis as Home).__handrail__?.[name as string]?.(given)).then((answer) =>
            JSON.stringify(answer),
          ),
        [method, argument] as [string, unknown],
      );
      return reach(limit, `The page's answer to "${method}"`, asked, signal).then(
        (text) => (typeof text === 'string' ? JSON.parse(text) : undefined),
        (error: unknown) => {
          const isOurs =
            isGone(error) || error instanceof HandrailError || frame.isDetached() || frame.page().isClosed();
          throw isOurs ? error : new CollectorFailed(String(error));
        },
      );
    },
    numberOf: (handle) =>
      reach(
        ms,
        'The page',
        frame.evaluate((node) => (globalThis as Home).__handrail__?.numberOf(node) ?? 0, handle),
      ),
    async handleOf(number) {
      const handle = await reach(
        ms,
        'The page',
        frame.evaluateHandle((wanted) => (globalThis as Home).__handrail__?.elementOf(wanted), number),
      );
      return handle.asElement() ?? undefined;
    },
  };
}
