import type { Change } from '../../../core/change.js';
import { isSecretField } from '../../../core/element.js';
import { type Fault, HandrailError, joinSentences, toFault } from '../../../core/errors.js';
import type { Evidence } from '../../../core/view.js';
import { digest } from '../../../perception/digest.js';
import { ActionAborted, type ActionRun, interruptedEvidence, refusedEvidence } from '../act/action-driver.js';
import type { PreparedAction } from '../act/prepared-action.js';
import { captureCanvases } from '../observe/canvas-pixels.js';
import { dismissAuthPrompt } from '../prompts/http-auth.js';
import {
  findCausedRequests,
  hasFocusChange,
  hasOnlyLateChanges,
  hasValueChange,
  toRecordedChanges,
  toRequestChanges,
} from '../settle/evidence.js';
import { discardLateChanges, hasAnyListener, waitForLateEffect } from '../settle/late-effects.js';
import { type SettleOptions, settle } from '../settle/settle.js';
import type { SettleResult } from '../settle/settle-result.js';
import { waitUntilUsable } from '../settle/wait-until-usable.js';
import { isResponding, replacePage } from '../tabs/hung-page.js';
import { findInterruption } from '../tabs/page-state.js';
import type { Tab } from '../tabs/tab.js';
import type { Popup } from '../tabs/tab-list.js';
import { observeActiveTab } from './capture-view.js';
import { compareCanvases } from './compare-canvases.js';
import { reopenHint } from './recovery.js';
import type { CdpSettleResult, RunOptions, RunState } from './run-state.js';

export function createActionRun(options: RunOptions): ActionRun {
  const { state, tab, prepared, signal } = options;
  const heldBefore = tab.wire.heldMs();
  const run: RunState = {
    ...options,
    get deadline() {
      return options.deadline + tab.wire.heldMs() - heldBefore;
    },
    navigation: { ...tab.navigation },
    canvasPixels: [],
    settled: { ms: 0, reason: '', answers: new Map() },
  };
  return {
    page: tab,
    prepared,
    get deadline() {
      return run.deadline;
    },
    observe: (flags) => observeActiveTab(state, flags, signal),
    async startRecording(before) {
      run.before = before;
      run.canvasPixels = before.canvases.length > 0 ? await captureCanvases(tab, before.canvases) : [];
      run.navigation = { ...tab.navigation };
      state.instance.tabs.takePopups();
    },
    toInputFault: (error) => toInputFault(run, error),
    async settle(startedAt, failure) {
      run.settled = await settleAction(run, startedAt, failure);
      return run.settled;
    },
    collectChanges: (startedAt) => collectChanges(run, startedAt),
    compareCanvases: (after) => compareCanvases(run, after),
  };
}

/** The fault of a lost browser. The browser is gone a moment after its tabs. */
async function findLost({ state: { instance }, tab }: RunState): Promise<Fault | undefined> {
  return instance.lost() ?? (tab.closed ? instance.lostWithin(100) : undefined);
}

/** How long a page may take to show that it responds when its time is over. */
const minProbeMs = 500;

async function toInputFault(run: RunState, error: unknown): Promise<Fault> {
  if (await findLost(run)) throw error;
  const fault = toFault(error);
  if (fault.code === 'page_hung') return abortReplaced(run, 'hung', fault);
  if (fault.code !== 'deadline') return fault;
  if (await isResponding(run.tab, Math.max(minProbeMs, run.deadline - performance.now())))
    return { ...fault, hint: 'Observe to see how far it got.' };
  return abortReplaced(run, 'hung', {
    code: 'page_hung',
    message: 'The page did not respond by the deadline of the action.',
    hint: reopenHint,
  });
}

/** Replaces the page, and ends the pipeline. If it cannot be replaced now, the next action tries again. */
async function abortReplaced(run: RunState, what: 'hung' | 'crashed', error: Fault, tab = run.tab): Promise<never> {
  const abort = (fault: Fault, changes: Evidence['changes']) =>
    new ActionAborted({
      ...interruptedEvidence(fault),
      changes,
      settled: { ms: 0, reason: what === 'hung' ? 'the page was replaced' : 'the page crashed' },
    });
  let changes: Evidence['changes'];
  try {
    ({ changes } = await replacePage(run.state.instance.tabs, tab, what));
  } catch (failure) {
    if (what === 'hung' || (await findLost(run))) throw failure;
    const message = joinSentences(error.message, `It could not be opened again: ${toFault(failure).message}`);
    throw abort({ ...error, message }, [{ kind: 'page', what }]);
  }
  throw abort(error, changes);
}

async function settleAction(run: RunState, startedAt: number, failure: Fault | undefined): Promise<CdpSettleResult> {
  const { state, tab, prepared, deadline, signal } = run;
  const { tabs, downloads } = state.instance;
  const maxMs = state.limits.settleTimeoutMs;
  const shown = tabs.all().length > 0 ? tabs.active() : tab;
  const recorded = shown === tab ? prepared.documents : [];
  const checksReadiness = hasNewPage(run, shown);
  const options: SettleOptions = { recorded, startedAt, maxMs, deadline, checksReadiness, signal };
  let settled: CdpSettleResult;
  try {
    settled = await settle(shown, options);
    if (!failure && isInputLost(run, settled)) await abortInputLost(run, startedAt);
    if (!failure && prepared.awaitsLateEffects) settled = await settleLateEffects(run, settled, options);
    if (!failure && hasNewPage(run, shown)) settled = await waitUntilUsable(shown, settled, options);
    while (downloads.hasRunning(startedAt) && performance.now() - startedAt < maxMs)
      await tab.changeSignal.wait(maxMs - (performance.now() - startedAt), signal);
  } catch (error) {
    const fault = toFault(error);
    if (error instanceof ActionAborted || fault.code !== 'page_hung') throw error;
    return abortReplaced(run, 'hung', { ...fault, hint: reopenHint }, shown);
  }
  const lost = await findLost(run);
  if (lost) throw new HandrailError(lost.code, lost.message);
  if (tab.crashed)
    return abortReplaced(run, 'crashed', { code: 'page_crashed', message: 'The page crashed.', hint: reopenHint });
  return settled;
}

/** Whether the action opened the page that is shown now. */
function hasNewPage({ tab, navigation, prepared }: RunState, shown: Tab): boolean {
  if (prepared.navigates && shown.navigation.sameDocumentCommits !== navigation.sameDocumentCommits) return true;
  return shown !== tab || shown.navigation.pending || shown.navigation.commits !== navigation.commits;
}

/** The page did not receive an input that it must receive, and a request has no answer: a prompt of the browser took the input. */
function isInputLost({ prepared, tab }: RunState, { answers }: SettleResult): boolean {
  const target = prepared.documents.at(-1);
  const answer = prepared.mustReceiveInput && target ? answers.get(target) : undefined;
  return answer?.activity.inputs === 0 && tab.requests.unanswered().length > 0;
}

async function abortInputLost({ tab, state }: RunState, startedAt: number): Promise<never> {
  const url = await dismissAuthPrompt(tab, state.wire);
  const error: Fault = {
    code: 'modal_open',
    message: `A prompt of the browser took the input, most likely for a name and password${url ? ` at ${url}` : ''}.`,
    hint: 'It was dismissed, and nothing was done. Try again.',
  };
  throw new ActionAborted({
    ...refusedEvidence(error),
    changes: [{ kind: 'page', what: 'auth_requested', detail: url }],
    settled: { ms: Math.round(performance.now() - startedAt), reason: 'the browser took the input' },
  });
}

/** Waits for an effect that has not shown yet, and discards changes that the action cannot have caused. */
async function settleLateEffects(
  run: RunState,
  settled: CdpSettleResult,
  options: SettleOptions,
): Promise<CdpSettleResult> {
  const { tab, prepared } = run;
  const { answers } = settled;
  const hasOutsideEffect = hasEffectOutsideDocument(run, settled, options.startedAt);
  if (!hasOutsideEffect && !hasEffectInDocument(prepared, settled))
    return waitForLateEffect(tab, prepared, settled, options);
  if (!hasOnlyLateChanges(answers) || prepared.hasNativeEffect || hasOutsideEffect) return settled;
  return (await hasAnyListener(answers)) ? settled : discardLateChanges(settled);
}

function hasEffectInDocument({ movesFocus }: PreparedAction, { answers }: SettleResult): boolean {
  if (hasValueChange(answers) || (movesFocus && hasFocusChange(answers))) return true;
  return [...answers.values()].some(({ activity, flashes }) => activity.mutations > 0 || flashes.length > 0);
}

/** A dialog, another URL, a window, a request or a download. */
function hasEffectOutsideDocument(
  { state, tab, navigation: from }: RunState,
  { answers }: CdpSettleResult,
  startedAt: number,
): boolean {
  const { tabs, downloads } = state.instance;
  const { navigation } = tab;
  if (findInterruption(tab) || tab.unreported.length > 0 || tabs.popupCount() > 0) return true;
  if (navigation.commits !== from.commits || navigation.sameDocumentCommits !== from.sameDocumentCommits) return true;
  if (navigation.openedWindows !== from.openedWindows) return true;
  // A beacon reports the action to a server. The effect of the action may still follow.
  const requests = findCausedRequests(tab.requests.startedSince(startedAt), answers);
  if (requests.some(({ resourceType }) => resourceType !== 'Ping')) return true;
  return downloads.startedSince(startedAt).length > 0;
}

const popupAttachMs = 3_000;
const maxAwaitedPopups = 50;

async function collectChanges(run: RunState, startedAt: number): Promise<Change[]> {
  const { state, tab, navigation: from, settled } = run;
  const { tabs, downloads } = state.instance;
  const openedWindows = tab.navigation.openedWindows - from.openedWindows;
  await tabs.waitForPopups(Math.min(openedWindows, maxAwaitedPopups), popupAttachMs);
  const popups = tabs.takePopups();
  const changes: Change[] = [];
  if (tab.navigation.commits !== from.commits) changes.push({ kind: 'reloaded', url: tab.page.url() });
  changes.push(...tab.unreported.splice(0), ...downloads.takeUpdates(startedAt), ...popups.map(toPopupChange));
  await followPopup(run, popups, startedAt);
  changes.push(...toRecordedChanges(tab.id, state.ids, settled.answers));
  const requests = findCausedRequests(tab.requests.startedSince(startedAt), settled.answers);
  tab.requests.excludeFromPolling(requests);
  const { typed, awaitsLateEffects } = run.prepared;
  const options = {
    onlyTypes: typed !== undefined && typed.text !== '' && !awaitsLateEffects,
    isSecret: (value: string) => isSecretValue(run, value),
    isShown: shownValues(run),
  };
  changes.push(...toRequestChanges(requests, options));
  return changes;
}

/** Longer values are compared up to here, because a view shortens them. */
const comparedLength = 60;

/** Recognizes the values of the fields that the page showed before the action. */
function shownValues({ before, prepared }: RunState): (value: string) => boolean {
  const normalize = (value: string) => value.replace(/\s+/g, ' ').trim().slice(0, comparedLength);
  const values = before?.view.elements.map(({ value }) => normalize(value ?? '')) ?? [];
  const shown = new Set([...values, normalize(prepared.typed?.text ?? '')].filter(Boolean));
  return (value) => shown.has(normalize(value));
}

/** Whether a value was in a password field, or is being typed into one. */
function isSecretValue({ tab, prepared, before }: RunState, value: string): boolean {
  if (tab.secretDigests.has(digest(value))) return true;
  if (prepared.typed?.text !== value) return false;
  const focused = before?.view.elements.find(({ states }) => states.includes('focused'));
  return prepared.typed.isPassword || (!prepared.typed.hasTarget && focused !== undefined && isSecretField(focused));
}

function toPopupChange({ tab, url }: Popup): Change {
  return tab
    ? { kind: 'popup', tab: tab.id, url: tab.page.url() }
    : { kind: 'popup', url, note: 'closed: too many tabs' };
}

/** Selects the window that the action opened, as a browser does. If there are several, none is selected. */
async function followPopup(run: RunState, popups: readonly Popup[], startedAt: number): Promise<void> {
  const { state, tab, prepared, deadline, signal } = run;
  const { limits, instance } = state;
  const popup = popups.length === 1 ? popups[0]?.tab : undefined;
  if (!popup || popup.closed || prepared.opensBackgroundTab || instance.tabs.active() !== tab) return;
  instance.tabs.select(popup);
  const options = { recorded: [], startedAt, maxMs: limits.settleTimeoutMs, deadline, checksReadiness: true, signal };
  await waitUntilUsable(popup, await settle(popup, options), options);
}
