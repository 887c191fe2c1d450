import type { CdpSession } from '../handles.js';
import { createUrlHistory, type UrlHistory } from './url-history.js';

export interface NetworkRequest {
  method: string;
  url: string;
  resourceType: string;
  frameId?: string;
  /** When it was sent: performance.now, and in milliseconds since 1970. */
  startedAt: number;
  wallTimeMs: number;
  /** The document that sent it. */
  documentUrl: string;
  contentType: string;
  /** The start of the text that it sent. */
  body?: string;
  /** The browser sent it to submit a form. */
  submitsForm: boolean;
  /** The same URL was requested shortly before. */
  isRepeated: boolean;
  status?: number;
  done: boolean;
  bytes: number;
  /** When the server last sent something. */
  lastDataAt?: number;
}

/** The network requests of a tab. */
export interface RequestTracker {
  attach(session: CdpSession): Promise<void>;
  /** Requests that count as an effect, sent at or after `since` (performance.now). */
  startedSince(since: number): NetworkRequest[];
  /** Those of `startedSince` that are worth waiting for. */
  pendingSince(since: number): NetworkRequest[];
  /** An action caused these requests: they are no sign that the page polls their URLs. */
  excludeFromPolling(requests: readonly NetworkRequest[]): void;
  /** The browser did not send this request. */
  noteBlocked(networkId: string): void;
  /** Whether a frame is submitting a form to this URL. */
  isSubmitting(frameId: string, url: string): boolean;
  /** All requests that no server has answered yet, the latest first. */
  unanswered(): NetworkRequest[];
}

/** The maximum size of a document, and what to do with a larger one. */
export interface DocumentSizeLimit {
  maxBytes: number;
  onExceeded(session: CdpSession, url: string): void;
}

/** Images, fonts, scripts and stylesheets follow from other changes and are no effect of their own. */
const effectTypes = new Set(['Document', 'XHR', 'Fetch', 'Ping', 'Other', 'Preflight', 'CSPViolationReport']);
const maxRequests = 400;
/** A response whose body the page does not read never ends. After this long without data it is not waited for. */
const unreadMs = 100;

const maxBodyBytes = 16_384;

interface TrackerState {
  requests: Map<string, NetworkRequest>;
  /** The requests that were not sent. */
  blocked: Set<string>;
  /** The forms that frames are submitting, by URL, until the request is sent. */
  submissions: Map<string, string>;
  history: UrlHistory;
  sizeLimit: DocumentSizeLimit;
  notify(): void;
}

/** Tracks the requests of a page, and which URLs it polls. */
export function createRequestTracker(notify: () => void, sizeLimit: DocumentSizeLimit): RequestTracker {
  const requests = new Map<string, NetworkRequest>();
  const history = createUrlHistory(maxRequests);
  const blocked = new Set<string>();
  const state: TrackerState = { requests, blocked, submissions: new Map(), history, sizeLimit, notify };
  const startedSince = (since: number) =>
    [...requests.values()].filter(
      (request) => request.startedAt >= since && isEffect(request) && !history.isPolled(request.url, since),
    );
  return {
    async attach(session) {
      trackRequests(state, session);
      trackFrames(state, session);
      await session.send('Network.enable', {
        maxTotalBufferSize: 1,
        maxResourceBufferSize: 1,
        maxPostDataSize: maxBodyBytes,
      });
    },
    startedSince,
    // The end of a beacon is not reported once the page is left.
    pendingSince: (since) =>
      startedSince(since).filter(
        (request) => !request.done && request.resourceType !== 'Ping' && !isUnreadFetch(request),
      ),
    excludeFromPolling(caused) {
      for (const { url, startedAt } of caused) history.remove(url, startedAt);
    },
    noteBlocked(networkId) {
      requests.delete(networkId);
      blocked.add(networkId);
      if (blocked.size > maxRequests) blocked.delete(blocked.values().next().value ?? '');
    },
    isSubmitting: (frameId, url) => state.submissions.get(frameId) === url,
    unanswered: () => [...requests.values()].filter(({ done, status }) => !done && status === undefined).reverse(),
  };
}

function trackRequests(state: TrackerState, session: CdpSession): void {
  const { requests, history, sizeLimit, notify } = state;
  const end = (requestId: string) => {
    const request = requests.get(requestId);
    if (request) request.done = true;
    notify();
  };
  session.on('Network.requestWillBeSent', (event) => {
    const { requestId, request, type, frameId, redirectResponse, wallTime, documentURL } = event;
    if (state.blocked.has(requestId)) return;
    const { method, url, headers, postData } = request;
    const startedAt = performance.now();
    if (redirectResponse) keepRedirected(requests, requestId, redirectResponse.status);
    const submitsForm = frameId !== undefined && state.submissions.get(frameId) === url;
    if (submitsForm) state.submissions.delete(frameId);
    requests.set(requestId, {
      method,
      url,
      resourceType: type ?? 'Other',
      frameId,
      startedAt,
      wallTimeMs: wallTime * 1_000,
      documentUrl: documentURL,
      contentType: headers['Content-Type'] ?? headers['content-type'] ?? '',
      body: postData,
      submitsForm,
      isRepeated: !redirectResponse && history.add(url, startedAt),
      done: false,
      bytes: 0,
    });
    dropOldest(requests);
    notify();
  });
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.status = response.status;
    noteData(request, notify);
    // An event stream never ends, so it is not waited for.
    if (type === 'EventSource') end(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    const before = request.bytes;
    request.bytes += dataLength;
    noteData(request, notify);
    if (request.resourceType === 'Document' && before <= sizeLimit.maxBytes && request.bytes > sizeLimit.maxBytes)
      sizeLimit.onExceeded(session, request.url);
    notify();
  });
  session.on('Network.loadingFinished', ({ requestId }) => end(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
}

/** The browser uses one id for all requests of a redirect. The answered one is kept under another id. */
function keepRedirected(requests: Map<string, NetworkRequest>, requestId: string, status: number): void {
  const request = requests.get(requestId);
  if (!request) return;
  requests.delete(requestId);
  requests.set(`${requestId} ${request.startedAt}`, { ...request, status, done: true });
}

function trackFrames({ requests, submissions, history, notify }: TrackerState, session: CdpSession): void {
  session.on('Page.frameRequestedNavigation', ({ frameId, reason, url }) => {
    submissions.delete(frameId);
    if (reason !== 'formSubmissionGet' && reason !== 'formSubmissionPost') return;
    // The event comes from another process than the request, which can be reported first.
    const sent = [...requests.values()].findLast((request) => request.frameId === frameId && request.url === url);
    if (sent && !sent.done && sent.resourceType === 'Document') sent.submitsForm = true;
    else submissions.set(frameId, url);
  });
  // Another page polls other URLs.
  session.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) history.clear();
  });
  // The end of requests is not reported for a frame that is removed or moves to another process.
  session.on('Page.frameDetached', ({ frameId }) => {
    submissions.delete(frameId);
    for (const request of requests.values()) if (request.frameId === frameId) request.done = true;
    notify();
  });
}

/** Keeps unfinished requests longer than finished ones. */
function dropOldest(requests: Map<string, NetworkRequest>): void {
  for (const [id, { done }] of requests) {
    if (requests.size <= maxRequests) return;
    if (done) requests.delete(id);
  }
  for (const id of requests.keys()) {
    if (requests.size <= maxRequests * 2) return;
    requests.delete(id);
  }
}

function noteData(request: NetworkRequest, notify: () => void): void {
  request.lastDataAt = performance.now();
  if (request.resourceType === 'Fetch') setTimeout(notify, unreadMs + 1).unref();
}

function isEffect({ resourceType, url }: NetworkRequest): boolean {
  return effectTypes.has(resourceType) && !url.endsWith('/favicon.ico');
}

function isUnreadFetch({ resourceType, lastDataAt }: NetworkRequest): boolean {
  return resourceType === 'Fetch' && lastDataAt !== undefined && performance.now() - lastDataAt >= unreadMs;
}
