import type { Action } from '../../core/action.js';
import { parseKeys } from '../../core/keys/keys.js';
import type { Observation } from '../../core/observation.js';
import type { Call } from '../model.js';

/** Shortcuts that the browser's own user interface handles. The automated window has none, so the keys would do nothing. */
const shortcuts: Readonly<Record<string, (observation: Observation) => Action | undefined>> = {
  'Alt+ArrowLeft': () => ({ type: 'back' }),
  'Alt+ArrowRight': () => ({ type: 'forward' }),
  F5: () => ({ type: 'reload' }),
  'Control+r': () => ({ type: 'reload' }),
  'Control+R': () => ({ type: 'reload' }),
  'Control+t': () => ({ type: 'tab', do: 'new' }),
  'Control+T': () => ({ type: 'tab', do: 'new' }),
  'Control+w': ({ tabs }) => tabAction(tabs, 'close', 0),
  'Control+W': ({ tabs }) => tabAction(tabs, 'close', 0),
  'Control+Tab': ({ tabs }) => tabAction(tabs, 'select', 1),
  'Control+Shift+Tab': ({ tabs }) => tabAction(tabs, 'select', -1),
};

/** Replaces browser shortcuts on a page by the actions they stand for. */
export function translateBrowserShortcuts(calls: readonly Call[], observation: Observation): Call[] {
  if (observation.url === undefined) return [...calls];
  return calls.map((call) => {
    if (!('action' in call) || call.action.type !== 'key') return call;
    const { keys, repeat, holdMs, phase } = call.action;
    if (repeat !== undefined || holdMs !== undefined || phase !== undefined || /\s/.test(keys.trim())) return call;
    const action = shortcuts[parseKeys(keys).canonical]?.(observation);
    return action ? { ...call, action } : call;
  });
}

/** An action on the tab `offset` positions after the active one, wrapping around. */
function tabAction(tabs: Observation['tabs'] = [], what: 'close' | 'select', offset: number): Action | undefined {
  const active = tabs.findIndex((tab) => tab.active);
  const tab = tabs.at((active + offset) % tabs.length);
  return active < 0 || !tab ? undefined : { type: 'tab', do: what, tab: tab.id };
}
