import type { Tab } from './tab.js';

const answering = new WeakSet<Tab>();

/**
 * A part of a page that asks for a name and password makes the browser show a prompt: no protocol tells of it, nobody sees it, and it
 * takes all input. Puts it away, and answers the ones that follow at once. Gives the address that most likely asked.
 */
export async function dismissPrompt(tab: Tab): Promise<string | undefined> {
  const asked = tab.requests.unanswered()[0]?.url.slice(0, 200);
  await tab.session.send('Page.stopLoading');
  if (!answering.has(tab)) {
    answering.add(tab);
    await refusePrompts(tab);
  }
  return asked;
}

/** Costs a round trip for each request, so it is not done before a page has asked. */
async function refusePrompts({ session }: Tab): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined); // the page took it back
  });
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' as const };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined); // the page took it back
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
}
