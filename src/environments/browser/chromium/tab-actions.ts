import { HandrailError } from '../../../core/errors.js';
import { normalizeUrl } from '../../../core/url.js';
import type { ActionOf } from '../act/action-context.js';
import { type PreparedAction, preparedAction } from '../act/prepared-action.js';
import { navigateTo } from './navigation-actions.js';
import type { TargetContext } from './resolve-element.js';

export async function prepareTab(context: TargetContext, action: ActionOf<'tab'>): Promise<PreparedAction> {
  const { tabs, limits, signal } = context;
  if (action.do === 'new') {
    const url = action.url === undefined ? undefined : normalizeUrl(action.url);
    return preparedAction(async () => {
      const fresh = await tabs.open();
      tabs.select(fresh);
      if (url) await navigateTo(fresh, url, limits.navigationTimeoutMs, signal);
    });
  }
  const chosen = action.tab === undefined ? undefined : tabs.get(action.tab);
  if (!chosen) {
    const ids = tabs.all().map(({ id }) => id);
    throw new HandrailError(
      'unknown_tab',
      action.tab ? `There is no tab ${action.tab}.` : 'The action has no tab.',
      `Open tabs: ${ids.join(', ')}.`,
    );
  }
  if (action.do === 'select') {
    return preparedAction(async () => {
      tabs.select(chosen);
      await chosen.page.bringToFront();
    });
  }
  return preparedAction(async () => {
    await tabs.close(chosen);
    if (tabs.all().length === 0) tabs.select(await tabs.open());
  });
}

/** In a browser, an app is a tab with this title or URL. */
export async function prepareFocusApp(
  { tabs }: TargetContext,
  { app, raise }: ActionOf<'focus_app'>,
): Promise<PreparedAction> {
  const all = await tabs.describeAll();
  const wanted = app.toLowerCase();
  const found =
    all.find(({ title }) => title.toLowerCase() === wanted) ??
    all.find(({ title, url }) => title.toLowerCase().includes(wanted) || url.toLowerCase().includes(wanted));
  const chosen = found && tabs.get(found.id);
  if (!chosen) {
    const names = all.map(({ id, title }) => `${id} "${title.slice(0, 40)}"`).join(', ');
    throw new HandrailError('unknown_tab', `No tab is called ${JSON.stringify(app)}.`, `Open tabs: ${names}.`);
  }
  return preparedAction(async () => {
    tabs.select(chosen);
    if (raise) await chosen.page.bringToFront();
  });
}
