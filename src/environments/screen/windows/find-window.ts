import { HandrailError } from '../../../core/errors.js';
import type { TabId } from '../../../core/observation.js';
import { suggestName } from '../../../core/suggest-name.js';
import type { ScreenWindow } from '../screen.js';
import { containsText, equalsText } from './match-text.js';

interface FindContext {
  currentId: string | undefined;
  tabIdOf(window: ScreenWindow): TabId;
}

/** The window with this tab id, title or program name. Throws `ambiguous` or `unknown_app` with the candidates. */
export function findWindow(query: string, all: readonly ScreenWindow[], context: FindContext): ScreenWindow {
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
