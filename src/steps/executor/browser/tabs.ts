import type { Tab } from '../../../core/observation.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { readOrdinal } from '../../parser/number-words.js';
import { matchTarget } from '../../resolver/target.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { itemAt, single } from '../../single.js';
import type { Step } from '../../step.js';
import { clickMatch } from '../element-calls.js';

/** Switches to a tab of the page by its name, else to a tab of the browser. */
export async function* switchTab(step: Step, { which }: InstructionOf<'switch_tab'>): Execution {
  const { tabs = [] } = step.screen.turn.observation;
  const phrase = which
    .replace(/^(?:browser\s+)?(?:tab|window)\s+|\s+(?:browser\s+)?(?:tab|window)$/giu, '')
    .replace(/^(?:number\s+|#)/iu, '')
    .trim();
  const isBrowser = /\bbrowser|window\b/iu.test(which);
  const onPage = isBrowser ? undefined : await matchTarget(step, which, 'click');
  if (onPage?.one?.element.role === 'Tab' || (onPage?.one && tabs.length < 2)) {
    yield* clickMatch(step, which, onPage.one);
    return;
  }
  const tab = findTab(tabs, phrase);
  if (!tab) {
    const found = yield* waitForTarget(step, which, 'click');
    yield* clickMatch(step, which, found);
    return;
  }
  if (tab.active) return;
  yield* performCall(step, `"${which}" is the tab ${tab.id} "${tab.title}".`, 'tabs', { do: 'select', tab: tab.id });
}

/** The browser tab that a phrase names: "new", "previous", "second", or a part of its title or URL. */
function findTab(tabs: readonly Tab[], phrase: string): Tab | undefined {
  if (/^(?:new|newest|latest|opened)$/iu.test(phrase)) return tabs.at(-1);
  if (/^(?:other|previous|original|main)$/iu.test(phrase))
    return single(tabs.filter(({ active }) => !active)) ?? tabs[0];
  const position = readOrdinal(phrase.replace(/^(?:the)\s+/iu, ''));
  if (position) return itemAt(tabs, position);
  const name = phrase.replace(/["“”]/gu, '').toLowerCase();
  return single(tabs.filter(({ title, url }) => [title, url].some((text) => text.toLowerCase().includes(name))));
}

/** Closes a tab of the browser, by default the active one. */
export async function* closeTab(step: Step, { which }: InstructionOf<'close_tab'>): Execution {
  const { tabs = [] } = step.screen.turn.observation;
  const position = readOrdinal(which ?? '');
  const other = which === 'other' ? tabs.find(({ active }) => !active) : undefined;
  const tab = which === 'new' ? tabs.at(-1) : position ? itemAt(tabs, position) : other;
  yield* performCall(step, `Closing ${tab ? tab.id : (which ?? 'this tab')}.`, 'tabs', {
    do: 'close',
    tab: tab?.id ?? (which?.replace(/["“”]/gu, '') || undefined),
  });
}
