import { HandrailError } from '../../core/errors.js';
import type { Tab } from '../../core/observation.js';
import type { Outcome } from '../../core/outcome.js';
import type { AppInfo } from '../../core/read.js';
import type { ToolContext } from '../context.js';
import { findTab, formatTabs, listTabs } from './tabs.js';

/** The programs of a desktop with their windows. Falls back to the programs of the open windows. */
export async function readApps(context: Pick<ToolContext, 'read' | 'observe'>): Promise<AppInfo[]> {
  try {
    return (await context.read({ what: 'apps' })).apps;
  } catch (error) {
    if (!(error instanceof HandrailError) || error.code !== 'unsupported') throw error;
  }
  const apps = new Map<string, AppInfo>();
  for (const { url: app, title, active } of await listTabs(context)) {
    const known = apps.get(app) ?? { app, windows: [] };
    apps.set(app, { ...known, windows: [...known.windows, { title, active }] });
  }
  return [...apps.values()];
}

/** One line for each program: its windows, or how to start it. */
export function formatApps(apps: readonly AppInfo[]): string {
  const lines = apps.map(({ app, windows, launch }) => {
    const shown = windows.map(({ title, active }) => `"${title}"${active ? ' (active)' : ''}`).join(', ');
    return `${app}: ${shown || (launch ? `not running, launch "${launch}"` : 'no window')}`;
  });
  return lines.length > 0 ? lines.join('\n') : 'No program has an open window.';
}

/** The name that identifies one window in `focus_app`, `close_app` and `menu` actions. */
export async function findApp(asked: string, context: ToolContext): Promise<string> {
  const open = await listTabs(context);
  return uniqueName(findWindow(open, asked, context), open, context);
}

/** Activates a tab or window for input. `raise` also brings it to the front, which needs its own approval. */
export async function focusApp(
  asked: string,
  raise: boolean,
  context: ToolContext,
): Promise<{ tab: Tab; outcome: Outcome }> {
  const open = await listTabs(context);
  const tab = findWindow(open, asked, context);
  const action = { type: 'focus_app', app: uniqueName(tab, open, context), raise } as const;
  return { tab, outcome: await context.perform(action, raise ? 'medium' : 'low_risk') };
}

const wholeScreenNames = new Set(['screen', 'fullscreen', 'all', 'desktop']);

/** True when `app` means the whole screen. */
export function isWholeScreen(asked: string | undefined): boolean {
  return asked === undefined || wholeScreenNames.has(asked.trim().toLowerCase());
}

/** Activates `app` in the background, unless it is active. */
export async function activateApp(asked: string, context: ToolContext): Promise<void> {
  if (!context.isPage && isWholeScreen(asked)) return;
  const open = await listTabs(context);
  const tab = findWindow(open, asked, context);
  if (!tab.active) await context.perform({ type: 'focus_app', app: uniqueName(tab, open, context) });
}

/** Finds a window by title or program. Of several windows of one program, the active or the front one. */
function findWindow(open: readonly Tab[], asked: string, { isPage }: Pick<ToolContext, 'isPage'>): Tab {
  if (isPage) return findTab(open, asked);
  const text = asked.trim().toLowerCase();
  const byTitle = open.filter(({ title }) => title.toLowerCase() === text);
  const byProgram = open.filter(({ url }) => url.toLowerCase() === text);
  const containing = open.filter(
    ({ id, title, url }) => id === asked || `${title} ${url}`.toLowerCase().includes(text),
  );
  const found = [byTitle, byProgram, containing].find((some) => some.length > 0) ?? [];
  const programs = new Set(found.map(({ url }) => url));
  const [first] = found;
  if (first && programs.size === 1) return found.find(({ active }) => active) ?? first;
  throw new HandrailError(
    first ? 'ambiguous' : 'unknown_app',
    first ? `"${asked}" matches ${found.length} windows.` : `No window or program is named "${asked}".`,
    `Open windows: ${formatWindows(first ? found : open)}.`,
  );
}

function formatWindows(open: readonly Tab[]): string {
  return open.map(({ title, url }) => `"${title}"${url ? ` of ${url}` : ''}`).join(', ') || 'none';
}

/** A name that only this tab matches. Windows of a desktop have ids. */
function uniqueName(tab: Tab, open: readonly Tab[], { isPage }: Pick<ToolContext, 'isPage'>): string {
  if (!isPage) return tab.id;
  const others = open.filter(({ id }) => id !== tab.id);
  if (tab.title && others.every(({ title }) => title !== tab.title)) return tab.title;
  const containsUrl = ({ title, url }: Tab) => `${title} ${url}`.toLowerCase().includes(tab.url.toLowerCase());
  if (tab.url && !others.some(containsUrl)) return tab.url;
  throw new HandrailError(
    'ambiguous',
    `${tab.id} and another tab have the same title and URL.`,
    `Open tabs: ${formatTabs(open)}.`,
  );
}
