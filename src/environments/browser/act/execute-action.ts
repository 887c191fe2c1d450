import type { Change } from '../../../core/change.js';
import type { Fault } from '../../../core/errors.js';
import { HandrailError, toFault } from '../../../core/errors.js';
import type { Evidence, View } from '../../../core/view.js';
import { drawings, moves } from '../observe/canvas-pixels.js';
import type { Gathered } from '../observe/collect-view.js';
import {
  isStray,
  isTitleRestless,
  ownRequests,
  putOff,
  recordedChanges,
  requestChanges,
  sawFocus,
  sawValueEvent,
} from '../settle/evidence.js';
import { anyListens, disownLate, waitForAnswer, waitForLate } from '../settle/late-effects.js';
import { carry, type SettleResult, settle, standstill } from '../settle/settle.js';
import { dismissPrompt } from '../tabs/dismiss-prompt.js';
import type { Downloads } from '../tabs/downloads.js';
import { answers, replacePage } from '../tabs/hung-page.js';
import type { Navigation } from '../tabs/navigation.js';
import { tell } from '../tabs/tab.js';
import { type ActionContext, NothingDone, type PreparedAction } from './action-context.js';

/** An action that was made ready, with the means to carry it out. */
export interface Act {
  hands: ActionContext;
  doing: PreparedAction;
  downloads: Downloads;
  /** When it is to be over (performance.now). */
  until: number;
  see(flags: { fresh?: boolean; arm?: boolean }): Promise<Gathered & { view: View }>;
  isLost(): Promise<Fault | undefined>;
}

/** Carries an action out that was made ready, and says what was seen of it. */
export async function performAct(act: Act): Promise<Evidence> {
  const { hands, doing, downloads } = act;
  const { tab, limits, signal } = hands;
  const before = await act.see({ arm: true, fresh: true });
  const pictures = before.canvases.length > 0 ? await drawings(tab, before.canvases) : [];
  const navigation = { ...tab.navigation };
  // What the page did before is not this action's doing; what befell it is still to be told.
  const untold = tab.news.splice(0).filter((change) => change.kind === 'page');
  hands.tabs.takePopups();
  const begun = performance.now();
  let error: Fault | undefined;
  let isRefused = false;
  try {
    await carry(tab, doing.go(), Math.max(100, act.until - begun), signal);
  } catch (thrown) {
    if (await act.isLost()) throw thrown;
    isRefused = thrown instanceof NothingDone;
    error = await readFailure(act, thrown);
    if (error.code === 'page_hung') return replaced(act, before.view, 'hung', error);
  }
  let rested: SettleResult;
  const shown = hands.tabs.all().length > 0 ? hands.tabs.active() : tab;
  try {
    rested = await settle(shown, shown === tab ? doing.documents : [], begun, limits.settle, act.until, signal);
    if (!error && isIgnored(act, rested)) return ignored(act, before.view, begun);
    if (!error && doing.patient) rested = await seeLate(act, rested, begun, navigation);
    if (!error && doing.typed) rested = await waitForAnswer(hands, rested, begun, act.until);
    while (downloads.running(begun) && performance.now() - begun < limits.settle)
      await tab.bell.next(limits.settle - (performance.now() - begun), signal);
  } catch (thrown) {
    const failure = toFault(thrown);
    if (failure.code !== 'page_hung') throw thrown;
    return replaced(act, before.view, 'hung', { ...failure, hint: openedAgain }, shown);
  }
  const lost = await act.isLost();
  if (lost) throw new HandrailError(lost.code, lost.message);
  if (tab.crashed)
    return replaced(act, before.view, 'crashed', {
      code: 'page_crashed',
      message: 'The page crashed.',
      hint: openedAgain,
    });
  const changes = [...untold, ...doing.changes, ...(await gatherChanges(act, rested, begun, navigation))];
  const after = await act.see({ fresh: true });
  // What flashed before the action is not its doing: the next observation tells it.
  for (const text of before.flashes) tell(tab, { kind: 'flashed', text });
  changes.push(
    ...after.flashes
      .filter((text) => !changes.some((one) => one.kind === 'flashed' && one.text === text))
      .map((text): Change => ({ kind: 'flashed', text })),
  );
  const drawing = changes.length === 0 ? await redrawn(act, before, pictures, rested) : undefined;
  if (drawing?.share) changes.push({ kind: 'pixels', share: drawing.share });
  return {
    done: isRefused ? 'no' : isCutOff(error) ? 'maybe' : 'yes',
    changes,
    complete: !(doing.patient && putOff(rested.answers)) && !drawing?.isUnclear,
    focuses: doing.focuses && sawFocus(rested.answers),
    settled: { ms: rested.ms, because: rested.because },
    ambientChanges: [...new Set([...before.restless, ...after.restless])],
    before: isTitleRestless(rested.answers) ? { ...before.view, title: after.view.title } : before.view,
    after: after.view,
    ...(error ? { error } : {}),
    ...(doing.value ? { value: doing.value() } : {}),
  };
}

/** What failed by itself was carried out all the same. */
function isCutOff(error: Fault | undefined): boolean {
  return error !== undefined && error.code !== 'navigation_failed' && error.code !== 'wait_timeout';
}

/** The page took no notice of what a page cannot overlook, and something it asked for is held back. */
function isIgnored({ doing: { isNoticed, documents }, hands: { tab } }: Act, { answers }: SettleResult): boolean {
  const target = documents.at(-1);
  const answer = isNoticed && target ? answers.get(target) : undefined;
  return answer?.activity.inputs === 0 && tab.requests.unanswered().length > 0;
}

async function ignored({ hands: { tab } }: Act, before: View, begun: number): Promise<Evidence> {
  const asked = await dismissPrompt(tab);
  const error: Fault = {
    code: 'modal_open',
    message: `The browser itself asked something and kept the page from noticing: most likely a name and password${asked ? ` for ${asked}` : ''}.`,
    hint: 'It was dismissed, and nothing was done. Try again.',
  };
  return {
    done: 'no',
    changes: [{ kind: 'page', what: 'auth_asked', ...(asked ? { detail: asked } : {}) }],
    settled: { ms: Math.round(performance.now() - begun), because: 'the browser took the input' },
    error,
    before,
    complete: true,
    ambientChanges: [],
    focuses: false,
  };
}

/** Something was seen already: no need to wait for it. */
function hasSign(
  { hands: { tab, tabs }, doing, downloads }: Act,
  rested: SettleResult,
  begun: number,
  from: Navigation,
): boolean {
  if (isElsewhere({ hands: { tab, tabs }, downloads }, rested, begun, from)) return true;
  if (sawValueEvent(rested.answers) || (doing.focuses && sawFocus(rested.answers))) return true;
  return [...rested.answers.values()].some((answer) => answer.activity.mutations > 0 || answer.flashes.length > 0);
}

/** A sign outside the document: a dialog, another address, a window, a request, a download. */
function isElsewhere(
  { hands: { tab, tabs }, downloads }: { hands: Pick<ActionContext, 'tab' | 'tabs'>; downloads: Downloads },
  rested: SettleResult,
  begun: number,
  from: Navigation,
): boolean {
  if (standstill(tab) || tab.news.length > 0 || tabs.popupCount() > 0) return true;
  if (tab.navigation.commits !== from.commits || tab.navigation.steps !== from.steps) return true;
  if (tab.navigation.windows !== from.windows) return true;
  // A beacon tells someone of the action: what the action does may still come.
  if (ownRequests(tab.requests.since(begun), rested.answers).some(({ kind }) => kind !== 'Ping')) return true;
  return downloads.since(begun).length > 0;
}

/** Waits for what has not been seen yet, and takes back what nobody can have caused. */
async function seeLate(act: Act, rested: SettleResult, begun: number, from: Navigation): Promise<SettleResult> {
  const { hands, doing } = act;
  if (hasSign(act, rested, begun, from)) {
    if (!isStray(rested.answers) || doing.byItself || isElsewhere(act, rested, begun, from)) return rested;
    return (await anyListens(rested.answers)) ? rested : disownLate(rested);
  }
  return waitForLate(hands, doing, rested, begun, act.until);
}

async function gatherChanges(act: Act, rested: SettleResult, begun: number, from: Navigation): Promise<Change[]> {
  const { hands, downloads } = act;
  const { tab, tabs, ids } = hands;
  await tabs.ready(Math.min(tab.navigation.windows - from.windows, 50), 3_000);
  const popups = tabs.takePopups();
  const changes: Change[] = [];
  if (tab.navigation.commits !== from.commits) changes.push({ kind: 'reloaded', url: tab.page.url() });
  changes.push(...tab.news.splice(0));
  changes.push(...downloads.news(begun));
  for (const popup of popups) {
    changes.push(
      popup.tab
        ? { kind: 'popup', tab: popup.tab.id, url: popup.tab.page.url() }
        : { kind: 'popup', url: popup.url, note: 'closed: too many tabs' },
    );
  }
  // The one window that an action opens is where a person would go on; of several none is followed.
  const only = popups.length === 1 ? popups[0]?.tab : undefined;
  if (only && !only.closed && !act.doing.behind && tabs.active() === tab) {
    tabs.select(only);
    await settle(only, [], begun, hands.limits.settle, act.until, hands.signal);
  }
  changes.push(...recordedChanges(tab, ids, rested.answers));
  const asked = ownRequests(tab.requests.since(begun), rested.answers);
  tab.requests.forget(asked);
  changes.push(...requestChanges(asked));
  return changes;
}

/** Where a page draws by itself. What never stands still tells nothing, and may hide something where a script listens. */
async function redrawn(
  { hands: { tab }, doing }: Act,
  { canvases }: Gathered,
  pictures: readonly string[],
  { answers: documents }: SettleResult,
): Promise<{ share: number; isUnclear: boolean }> {
  if (pictures.length === 0 || standstill(tab)) return { share: 0, isUnclear: false };
  const now = await drawings(tab, canvases);
  const changed = canvases.filter((_, index) => now[index] !== pictures[index]);
  const moving = await moves(tab, changed);
  const isUnclear = moving > 0 && doing.patient && (await anyListens(documents));
  return { share: (changed.length - moving) / Math.max(1, now.length), isUnclear };
}

async function readFailure(act: Act, thrown: unknown): Promise<Fault> {
  const fault = toFault(thrown);
  if (fault.code !== 'deadline') return fault;
  if (await answers(act.hands.tab, Math.max(probeMs, act.until - performance.now())))
    return { ...fault, hint: 'Observe to see how far it came.' };
  return { code: 'page_hung', message: 'The page did not answer by the deadline of the action.', hint: openedAgain };
}

/** How long a page may take to show that it is alive once its time is over. */
const probeMs = 500;
const openedAgain = 'It was closed and opened again at the same address. Observe before you act.';

async function replaced(
  { hands: { tab: own, tabs } }: Act,
  before: View,
  what: 'hung' | 'crashed',
  error: Fault,
  tab = own,
): Promise<Evidence> {
  const { changes } = await replacePage(tabs, tab, what);
  return {
    done: 'maybe',
    changes,
    settled: { ms: 0, because: what === 'hung' ? 'the page was replaced' : 'the page crashed' },
    error,
    before,
    complete: false,
    ambientChanges: [],
    focuses: false,
  };
}
