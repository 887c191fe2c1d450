import { HandrailError } from '../../../core/errors.js';
import type { TabId } from '../../../core/observation.js';
import { suggestName } from '../../../core/words/suggest-name.js';
import type { ScreenWindow } from '../screen.js';
import { chooseCurrent } from './choose-current.js';
import { containsText, equalsText } from './match-text.js';

/** The windows that an environment is limited to. Without both fields: all windows. */
export interface Scope {
  /** Name of a program, or a part of it. */
  app?: string;
  /** Title of a window, or a part of it. */
  window?: string;
}

/** Tracks the current window, which receives input without a target, and assigns tab ids to windows. */
export interface WindowTracker {
  /** Updates the list of windows. Returns the windows of the scope: popups, then the current one, then the others front first. */
  update(windows: readonly ScreenWindow[]): ScreenWindow[];
  current(): ScreenWindow | undefined;
  select(window: ScreenWindow): void;
  /** Makes the window of a program that was just launched the current one at the next update. */
  selectLaunched(app: string): void;
  tabIdOf(window: ScreenWindow): TabId;
  /** The one window with this tab id, title or program name. Throws an error that lists the candidates. */
  find(query: string): ScreenWindow;
}

/** How many former current windows are remembered. */
const maxFormerWindows = 50;

/** With `followsFocus`, a new window that takes the keyboard focus becomes the current one. */
export function createWindowTracker(scope: Scope, followsFocus = false): WindowTracker {
  const tabIds = new Map<string, TabId>();
  /** Ids of the windows that were current, the latest first. */
  const formerIds: string[] = [];
  let lastTab = 0;
  let currentId: string | undefined;
  let launched: string | undefined;
  let known: ScreenWindow[] = [];

  function tabIdOf({ id }: ScreenWindow): TabId {
    const assigned = tabIds.get(id);
    if (assigned) return assigned;
    lastTab += 1;
    const tabId: TabId = `tab_${lastTab}`;
    tabIds.set(id, tabId);
    return tabId;
  }

  return {
    update(all) {
      const windows = filterScope(all, scope);
      const chosen = chooseCurrent(windows, known, { currentId, launched, formerIds, followsFocus });
      launched = undefined;
      currentId = chosen?.id;
      if (chosen && formerIds[0] !== chosen.id) formerIds.unshift(chosen.id);
      formerIds.splice(maxFormerWindows);
      known = windows;
      for (const window of windows) if (!window.popup) tabIdOf(window);
      const rank = (window: ScreenWindow): number => (window.popup ? 0 : window.id === currentId ? 1 : 2);
      return [...windows].sort((one, other) => rank(one) - rank(other));
    },
    current: () => known.find(({ id }) => id === currentId),
    select(window) {
      if (!window.popup) currentId = window.id;
    },
    selectLaunched(app) {
      launched = app;
    },
    tabIdOf,
    find: (query) => findWindow(query, known, { currentId, tabIdOf }),
  };
}

/** The windows that match the scope, with all menus and dialogs of their programs. */
function filterScope(windows: readonly ScreenWindow[], scope: Scope): ScreenWindow[] {
  const matching = windows.filter(
    ({ app, title }) =>
      (scope.app === undefined || containsText(app, scope.app)) &&
      (scope.window === undefined || containsText(title, scope.window)),
  );
  const pids = new Set(matching.map(({ pid }) => pid));
  pids.delete(undefined);
  return windows.filter(
    (window) => matching.includes(window) || ((window.popup || window.dialog) && pids.has(window.pid)),
  );
}

interface FindContext {
  currentId: string | undefined;
  tabIdOf(window: ScreenWindow): TabId;
}

/** The window with this tab id, title or program name. Throws `ambiguous` or `unknown_app` with the candidates. */
function findWindow(query: string, all: readonly ScreenWindow[], context: FindContext): ScreenWindow {
  const { currentId, tabIdOf } = context;
  const windows = all.filter(({ popup }) => !popup);
  const byId = windows.find((window) => tabIdOf(window) === query);
  if (byId) return byId;
  const exact = windows.filter(({ title, app }) => equalsText(title, query) || equalsText(app, query));
  const found = exact.length > 0 ? exact : windows.filter(({ title, app }) => containsText(`${title} ${app}`, query));
  // Of several windows of one program, prefer the current one, then the front one.
  const programs = new Set(found.map(({ app, pid }) => `${app} ${pid}`));
  const match = found.find(({ id }) => id === currentId) ?? found[0];
  if (match && programs.size === 1) return match;
  const candidates = (found.length > 0 ? found : windows)
    .map((window) => `${tabIdOf(window)} "${window.title}" (${window.app})`)
    .join(', ');
  const hint = candidates ? `Windows: ${candidates}.` : 'No window is open. Start a program with the launch action.';
  if (found.length > 0) throw new HandrailError('ambiguous', `"${query}" matches ${found.length} windows.`, hint);
  const names = windows.flatMap(({ title, app }) => [app, title]);
  const suggestion = suggestName(query, names);
  throw new HandrailError(
    'unknown_app',
    `No window or program is named "${query}"${suggestion ? `; did you mean "${suggestion}"` : ''}.`,
    hint,
  );
}
