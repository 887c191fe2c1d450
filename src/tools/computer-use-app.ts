import { HandrailError } from '../core/errors.js';
import type { Tab } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { ToolContext } from './context.js';
import { findTab, openTabs, tellTabs } from './open-tabs.js';

/** The tabs and windows there are, and the one in use. */
export async function listApps(context: ToolContext): Promise<Record<string, unknown>> {
  const open = await openTabs(context);
  const apps = open.map(({ id, title, url, active }) => ({ app: title || url, url, tab: id, active }));
  context.say(apps.map(({ app, url, tab, active }) => `${tab} "${app}" ${url}${active ? ' (in use)' : ''}`).join('\n'));
  return { apps };
}

/** Sends input to a tab, with `raise` also in front of the others. To raise is asked about on its own: less does not cover it. */
export async function focusApp(
  asked: string,
  raise: boolean,
  context: ToolContext,
): Promise<{ tab: Tab; outcome: Outcome }> {
  const open = await openTabs(context);
  const tab = findTab(open, asked);
  const action = { type: 'focus_app', app: nameOf(tab, open), raise } as const;
  return { tab, outcome: await context.perform(action, raise ? 'medium' : 'low_risk') };
}

/** Makes `app` the one in use, unless it is. Nobody sees it: what is then done there is what is asked about. */
export async function useApp(asked: string, context: ToolContext): Promise<void> {
  const open = await openTabs(context);
  const tab = findTab(open, asked);
  if (!tab.active) await context.perform({ type: 'focus_app', app: nameOf(tab, open) });
}

/** What only this tab answers to. */
function nameOf(tab: Tab, open: readonly Tab[]): string {
  const others = open.filter(({ id }) => id !== tab.id);
  if (tab.title && others.every(({ title }) => title !== tab.title)) return tab.title;
  const holdsUrl = ({ title, url }: Tab) => `${title} ${url}`.toLowerCase().includes(tab.url.toLowerCase());
  if (tab.url && !others.some(holdsUrl)) return tab.url;
  throw new HandrailError(
    'ambiguous',
    `Nothing tells ${tab.id} from another tab: title and address are the same.`,
    `Open tabs: ${tellTabs(open)}.`,
  );
}
