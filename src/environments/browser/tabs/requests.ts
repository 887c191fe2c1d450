import type { CDPSession } from 'playwright-core';

export interface Request {
  id: string;
  method: string;
  url: string;
  kind: string;
  frameId?: string;
  at: number;
  /** When the page asked, in milliseconds since 1970. */
  wall: number;
  /** The same address was asked for shortly before. */
  again: boolean;
  status?: number;
  done: boolean;
  bytes: number;
  /** When the server was last heard: its answer, or a piece of it. */
  heardAt?: number;
}

export interface Requests {
  watch(session: CDPSession): Promise<void>;
  /** Requests that count as a doing of the page, begun at or after `since` (performance.now). */
  since(since: number): Request[];
  /** Those of `since` that are still under way. */
  pending(since: number): Request[];
  /** They were an action's doing: that an address is asked for by clicks is no sign that the page polls it. */
  forget(requests: readonly Request[]): void;
  /** Everything that no server has answered yet, the latest first. */
  unanswered(): Request[];
}

/** Pictures, fonts and the like follow from other changes; a script or stylesheet alone is no effect. */
const telling = new Set(['Document', 'XHR', 'Fetch', 'Ping', 'Other', 'Preflight', 'CSPViolationReport']);
const kept = 400;
/** An answer whose body the page does not read never ends. After this long without a piece of it, it is no reason to wait. */
const unreadMs = 100;

function isTelling({ kind, url }: Request): boolean {
  return telling.has(kind) && !url.endsWith('/favicon.ico');
}

function addressOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

/** What a document may weigh, and what happens to one that weighs more. */
export interface Weight {
  mostBytes: number;
  tooLarge(session: CDPSession, url: string): void;
}

/** Follows what a page asks of the network, and knows what it asks again and again by itself. */
export function createRequests(ring: () => void, weight: Weight): Requests {
  const requests = new Map<string, Request>();
  const polled = new Map<string, number[]>();

  function trim(): void {
    for (const [id, request] of requests) {
      if (requests.size <= kept) return;
      if (request.done) requests.delete(id);
    }
    for (const id of requests.keys()) {
      if (requests.size <= kept * 2) return;
      requests.delete(id);
    }
  }

  function end(id: string): void {
    const request = requests.get(id);
    if (request) request.done = true;
    ring();
  }

  function hear(request: Request): void {
    request.heardAt = performance.now();
    if (request.kind === 'Fetch') setTimeout(ring, unreadMs + 1).unref();
  }

  /** True when the address was asked for shortly before. */
  function noteAddress(url: string, at: number): boolean {
    const address = addressOf(url);
    const times = polled.get(address) ?? [];
    const again = at - (times.at(-1) ?? Number.NEGATIVE_INFINITY) < 10_000;
    times.push(at);
    polled.set(address, times.slice(-4));
    for (const oldest of polled.keys()) {
      if (polled.size <= kept) break;
      polled.delete(oldest);
    }
    return again;
  }

  /** Asked for at least twice shortly before the action: the page polls. */
  function isPolled(request: Request, since: number): boolean {
    const times = polled.get(addressOf(request.url)) ?? [];
    return times.filter((time) => time < since && since - time < 10_000).length >= 2;
  }

  return {
    async watch(session) {
      session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId, redirectResponse, wallTime }) => {
        const at = performance.now();
        const again = !redirectResponse && noteAddress(request.url, at);
        requests.set(requestId, {
          id: requestId,
          method: request.method,
          url: request.url,
          kind: type ?? 'Other',
          frameId,
          at,
          wall: wallTime * 1_000,
          again,
          done: false,
          bytes: 0,
        });
        trim();
        ring();
      });
      session.on('Network.responseReceived', ({ requestId, response, type }) => {
        const request = requests.get(requestId);
        if (!request) return;
        request.status = response.status;
        hear(request);
        // An event stream never ends: it is no reason to wait.
        if (type === 'EventSource') end(requestId);
      });
      session.on('Network.dataReceived', ({ requestId, dataLength }) => {
        const request = requests.get(requestId);
        if (!request) return;
        const was = request.bytes;
        request.bytes += dataLength;
        hear(request);
        if (request.kind === 'Document' && was <= weight.mostBytes && request.bytes > weight.mostBytes)
          weight.tooLarge(session, request.url);
        ring();
      });
      session.on('Network.loadingFinished', ({ requestId }) => end(requestId));
      session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
      // Another page has its own habits.
      session.on('Page.frameNavigated', ({ frame }) => {
        if (!frame.parentId) polled.clear();
      });
      // A frame that moves to another process, or goes, takes the end of its requests along.
      session.on('Page.frameDetached', ({ frameId }) => {
        for (const request of requests.values()) if (request.frameId === frameId) request.done = true;
        ring();
      });
      await session.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 });
    },
    since: (since) =>
      [...requests.values()].filter(
        (request) => request.at >= since && isTelling(request) && !isPolled(request, since),
      ),
    pending(since) {
      // A beacon is sent off and forgotten: nobody hears of its end once the page is left.
      return this.since(since).filter((request) => !request.done && request.kind !== 'Ping' && !isUnread(request));
    },
    forget(own) {
      for (const { url, at } of own) {
        const address = addressOf(url);
        const times = polled.get(address)?.filter((time) => time !== at);
        if (times) polled.set(address, times);
      }
    },
    unanswered: () => [...requests.values()].filter(({ done, status }) => !done && status === undefined).reverse(),
  };
}

function isUnread({ kind, heardAt }: Request): boolean {
  return kind === 'Fetch' && heardAt !== undefined && performance.now() - heardAt >= unreadMs;
}
