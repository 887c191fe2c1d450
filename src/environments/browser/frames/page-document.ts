import { HandrailError } from '../../../core/errors.js';
import type { PageCalls } from '../../../perception/page/protocol.js';

export type PageMethod = keyof PageCalls;
export type PageAnswer<M extends PageMethod> = Awaited<ReturnType<PageCalls[M]>>;
export type PageArgument<M extends PageMethod> = Parameters<PageCalls[M]>[0];

/** One document of a page, with the collector installed in it. */
export interface PageDocument {
  /** Unique among all documents of a session. */
  readonly key: string;
  /** Calls the collector. Throws `deadline` after `ms`, DocumentGoneError or CollectorError. */
  call<M extends PageMethod>(
    method: M,
    argument: PageArgument<M>,
    ms: number,
    signal?: AbortSignal,
  ): Promise<PageAnswer<M>>;
}

/** The document was replaced during a call. */
export class DocumentGoneError extends Error {
  override readonly name = 'DocumentGoneError';
}

/** The collector threw. The cause is in the page, so other pages are not affected. */
export class CollectorError extends HandrailError {
  constructor(text: string) {
    const [first = ''] = text.split('\n', 1);
    const hint = 'Navigate to another URL, or try again after the page has changed.';
    super('internal', `The page could not be read: ${first.slice(0, 200)}`, hint, { cause: text });
  }
}

const goneMessages =
  /Cannot find context|Execution context was destroyed|Inspected target navigated|uniqueContextId|Target closed|Session closed|has been closed|Not attached/i;

/** Whether an error means that the document, its tab or its session is gone. */
export function isDocumentGone(error: unknown): boolean {
  return error instanceof DocumentGoneError || (error instanceof Error && goneMessages.test(error.message));
}

export function isTimeout(error: unknown): boolean {
  return error instanceof HandrailError && error.code === 'deadline';
}

export function pageWithoutDocument(): HandrailError {
  return new HandrailError('page_hung', 'The page has no document yet.', 'Wait for page_loaded, then observe.');
}
