import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import { createOwnRequests } from './own-requests.js';
import type { PausedRequest } from './to-outgoing-request.js';

/** What a page is known to send by itself, and what the judge is asked about it. */
export interface PageWire {
  url(): string;
  isSubmitting(event: PausedRequest): boolean;
  /** Marks the start of an action on the page. */
  noteAction(): void;
  /** Whether the current document has received an action. */
  afterAction(): boolean;
  /** Whether the document that was just left sends this request, after an action on it. */
  isOfLeftDocument(event: PausedRequest): boolean;
  /** Whether the page sends this request by itself: no action came before it, or it goes on with what it sent before any action. */
  isAmbient(request: OutgoingRequest): boolean;
  noteBlocked(networkId: string | undefined): void;
  /** The answer of the judge. If it fails, the answer is no. */
  askJudge(judge: () => boolean | Promise<boolean>): Promise<boolean>;
  /** Whether the judge decides on a request of the page now. */
  isAsking(): boolean;
  /** For how long the judge was asked, in all. */
  heldMs(): number;
}

export interface PageWireOptions {
  url(): string;
  /** Whether an action came after the current document. `lastActionAt`: when the last one started (performance.now). */
  afterAction(lastActionAt: number): boolean;
  /** The same for the document before. Undefined if it was left long ago. */
  leftAfterAction?(lastActionAt: number): boolean | undefined;
  isSubmitting(event: PausedRequest): boolean;
  noteBlocked(networkId: string): void;
  notify(): void;
}

export function createPageWire(options: PageWireOptions): PageWire {
  const { url, isSubmitting, noteBlocked, notify } = options;
  let lastActionAt = Number.NEGATIVE_INFINITY;
  let asking = 0;
  let askingSince = 0;
  let heldMs = 0;
  const own = createOwnRequests();
  const afterAction = () => options.afterAction(lastActionAt);
  return {
    url,
    isSubmitting,
    noteAction() {
      lastActionAt = performance.now();
    },
    afterAction,
    isOfLeftDocument({ request, resourceType }) {
      if (resourceType === 'Document' || !options.leftAfterAction?.(lastActionAt)) return false;
      const referrer = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'referer')?.[1];
      return resourceType === 'Ping' || !isReferrer(referrer, url());
    },
    isAmbient(request) {
      // The page around a navigation is left, whoever started it.
      if (request.kind === 'navigation') return false;
      if (afterAction()) return own.continues(request);
      own.add(request);
      return true;
    },
    noteBlocked(networkId) {
      if (networkId !== undefined) noteBlocked(networkId);
    },
    async askJudge(judge) {
      if (asking === 0) askingSince = performance.now();
      asking += 1;
      notify(); // deadlines stand still from now on
      try {
        return (await judge()) === true;
      } catch {
        return false; // the judge reports its own errors, and fails closed
      } finally {
        asking -= 1;
        if (asking === 0) heldMs += performance.now() - askingSince;
        notify();
      }
    },
    isAsking: () => asking > 0,
    heldMs: () => heldMs,
  };
}

/** Another site learns the origin only. */
function isReferrer(referrer: string | undefined, url: string): boolean {
  if (referrer === undefined || !URL.canParse(url)) return false;
  return referrer === url.split('#', 1)[0] || referrer === `${new URL(url).origin}/`;
}
