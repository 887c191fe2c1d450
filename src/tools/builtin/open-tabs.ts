import { HandrailError } from '../../core/errors.js';
import type { Tab, TabId } from '../../core/observation.js';
import type { ToolContext } from '../context.js';

/** The tabs that are open, of a session that may have only one. */
export async function openTabs({ observe }: Pick<ToolContext, 'observe'>): Promise<Tab[]> {
  const { tabs, url = '', title = '' } = await observe({ budget: 1 });
  return tabs ?? [{ id: 'tab_1', url, title, active: true }];
}

/** The one tab that an id, a number or words of its title or address mean. Throws with the open ones when it is none or several. */
export function findTab(open: readonly Tab[], asked: string): Tab {
  const byId = open.find(({ id }) => id === asked);
  if (byId) return byId;
  // A tab that is alone is not listed, so its id is not known here.
  if (isTabId(asked) && open.length === 1 && open[0]) return { ...open[0], id: asked };
  const words = asked.trim().toLowerCase();
  const exact = open.filter(({ title, url }) => title.toLowerCase() === words || url.toLowerCase() === words);
  const byPlace = /^\d+$/.test(words) && exact.length === 0 ? open[Number(words) - 1] : undefined;
  if (byPlace) return byPlace;
  const found =
    exact.length > 0 ? exact : open.filter(({ title, url }) => `${title} ${url}`.toLowerCase().includes(words));
  if (found.length === 1 && found[0]) return found[0];
  throw new HandrailError(
    found.length > 1 ? 'ambiguous' : 'unknown_tab',
    found.length > 1
      ? `"${asked}" is in the title or address of ${found.length} tabs.`
      : `No tab has "${asked}" in its title or address.`,
    `Open tabs: ${tellTabs(found.length > 1 ? found : open)}.`,
  );
}

function isTabId(text: string): text is TabId {
  return /^tab_\d+$/.test(text);
}

/** The tabs in one line, for a sentence. */
export function tellTabs(open: readonly Tab[]): string {
  return open.map(({ id, title, url }) => `${id} "${title || url}"`).join(', ');
}
