import type { CDPSession } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { PageCalls } from '../../../perception/page-protocol.js';

type Method = keyof PageCalls;
type Answer<M extends Method> = Awaited<ReturnType<PageCalls[M]>>;
type Argument<M extends Method> = Parameters<PageCalls[M]>[0];

/** One document and the collector that lives in it. */
export interface DocumentLink {
  /** Never the same for two documents. */
  readonly key: string;
  readonly frameId: string;
  /** Asks the collector. Rejects with `deadline` when the document does not answer in time, `page_hung` … */
  ask<M extends Method>(method: M, argument: Argument<M>, ms: number, signal?: AbortSignal): Promise<Answer<M>>;
}

/** A document of a Chromium page, spoken to in the isolated world of its frame. */
export interface CdpDocument extends DocumentLink {
  readonly session: CDPSession;
  readonly contextId: number;
  /** Tells the collector that its last glance was used as a look: with the next question, or by itself a moment later. */
  keepGlance(): void;
  /** The world of the page's own scripts in the same frame. */
  mainWorld(): number | undefined;
}

/** The document was replaced while it was being asked. */
export class DocumentGone extends Error {
  override readonly name = 'DocumentGone';
}

/** The collector threw. Whatever it stumbled over is in the page: another page is no worse for it. */
export class CollectorFailed extends HandrailError {
  constructor(text: string) {
    const [first = ''] = text.split('\n', 1);
    const hint = 'Go elsewhere, or try again once the page has changed.';
    super('internal', `The page could not be read: ${first.slice(0, 200)}`, hint, { cause: text });
  }
}

const goneMessages =
  /Cannot find context|Execution context was destroyed|Inspected target navigated|uniqueContextId|Target closed|Session closed|has been closed|Not attached/i;

export function isGone(error: unknown): boolean {
  return error instanceof DocumentGone || (error instanceof Error && goneMessages.test(error.message));
}

/** The next question mostly comes sooner. */
const owedMs = 10;

export function cdpDocument(
  session: CDPSession,
  frameId: string,
  contextId: number,
  key: string,
  mainWorld: () => number | undefined,
): CdpDocument {
  let owed: NodeJS.Timeout | undefined;
  const document: CdpDocument = {
    key,
    frameId,
    session,
    contextId,
    mainWorld,
    keepGlance() {
      owed ??= setTimeout(() => {
        owed = undefined;
        document.ask('keepGlance', undefined, 2_000).catch((error: unknown) => {
          if (!isGone(error) && !(error instanceof HandrailError)) throw error;
        });
      }, owedMs).unref();
    },
    async ask(method, argument, ms, signal) {
      const before = owed ? '__handrail__.keepGlance(), ' : '';
      clearTimeout(owed);
      owed = undefined;
      const call = `__handrail__.${method}(${argument === undefined ? '' : JSON.stringify(argument)})`;
      const evaluated = session
        .send('Runtime.evaluate', {
          expression: `(${before}Promise.resolve(${call})).then(JSON.stringify)`,
          contextId,
          awaitPromise: true,
          returnByValue: true,
        })
        .catch((error: unknown) => {
          if (isGone(error)) throw new DocumentGone(String(error));
          throw error;
        });
      const { result, exceptionDetails } = await within(ms, `The page's answer to "${method}"`, evaluated, signal);
      if (exceptionDetails) {
        const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
        if (/__handrail__ is not defined/.test(text)) throw new DocumentGone(text);
        throw new CollectorFailed(text);
      }
      return typeof result.value === 'string' ? JSON.parse(result.value) : undefined;
    },
  };
  return document;
}
