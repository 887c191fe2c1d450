import type { Change } from '../../../core/change.js';
import type { CdpSession } from '../handles.js';
import type { Tab } from '../tabs/tab.js';
import type { Wire } from '../wire/wire.js';

/** Reports pages that request a user name and password by HTTP. */
export function reportHttpAuth(session: CdpSession, report: (change: Change) => void): void {
  session.on('Network.responseReceived', ({ response, type }) => {
    const requestsAuth = Object.keys(response.headers).some((name) => name.toLowerCase() === 'www-authenticate');
    if (type === 'Document' && response.status === 401 && requestsAuth)
      report({ kind: 'page', what: 'auth_requested', detail: response.url.slice(0, 200) });
  });
}

/**
 * Dismisses the password prompt that a subresource of the page opened. No protocol reports this prompt, and it takes all input. Further
 * prompts of the tab are cancelled at once, which costs a round trip for each request. Returns the URL that most likely requested it.
 */
export async function dismissAuthPrompt(tab: Tab, wire: Wire): Promise<string | undefined> {
  const url = tab.requests.unanswered()[0]?.url.slice(0, 200);
  await tab.session.send('Page.stopLoading');
  await wire.cancelAuthPrompts(tab.session);
  return url;
}
