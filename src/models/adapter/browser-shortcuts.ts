import type { Action } from '../../core/action.js';
import { parseKeys } from '../../core/keys.js';
import type { Observation } from '../../core/observation.js';
import type { Call } from '../model.js';

/** Keys that a browser answers itself, and never the page: a window without its frame has nobody else who would. */
const answered: Readonly<Record<string, (observation: Observation) => Action | undefined>> = {
  'Alt+ArrowLeft': () => ({ type: 'back' }),
  'Alt+ArrowRight': () => ({ type: 'forward' }),
  F5: () => ({ type: 'reload' }),
  'Control+r': () => ({ type: 'reload' }),
  'Control+R': () => ({ type: 'reload' }),
  'Control+t': () => ({ type: 'tab', do: 'new' }),
  'Control+T': () => ({ type: 'tab', do: 'new' }),
  'Control+w': ({ tabs }) => ofTab(tabs, 'close', 0),
  'Control+W': ({ tabs }) => ofTab(tabs, 'close', 0),
  'Control+Tab': ({ tabs }) => ofTab(tabs, 'select', 1),
  'Control+Shift+Tab': ({ tabs }) => ofTab(tabs, 'select', -1),
};

/** What a model that works by the keyboard means for the browser, as what the browser would do. */
export function throughBrowser(calls: readonly Call[], observation: Observation): Call[] {
  if (observation.url === undefined) return [...calls];
  return calls.map((call) => {
    if (!('action' in call) || call.action.type !== 'key') return call;
    const { keys, repeat, holdMs, phase } = call.action;
    if (repeat !== undefined || holdMs !== undefined || phase !== undefined || /\s/.test(keys.trim())) return call;
    const action = answered[parseKeys(keys).normal]?.(observation);
    return action ? { ...call, action } : call;
  });
}

/** The tab that is so many further on, the last one being followed by the first. */
function ofTab(tabs: Observation['tabs'] = [], what: 'close' | 'select', further: number): Action | undefined {
  const active = tabs.findIndex((tab) => tab.active);
  const tab = tabs.at((active + further) % tabs.length);
  return active < 0 || !tab ? undefined : { type: 'tab', do: what, tab: tab.id };
}
