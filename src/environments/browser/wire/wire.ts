import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { RequestJudge } from '../../../core/risk/request-judge.js';
import type { CdpSession, ContextHandle, RoutedRequest, WorkerListener } from '../handles.js';
import { judgeSockets } from './judge-sockets.js';
import { createPageWire, type PageWire } from './page-wire.js';
import { isFile, pausedPatterns } from './paused-resources.js';
import { fromRouted, type PausedRequest, toOutgoingRequest } from './to-outgoing-request.js';

/** Pauses the requests of all pages of a session, so that a judge can decide on them. Without a judge nothing is paused. */
export interface Wire {
  guard(judge: RequestJudge): Promise<void>;
  /** Lets the judge decide on the requests of a page, or of its frame in another process. */
  attach(session: CdpSession, page: PageWire): Promise<void>;
  attachWorker: WorkerListener;
  /** Whether a file may be kept that a page downloads. Without a page, it was started by a window that is not attached. */
  mayKeep(url: string, page: PageWire | undefined): Promise<boolean>;
  /** Takes the requests from a context that holds them itself. */
  useContext(context: ContextHandle): Promise<void>;
  /** The address of a page that received an action last: the one that opens a window now. */
  actedPage(): string | undefined;
  /** Cancels the password prompts of the browser that requests of the target open. */
  cancelAuthPrompts(session: CdpSession): Promise<void>;
}

interface Target {
  readonly session: CdpSession;
  readonly kind: 'page' | 'dedicated' | 'shared';
  readonly page: PageWire;
  cancelsAuth: boolean;
}

interface WireState {
  judge: RequestJudge | undefined;
  readonly targets: Map<CdpSession, Target>;
  /** Set if the context holds the requests. */
  routing: ContextHandle['routeRequests'];
}

export function createWire(): Wire {
  const state: WireState = { judge: undefined, targets: new Map(), routing: undefined };
  return {
    async guard(judge) {
      const isFirst = state.judge === undefined;
      state.judge = judge;
      if (!isFirst) return;
      const guarding = [...state.targets.values()].map((target) => guardTarget(state, target));
      await Promise.all([...guarding, routeContext(state)]);
    },
    async useContext({ routeRequests }) {
      state.routing = routeRequests;
      if (state.judge) await routeContext(state);
    },
    attach: (session, page) => attach(state, { session, kind: 'page', page, cancelsAuth: false }),
    attachWorker: (session, kind) =>
      attach(state, { session, kind, page: createWorkerWire(state), cancelsAuth: false }),
    actedPage: () =>
      pagesOf(state)
        .find((page) => page.afterAction())
        ?.url(),
    mayKeep: (url, page = createWorkerWire(state)) => askJudge(state, page, toDownload(url, page.url())),
    async cancelAuthPrompts(session) {
      const target = state.targets.get(session);
      if (!target || target.cancelsAuth) return;
      target.cancelsAuth = true;
      session.on('Fetch.authRequired', ({ requestId }) => {
        const authChallengeResponse = { response: 'CancelAuth' as const };
        session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined); // the page cancelled it
      });
      await pauseRequests(state, target);
    },
  };
}

async function routeContext(state: WireState): Promise<void> {
  const unknown = createWorkerWire(state);
  await state.routing?.((routed) => decideRouted(state, unknown, routed));
}

/** A window that has just opened has no page here yet: then any page of the session can be the cause. */
async function decideRouted(state: WireState, unknown: PageWire, routed: RoutedRequest): Promise<boolean> {
  const page = pagesOf(state).find((one) => one.url() === routed.pageUrl) ?? unknown;
  const request = fromRouted(routed, routed.pageUrl ?? page.url());
  return isFile(request) || askJudge(state, page, request);
}

function pagesOf({ targets }: WireState): PageWire[] {
  return [...targets.values()].filter(({ kind }) => kind === 'page').map(({ page }) => page);
}

/** Any page can send a message to a worker. */
function createWorkerWire(state: WireState): PageWire {
  return createPageWire({
    url: () =>
      pagesOf(state)
        .find((page) => page.afterAction())
        ?.url() ??
      pagesOf(state)[0]?.url() ??
      '',
    afterAction: () => pagesOf(state).some((page) => page.afterAction()),
    isSubmitting: () => false,
    noteBlocked: () => undefined,
    notify: () => undefined,
  });
}

async function attach(state: WireState, target: Target): Promise<void> {
  const { session, page } = target;
  state.targets.set(session, target);
  session.on('Inspector.detached', () => state.targets.delete(session));
  session.on('Fetch.requestPaused', (event) => {
    decide(state, session, page, event).catch(() => undefined); // the page cancelled the request
  });
  if (state.judge) await guardTarget(state, target);
}

async function guardTarget(state: WireState, target: Target): Promise<void> {
  const { session, kind, page } = target;
  const judgeMessage = (message: OutgoingRequest) => askJudge(state, page, message);
  await Promise.all([
    judgeSockets(session, kind === 'page' ? 'page' : 'worker', judgeMessage, page.url),
    // The requests of a dedicated worker are those of its page.
    kind === 'dedicated' ? undefined : pauseRequests(state, target),
  ]);
}

async function pauseRequests({ judge, routing }: WireState, { session, cancelsAuth }: Target): Promise<void> {
  // A prompt can be opened by a request of any kind.
  if (routing && !cancelsAuth) {
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    return;
  }
  const patterns = cancelsAuth ? [{ urlPattern: '*' }] : judge ? pausedPatterns : [];
  await session.send('Fetch.enable', { patterns, handleAuthRequests: cancelsAuth });
}

async function decide(state: WireState, session: CdpSession, page: PageWire, event: PausedRequest): Promise<void> {
  const { requestId, resourceType, networkId } = event;
  const request = toOutgoingRequest(event, page.url(), page.isSubmitting(event));
  // A context that holds the requests itself has asked already.
  if (state.routing || isFile(request) || (await askJudge(state, page, request, page.isOfLeftDocument(event)))) {
    await session.send('Fetch.continueRequest', { requestId });
    return;
  }
  page.noteBlocked(networkId);
  // An aborted navigation leaves the page as it is, with what was typed into it.
  const errorReason = resourceType === 'Document' ? 'Aborted' : 'BlockedByClient';
  await session.send('Fetch.failRequest', { requestId, errorReason });
}

function toDownload(url: string, documentUrl: string): OutgoingRequest {
  return { method: 'GET', url, kind: 'download', documentUrl, contentType: '', fields: [], submitsForm: false };
}

async function askJudge(
  { judge }: WireState,
  page: PageWire,
  request: OutgoingRequest,
  isOfLeft = false,
): Promise<boolean> {
  if (!judge) return true;
  const cause = isOfLeft
    ? { afterAction: true, isAmbient: false }
    : { afterAction: page.afterAction(), isAmbient: page.isAmbient(request) };
  return page.askJudge(() => judge(request, cause));
}
