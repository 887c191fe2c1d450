import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { PausedRequest } from './to-outgoing-request.js';

/** What a page is known to send by itself, and what the judge is asked about it. */
export interface PageWire {
  url(): string;
  isSubmitting(event: PausedRequest): boolean;
  /** Marks the start of an action on the page. */
  noteAction(): void;
  /** Whether the current document has received an action. */
  afterAction(): boolean;
  /** Whether the page sends this request by itself: no action came before it, or it sent the same kind before any action. */
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
  isSubmitting(event: PausedRequest): boolean;
  noteBlocked(networkId: string): void;
  notify(): void;
}

const maxOwnRequests = 500;

export function createPageWire(options: PageWireOptions): PageWire {
  const { url, isSubmitting, noteBlocked, notify } = options;
  let lastActionAt = Number.NEGATIVE_INFINITY;
  let asking = 0;
  let askingSince = 0;
  let heldMs = 0;
  const own = new Set<string>();
  const afterAction = () => options.afterAction(lastActionAt);
  return {
    url,
    isSubmitting,
    noteAction() {
      lastActionAt = performance.now();
    },
    afterAction,
    isAmbient(request) {
      // The page around a navigation is left, whoever started it.
      if (request.kind === 'navigation') return false;
      const key = keyOf(request);
      if (own.has(key)) return true;
      if (afterAction()) return false;
      if (own.size < maxOwnRequests) own.add(key);
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

/** Requests with the same key are of the same kind: they differ in numbers only. */
function keyOf({ method, url }: OutgoingRequest): string {
  if (!URL.canParse(url)) return `${method} ${url}`;
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname.replace(/\d+/g, '#')}`;
}
