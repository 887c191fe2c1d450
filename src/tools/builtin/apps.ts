import { HandrailError } from '../../core/errors.js';
import type { Tab } from '../../core/observation.js';
import type { Outcome } from '../../core/outcome.js';
import type { AppFacts } from '../../core/read.js';
import type { ToolContext } from '../context.js';
import { findTab, openTabs, tellTabs } from './open-tabs.js';

/** The programs of a desktop, with their windows. Where only the windows are known: the programs those belong to. */
export async function readApps(context: Pick<ToolContext, 'read' | 'observe'>): Promise<AppFacts[]> {
  try {
    return (await context.read({ what: 'apps' })).apps;
  } catch (error) {
    if (!(error instanceof HandrailError) || error.code !== 'unsupported') throw error;
  }
  const apps = new Map<string, AppFacts>();
  for (const { url: app, title, active } of await openTabs(context)) {
    const known = apps.get(app) ?? { app, windows: [] };
    apps.set(app, { ...known, windows: [...known.windows, { title, active }] });
  }
  return [...apps.values()];
}

/** A line for each program: its windows, or how it is started. */
export function tellApps(apps: readonly AppFacts[]): string {
  const lines = apps.map(({ app, windows, launch }) => {
    const shown = windows.map(({ title, active }) => `"${title}"${active ? ' (in use)' : ''}`).join(', ');
    return `${app}: ${shown || (launch ? `not running, launch "${launch}"` : 'no window')}`;
  });
  return lines.length > 0 ? lines.join('\n') : 'No program has a window.';
}

/** What `focus_app`, `close_app` and `menu` are to be told, so that one window is meant. */
export async function findApp(asked: string, context: ToolContext): Promise<string> {
  const open = await openTabs(context);
  return nameOf(findWindow(open, asked, context), open, context);
}

/** Sends input to a tab or window, with `raise` also in front of the others. To raise is asked about on its own: less does not cover it. */
export async function focusApp(
  asked: string,
  raise: boolean,
  context: ToolContext,
): Promise<{ tab: Tab; outcome: Outcome }> {
  const open = await openTabs(context);
  const tab = findWindow(open, asked, context);
  const action = { type: 'focus_app', app: nameOf(tab, open, context), raise } as const;
  return { tab, outcome: await context.perform(action, raise ? 'medium' : 'low_risk') };
}

const wholeScreen = new Set(['screen', 'fullscreen', 'all', 'desktop']);

/** Whether `app` means all that is on the screen and not one window of it. */
export function isWholeScreen(asked: string | undefined): boolean {
  return asked === undefined || wholeScreen.has(asked.trim().toLowerCase());
}

/** Makes `app` the one in use, unless it is. Nobody sees it: what is then done there is what is asked about. */
export async function useApp(asked: string, context: ToolContext): Promise<void> {
  if (!context.isPage && isWholeScreen(asked)) return;
  const open = await openTabs(context);
  const tab = findWindow(open, asked, context);
  if (!tab.active) await context.perform({ type: 'focus_app', app: nameOf(tab, open, context) });
}

/** Of the windows of one program, the one in use is meant, or the one in front. */
function findWindow(open: readonly Tab[], asked: string, { isPage }: Pick<ToolContext, 'isPage'>): Tab {
  if (isPage) return findTab(open, asked);
  const words = asked.trim().toLowerCase();
  const byTitle = open.filter(({ title }) => title.toLowerCase() === words);
  const byProgram = open.filter(({ url }) => url.toLowerCase() === words);
  const held = open.filter(({ id, title, url }) => id === asked || `${title} ${url}`.toLowerCase().includes(words));
  const found = [byTitle, byProgram, held].find((some) => some.length > 0) ?? [];
  const programs = new Set(found.map(({ url }) => url));
  const [first] = found;
  if (first && programs.size === 1) return found.find(({ active }) => active) ?? first;
  throw new HandrailError(
    first ? 'ambiguous' : 'unknown_app',
    first ? `"${asked}" could be any of ${found.length} windows.` : `No window or program is called "${asked}".`,
    `Open windows: ${tellWindows(first ? found : open)}.`,
  );
}

function tellWindows(open: readonly Tab[]): string {
  return open.map(({ title, url }) => `"${title}"${url ? ` of ${url}` : ''}`).join(', ') || 'none';
}

/** What only this tab answers to. Windows of a desktop answer to their ids. */
function nameOf(tab: Tab, open: readonly Tab[], { isPage }: Pick<ToolContext, 'isPage'>): string {
  if (!isPage) return tab.id;
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
