import type { Change } from '../../../core/change.js';
import type { CdpSession } from '../handles.js';
import type { Tab } from '../tabs/tab.js';

/** Reports pages that request a user name and password by HTTP. */
export function reportHttpAuth(session: CdpSession, report: (change: Change) => void): void {
  session.on('Network.responseReceived', ({ response, type }) => {
    const requestsAuth = Object.keys(response.headers).some((name) => name.toLowerCase() === 'www-authenticate');
    if (type === 'Document' && response.status === 401 && requestsAuth)
      report({ kind: 'page', what: 'auth_requested', detail: response.url.slice(0, 200) });
  });
}

const cancelling = new WeakSet<Tab>();

/**
 * Dismisses the password prompt that a subresource of the page opened. No protocol reports this prompt, and it takes all input. Further
 * prompts of the tab are cancelled at once. Returns the URL that most likely requested it.
 */
export async function dismissAuthPrompt(tab: Tab): Promise<string | undefined> {
  const url = tab.requests.unanswered()[0]?.url.slice(0, 200);
  await tab.session.send('Page.stopLoading');
  if (!cancelling.has(tab)) {
    cancelling.add(tab);
    await cancelAuthPrompts(tab.session);
  }
  return url;
}

/** Adds a round trip to each request, so it starts only after a page has opened a prompt. */
async function cancelAuthPrompts(session: CdpSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined); // the page cancelled it
  });
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' as const };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined); // the page cancelled it
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
}
