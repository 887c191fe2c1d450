import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { normalizeUrl } from '../../../core/url.js';
import type { ActionOf } from '../act/action-context.js';
import { type PreparedAction, preparedAction } from '../act/prepared-action.js';
import { isDocumentGone, isTimeout } from '../frames/page-document.js';
import { notifyWhenDone } from '../settle/interruptible.js';
import { findInterruption, reportChange } from '../tabs/page-state.js';
import type { Tab } from '../tabs/tab.js';
import type { TargetContext } from './resolve-element.js';

const hints: Record<string, string> = {
  ERR_NAME_NOT_RESOLVED: 'Check the spelling of the host.',
  ERR_CONNECTION_REFUSED: 'Nothing listens there: check the port, or start the server.',
  ERR_TOO_MANY_REDIRECTS: 'The site redirects in a loop: try another URL, or clear its cookies.',
  ERR_INVALID_AUTH_CREDENTIALS:
    'The server requests a name and password by HTTP, which is not supported: try another URL.',
  ERR_INTERNET_DISCONNECTED: 'This machine has no network.',
};

/** Navigates to a URL and waits until the server answers. True if the document stays: only the fragment of the URL is another. */
export async function navigateTo(tab: Tab, url: string, ms: number, signal?: AbortSignal): Promise<boolean> {
  forgetRecentCommits(tab);
  const startedAt = performance.now();
  const navigating = untilBlocked(tab, tab.session.send('Page.navigate', { url }));
  const answered = await withTimeout(ms, `Opening ${url}`, navigating, signal).catch(async (error: unknown) => {
    await tab.session.send('Page.stopLoading');
    throw isTimeout(error)
      ? new HandrailError(
          'navigation_failed',
          `${url} did not respond within ${ms} ms.`,
          'Try again, or try another URL.',
        )
      : error;
  });
  const name = describeError(tab, url, startedAt, answered?.errorText?.replace('net::', ''));
  // ERR_ABORTED: a download, an answer without content, or another navigation. The outcome shows which.
  if (!name || name === 'ERR_ABORTED') return answered !== undefined && !name && answered.loaderId === undefined;
  if (name.startsWith('ERR_CERT') || name.startsWith('ERR_SSL')) {
    reportChange(tab, { kind: 'page', what: 'certificate_error', detail: name });
    throw new HandrailError(
      'navigation_failed',
      `The certificate of ${url} is not valid (${name}).`,
      'Do not continue unless you trust the site for another reason.',
    );
  }
  throw new HandrailError(
    'navigation_failed',
    `${url} could not be opened: ${name}.`,
    hints[name] ?? 'Try again, or try another URL.',
  );
}

/** The name of the error. Of a connection through a proxy, only the proxy knows it. Throws `denied` if a rule refused the address. */
function describeError({ egress }: Tab, url: string, since: number, name: string | undefined): string | undefined {
  if (!name || !/^ERR_(?:SOCKS|TUNNEL)/.test(name)) return name;
  const failure = egress?.failureOf(url, since);
  if (failure?.isRefusal)
    throw new HandrailError('denied', `${url} was not opened: ${failure.message}`, 'Use another address.');
  return failure?.code ?? name;
}

/** A requested navigation does not count as a navigation loop of the page. */
function forgetRecentCommits(tab: Tab): void {
  tab.navigation.recentCommits = [];
}

/** The result of `work`. Undefined if a dialog on load, a crash or the end of the page comes first. */
async function untilBlocked<T>(tab: Tab, work: Promise<T>): Promise<T | undefined> {
  const { done, isDone } = notifyWhenDone(tab, work);
  while (!isDone() && !findInterruption(tab)) await tab.changeSignal.wait(1_000);
  return isDone() ? done : undefined;
}

export async function prepareNavigate(
  { tab, limits, signal }: TargetContext,
  action: ActionOf<'navigate'>,
): Promise<PreparedAction> {
  const url = normalizeUrl(action.url);
  return preparedAction(
    async () => {
      const isSameDocument = await navigateTo(tab, url, limits.navigationTimeoutMs, signal);
      if (isSameDocument) await waitForNewView(tab, signal);
    },
    { navigates: true },
  );
}

/** How long a page may take to react to another fragment of its URL, and how long after its first change more may follow. */
const fragmentMs = 400;
const moreChangesMs = 150;
/** How long the document may take to answer. */
const answerMs = 3_000;

/** After a navigation within the document: waits for the changes that the page makes for the new URL. */
async function waitForNewView(tab: Tab, signal?: AbortSignal): Promise<void> {
  const main = tab.frames.main();
  if (!main || tab.navigation.pending || findInterruption(tab)) return;
  try {
    await main.call('waitForFirstChange', { timeoutMs: fragmentMs }, answerMs, signal);
    await main.call('settle', { timeoutMs: fragmentMs, lingerMs: moreChangesMs }, answerMs, signal);
  } catch (error) {
    // The document was replaced, or it hangs. Settling after the action reports that.
    if (!isDocumentGone(error) && !isTimeout(error)) throw error;
  }
}

export async function prepareReload(context: TargetContext): Promise<PreparedAction> {
  return preparedAction(() => navigateAndWait(context, () => context.tab.session.send('Page.reload')));
}

export async function prepareHistory(
  context: TargetContext,
  { type }: ActionOf<'back'> | ActionOf<'forward'>,
): Promise<PreparedAction> {
  const { tab, tabs } = context;
  const { session } = tab;
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  const entry = entries[currentIndex + (type === 'back' ? -1 : 1)];
  const isBlankStart = entry?.url === 'about:blank' && type === 'back' && currentIndex === 1;
  // The only page before the first one of a popup is the page that opened it.
  const opener = type === 'back' && currentIndex === 0 ? previousTab(context) : undefined;
  if (opener) {
    return preparedAction(async () => {
      tabs.select(opener);
      await opener.page.bringToFront();
      await tabs.close(tab);
    });
  }
  if (!entry || isBlankStart) {
    throw new HandrailError('navigation_failed', `There is no page to go ${type} to.`, 'Navigate to a URL instead.');
  }
  const goToEntry = () => session.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  return preparedAction(() => navigateAndWait(context, goToEntry));
}

function previousTab({ tab, tabs }: TargetContext): Tab | undefined {
  const all = tabs.all();
  return all[all.indexOf(tab) - 1];
}

/** Starts a navigation and waits until the URL has changed or a new document is committed. */
async function navigateAndWait({ tab, limits, signal }: TargetContext, start: () => Promise<unknown>): Promise<void> {
  const { commits, sameDocumentCommits } = tab.navigation;
  forgetRecentCommits(tab);
  await start();
  const deadline = performance.now() + limits.navigationTimeoutMs;
  while (tab.navigation.commits === commits && tab.navigation.sameDocumentCommits === sameDocumentCommits) {
    if (findInterruption(tab)) return;
    const left = deadline - performance.now();
    if (left <= 0) {
      await tab.session.send('Page.stopLoading');
      throw new HandrailError(
        'navigation_failed',
        `The page did not respond within ${limits.navigationTimeoutMs} ms.`,
        'Try again, or navigate to a URL.',
      );
    }
    await tab.changeSignal.wait(left, signal);
  }
}
