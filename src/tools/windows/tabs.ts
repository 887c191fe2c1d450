import { HandrailError } from '../../core/errors.js';
import type { Tab, TabId } from '../../core/observation.js';
import type { ToolContext } from '../context.js';

/** The open tabs. */
export async function listTabs({ observe }: Pick<ToolContext, 'observe'>): Promise<Tab[]> {
  const { tabs, url = '', title = '' } = await observe({ budget: 1 });
  return tabs ?? [{ id: 'tab_1', url, title, active: true }];
}

/** Finds a tab by id, number, title or URL. Throws HandrailError with the open tabs unless exactly one matches. */
export function findTab(open: readonly Tab[], asked: string): Tab {
  const byId = open.find(({ id }) => id === asked);
  if (byId) return byId;
  // A view does not list a single tab, so its id is unknown.
  if (isTabId(asked) && open.length === 1 && open[0]) return { ...open[0], id: asked };
  const text = asked.trim().toLowerCase();
  const exact = open.filter(({ title, url }) => title.toLowerCase() === text || url.toLowerCase() === text);
  const byNumber = /^\d+$/.test(text) && exact.length === 0 ? open[Number(text) - 1] : undefined;
  if (byNumber) return byNumber;
  const found =
    exact.length > 0 ? exact : open.filter(({ title, url }) => `${title} ${url}`.toLowerCase().includes(text));
  if (found.length === 1 && found[0]) return found[0];
  throw new HandrailError(
    found.length > 1 ? 'ambiguous' : 'unknown_tab',
    found.length > 1
      ? `"${asked}" is in the title or URL of ${found.length} tabs.`
      : `No tab has "${asked}" in its title or URL.`,
    `Open tabs: ${formatTabs(found.length > 1 ? found : open)}.`,
  );
}

function isTabId(text: string): text is TabId {
  return /^tab_\d+$/.test(text);
}

/** The tabs as one line. */
export function formatTabs(open: readonly Tab[]): string {
  return open.map(({ id, title, url }) => `${id} "${title || url}"`).join(', ');
}
