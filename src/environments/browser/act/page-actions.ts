import type { Action } from '../../../core/action.js';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { readAddress } from '../address.js';
import type { Navigation } from '../tabs/navigation.js';
import type { Tab } from '../tabs/tab.js';
import { type ActionContext, doing, type PreparedAction } from './action-context.js';

type Of<T extends Action['type']> = Extract<Action, { type: T }>;

const reasons: Record<string, string> = {
  ERR_NAME_NOT_RESOLVED: 'Check the spelling of the host.',
  ERR_CONNECTION_REFUSED: 'Nothing listens there: check the port, or start the server.',
  ERR_TOO_MANY_REDIRECTS: 'The site redirects in a circle: try another address, or clear its cookies.',
  ERR_INVALID_AUTH_CREDENTIALS:
    'The server asks for a name and password by HTTP, which cannot be given here: try another address.',
  ERR_INTERNET_DISCONNECTED: 'This machine has no network.',
};

/** Goes to an address and waits until the server answered. */
export async function navigateTo(tab: Tab, url: string, ms: number, signal?: AbortSignal): Promise<void> {
  forgetCircles(tab);
  const asked = tab.session.send('Page.navigate', { url });
  const answered = await within(ms, `Opening ${url}`, raceModal(tab, asked), signal).catch(async (error: unknown) => {
    await tab.session.send('Page.stopLoading');
    if (error instanceof HandrailError && error.code === 'deadline') {
      throw new HandrailError(
        'navigation_failed',
        `${url} did not answer within ${ms} ms.`,
        'Try again, or try another address.',
      );
    }
    throw error;
  });
  const errorText = answered?.errorText;
  if (!errorText) return;
  const name = errorText.replace('net::', '');
  // A download, an answer without content, or another navigation that took over: what came of it is seen afterwards.
  if (name === 'ERR_ABORTED') return;
  if (name.startsWith('ERR_CERT') || name.startsWith('ERR_SSL')) {
    tab.news.push({ kind: 'page', what: 'certificate_error', detail: name });
    throw new HandrailError(
      'navigation_failed',
      `The certificate of ${url} is not valid (${name}).`,
      'Do not go on unless you trust the site by other means.',
    );
  }
  throw new HandrailError(
    'navigation_failed',
    `${url} could not be opened: ${name}.`,
    reasons[name] ?? 'Try again, or try another address.',
  );
}

/** A page that is sent somewhere does not send itself in circles. */
function forgetCircles(tab: Tab): void {
  tab.navigation.lately = [];
}

/** A dialog on load keeps a navigation from answering: then the dialog is the answer. */
async function raceModal<T>(tab: Tab, work: Promise<T>): Promise<T | undefined> {
  let over = false;
  const done = work.finally(() => {
    over = true;
    tab.bell.ring();
  });
  done.catch(() => undefined); // read below
  while (!over && !tab.modal && !tab.crashed && !tab.closed) await tab.bell.next(1_000);
  return over ? done : undefined;
}

export async function navigate(hands: ActionContext, action: Of<'navigate'>): Promise<PreparedAction> {
  const url = readAddress(action.url);
  return doing(() => navigateTo(hands.tab, url, hands.limits.navigation, hands.signal));
}

export async function reload(hands: ActionContext): Promise<PreparedAction> {
  return doing(async () => {
    const from = { ...hands.tab.navigation };
    forgetCircles(hands.tab);
    await hands.tab.session.send('Page.reload');
    await arrived(hands, from);
  });
}

export async function history(hands: ActionContext, action: Of<'back'> | Of<'forward'>): Promise<PreparedAction> {
  const { session } = hands.tab;
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  const entry = entries[currentIndex + (action.type === 'back' ? -1 : 1)];
  const isStart = entry?.url === 'about:blank' && action.type === 'back' && currentIndex === 1;
  // A page that was opened in a tab of its own has nothing before it but the page that opened it.
  const before = action.type === 'back' && currentIndex === 0 ? tabBefore(hands) : undefined;
  if (before) {
    return doing(async () => {
      const { tab } = hands;
      hands.tabs.select(before);
      await before.page.bringToFront();
      await hands.tabs.close(tab);
    });
  }
  if (!entry || isStart) {
    throw new HandrailError(
      'navigation_failed',
      `There is no page to go ${action.type} to.`,
      'Navigate to an address instead.',
    );
  }
  return doing(async () => {
    const from = { ...hands.tab.navigation };
    forgetCircles(hands.tab);
    await session.send('Page.navigateToHistoryEntry', { entryId: entry.id });
    await arrived(hands, from);
  });
}

function tabBefore({ tab, tabs }: ActionContext): Tab | undefined {
  const all = tabs.all();
  return all[all.indexOf(tab) - 1];
}

/** Waits until the address changed or a new document came. */
async function arrived({ tab, limits, signal }: ActionContext, { commits, steps }: Navigation): Promise<void> {
  const deadline = performance.now() + limits.navigation;
  while (tab.navigation.commits === commits && tab.navigation.steps === steps) {
    if (tab.modal || tab.crashed || tab.closed) return;
    const left = deadline - performance.now();
    if (left <= 0) {
      await tab.session.send('Page.stopLoading');
      throw new HandrailError(
        'navigation_failed',
        `The page did not answer within ${limits.navigation} ms.`,
        'Try again, or navigate to an address.',
      );
    }
    await tab.bell.next(left, signal);
  }
}

export async function tab(hands: ActionContext, action: Of<'tab'>): Promise<PreparedAction> {
  const { tabs } = hands;
  const find = (): Tab => {
    const found = action.tab === undefined ? undefined : tabs.get(action.tab);
    if (found) return found;
    const names = tabs
      .all()
      .map((one) => one.id)
      .join(', ');
    throw new HandrailError(
      'unknown_tab',
      action.tab ? `There is no ${action.tab}.` : 'Say which tab.',
      `Open tabs: ${names}.`,
    );
  };
  if (action.do === 'new') {
    const url = action.url === undefined ? undefined : readAddress(action.url);
    return doing(async () => {
      const fresh = await tabs.open();
      tabs.select(fresh);
      if (url) await navigateTo(fresh, url, hands.limits.navigation, hands.signal);
    });
  }
  const chosen = find();
  if (action.do === 'select') {
    return doing(async () => {
      tabs.select(chosen);
      await chosen.page.bringToFront();
    });
  }
  return doing(async () => {
    await tabs.close(chosen);
    if (tabs.all().length === 0) tabs.select(await tabs.open());
  });
}

/** In a browser an app is a tab, known by its title or address. */
export async function focusApp(hands: ActionContext, action: Of<'focus_app'>): Promise<PreparedAction> {
  const facts = await hands.tabs.facts();
  const wanted = action.app.toLowerCase();
  const found =
    facts.find((one) => one.title.toLowerCase() === wanted) ??
    facts.find((one) => one.title.toLowerCase().includes(wanted) || one.url.toLowerCase().includes(wanted));
  const chosen = found && hands.tabs.get(found.id);
  if (!chosen) {
    const names = facts.map((one) => `${one.id} "${one.title.slice(0, 40)}"`).join(', ');
    throw new HandrailError('unknown_tab', `No tab is called ${JSON.stringify(action.app)}.`, `Open tabs: ${names}.`);
  }
  return doing(async () => {
    hands.tabs.select(chosen);
    if (action.raise) await chosen.page.bringToFront();
  });
}

export async function dialog(hands: ActionContext, action: Of<'dialog'>): Promise<PreparedAction> {
  const open = hands.tab.modal?.dialog;
  if (!open) throw new HandrailError('no_modal', 'No dialog is open.', 'Observe to see what is on the screen.');
  if (action.text !== undefined && open.type() !== 'prompt') {
    throw new HandrailError('invalid_action', `A ${open.type()} dialog takes no text.`, 'Leave text out.');
  }
  return doing(
    async () => {
      hands.tab.modal = undefined;
      // Who accepts without a word takes what the page proposes.
      if (action.accept) await open.accept(action.text ?? (open.type() === 'prompt' ? open.defaultValue() : undefined));
      else await open.dismiss();
    },
    {
      patient: true,
      changes: [{ kind: 'dialog', dialog: open.type(), text: open.message().slice(0, 200), do: 'closed' }],
    },
  );
}
