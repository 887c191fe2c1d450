import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { CdpSession } from '../handles.js';
import { CollectorError, DocumentGoneError, isDocumentGone, type PageDocument } from './page-document.js';

/** A document of a Chromium page. The collector runs in an isolated world of its frame. */
export interface CdpDocument extends PageDocument {
  readonly frameId: string;
  readonly session: CdpSession;
  readonly contextId: number;
  /** Tells the collector that its last speculative view was used: with the next call, or by a call of its own after a moment. */
  commitView(): void;
  /** The execution context of the page's own scripts in the same frame. */
  mainWorld(): number | undefined;
}

/** How long `commitView` waits for another call to travel with. */
const commitDelayMs = 10;

/** Connects to the collector in the execution context `contextId`. */
export function createCdpDocument(
  session: CdpSession,
  frameId: string,
  contextId: number,
  key: string,
  mainWorld: () => number | undefined,
): CdpDocument {
  let commitTimer: NodeJS.Timeout | undefined;
  const document: CdpDocument = {
    key,
    frameId,
    session,
    contextId,
    mainWorld,
    commitView() {
      commitTimer ??= setTimeout(() => {
        commitTimer = undefined;
        document.call('commitView', undefined, 2_000).catch((error: unknown) => {
          if (!isDocumentGone(error) && !(error instanceof HandrailError)) throw error;
        });
      }, commitDelayMs).unref();
    },
    async call(method, argument, ms, signal) {
      const before = commitTimer ? '__handrail__.commitView(), ' : '';
      clearTimeout(commitTimer);
      commitTimer = undefined;
      const call = `__handrail__.${method}(${argument === undefined ? '' : JSON.stringify(argument)})`;
      const evaluated = session
        .send('Runtime.evaluate', {
          expression: `(${before}Promise.resolve(${call})).then(JSON.stringify)`,
          contextId,
          awaitPromise: true,
          returnByValue: true,
        })
        .catch((error: unknown) => {
          throw isDocumentGone(error) ? new DocumentGoneError(String(error)) : error;
        });
      const { result, exceptionDetails } = await withTimeout(
        ms,
        `The page's response to "${method}"`,
        evaluated,
        signal,
      );
      if (exceptionDetails) {
        const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
        if (/__handrail__ is not defined/.test(text)) throw new DocumentGoneError(text);
        throw new CollectorError(text);
      }
      return typeof result.value === 'string' ? JSON.parse(result.value) : undefined;
    },
  };
  return document;
}
