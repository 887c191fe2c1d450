import type { BrowserContext, Page, Request } from 'playwright-core';
import type { RoutedRequest } from '../handles.js';

/** Playwright shows no requests of these workers, so pages cannot start them. */
const withoutSharedWorkers = `(() => {
  const refuse = () => { throw new DOMException('Workers of several pages are not available here.', 'SecurityError'); };
  if (typeof SharedWorker === 'function')
    Object.defineProperty(globalThis, 'SharedWorker', { value: function SharedWorker() { refuse(); }, configurable: false, writable: false });
  if (typeof ServiceWorkerContainer === 'function')
    Object.defineProperty(ServiceWorkerContainer.prototype, 'register', { value: async function register() { refuse(); }, configurable: false, writable: false });
})();`;

const resourceTypes: Readonly<Record<string, string>> = {
  document: 'Document',
  xhr: 'XHR',
  fetch: 'Fetch',
  ping: 'Ping',
  beacon: 'Ping',
  image: 'Image',
  script: 'Script',
  stylesheet: 'Stylesheet',
  font: 'Font',
  media: 'Media',
  eventsource: 'EventSource',
};

/** Lets `decide` answer for each request of the pages that `isOwn`, also of windows and frames that have only just opened. */
export async function routeRequests(
  context: BrowserContext,
  isOwn: (page: Page) => boolean | Promise<boolean>,
  decide: (request: RoutedRequest) => Promise<boolean>,
): Promise<void> {
  await context.addInitScript(withoutSharedWorkers);
  await context.route('**/*', async (route, request) => {
    let page: Page | undefined;
    try {
      page = pageOf(request);
      if ((page && !(await isOwn(page))) || (await decide(toRouted(request, page)))) await route.continue();
      else await route.abort(request.isNavigationRequest() ? 'aborted' : 'blockedbyclient');
    } catch (error) {
      if (!page?.isClosed() && !request.failure()) throw error;
    }
  });
}

/** Undefined for a request that belongs to no page, or to a window that is only being opened. */
function pageOf(request: Request): Page | undefined {
  if (request.serviceWorker()) return undefined;
  try {
    return request.frame().page();
  } catch (error) {
    if (request.isNavigationRequest()) return undefined;
    throw error;
  }
}

function toRouted(request: Request, page: Page | undefined): RoutedRequest {
  return {
    method: request.method(),
    url: request.url(),
    headers: request.headers(),
    postData: request.postDataBuffer()?.toString('utf8'),
    resourceType: resourceTypes[request.resourceType()] ?? 'Other',
    pageUrl: page?.url(),
  };
}
