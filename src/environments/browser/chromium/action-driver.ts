import type { Action } from '../../../core/action.js';
import { HandrailError, toFault } from '../../../core/errors.js';
import type { SecretFiller } from '../../../core/secrets/secret-filler.js';
import type { ActionContext } from '../act/action-context.js';
import {
  ActionAborted,
  type ActionDriver,
  type ActionRun,
  pageChangedFault,
  refusedEvidence,
} from '../act/action-driver.js';
import { checkModal } from '../act/dialog-action.js';
import { actionTimeoutMs } from '../act/prepare-action.js';
import type { PreparedAction } from '../act/prepared-action.js';
import { isDocumentGone, isTimeout } from '../frames/page-document.js';
import { untilInterrupted } from '../settle/interruptible.js';
import { isResponding } from '../tabs/hung-page.js';
import { findInterruption } from '../tabs/page-state.js';
import { waitForPendingNavigation } from '../tabs/pending-navigation.js';
import { refusedPage } from '../tabs/refused-page.js';
import { canQuery, refusalOfPage, type Tab } from '../tabs/tab.js';
import { createActionRun } from './action-run.js';
import { createInputSender } from './input.js';
import { type ChromiumActionContext, prepareAction } from './prepare-action.js';
import {
  acquireTab,
  findLoss,
  recover,
  reopenHint,
  replaceAndReport,
  replaceStuckPage,
  restartHint,
} from './recovery.js';
import type { ChromiumState } from './state.js';
import { createTargetFinder } from './targets.js';

/** Actions that do not depend on what the page shows. */
const pageIndependent = new Set<Action['type']>(['navigate', 'reload', 'tab', 'wait', 'focus_app']);
/** Actions on a page that must not be controlled. */
const leavesPage = new Set<Action['type']>(['navigate', 'back', 'forward', 'tab', 'wait', 'focus_app', 'dialog']);
const minProbeMs = 300;

/** Performs actions on Chromium through CDP. */
export function createChromiumDriver(state: ChromiumState): ActionDriver {
  return {
    prepare: (action, signal, secrets) => prepareRun(state, action, signal, secrets),
    async toFault(error) {
      const lost = await findLoss(state, error);
      if (lost) {
        recover(state);
        return { ...lost, hint: restartHint };
      }
      return isDocumentGone(error) ? pageChangedFault : toFault(error);
    },
  };
}

async function prepareRun(
  state: ChromiumState,
  action: Action,
  signal?: AbortSignal,
  secrets?: SecretFiller,
): Promise<ActionRun> {
  const { limits } = state;
  const { tab: current, repaired } = await acquireTab(state, signal);
  const isIndependent = pageIndependent.has(action.type);
  if (repaired && !isIndependent) throw new ActionAborted(refusedEvidence({ ...repaired, hint: reopenHint }));
  const deadline = performance.now() + actionTimeoutMs(action, limits);
  const tab = await replaceStuckPage(state, current, action);
  checkModal(tab, action);
  if (!isIndependent) await waitForPendingNavigation(tab, limits, deadline, signal);
  const refusal = leavesPage.has(action.type) ? undefined : refusalOfPage(tab);
  if (refusal !== undefined) throw refusedPage(refusal);
  const context = { ...createContext(state, tab, signal), secrets };
  const prepared = await untilHung(state, tab, prepareAction(context, action), deadline, signal);
  if (action.type !== 'wait') {
    state.urlBeforeAction = tab.page.url();
    tab.wire.noteAction();
  }
  return createActionRun({ state, tab, prepared, deadline, signal });
}

function createContext(state: ChromiumState, tab: Tab, signal?: AbortSignal): ChromiumActionContext {
  const { ids, limits, uploadFolders, screen, lastView } = state;
  const target = { tab, tabs: state.instance.tabs, ids, limits, signal };
  const common: ActionContext = {
    page: tab,
    targets: createTargetFinder(target),
    input: createInputSender(tab, limits, signal),
    ids,
    limits,
    viewport: screen,
    uploadFolders,
    urlBeforeAction: state.urlBeforeAction ?? lastView?.url ?? tab.page.url(),
    isLoaded: async () => !tab.navigation.pending && tab.navigation.loaded,
    canQuery: () => canQuery(tab),
    signal,
  };
  return { ...common, ...target };
}

/** The result of `preparing`. Replaces a page that does not answer in time. */
async function untilHung(
  state: ChromiumState,
  tab: Tab,
  preparing: Promise<PreparedAction>,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<PreparedAction> {
  try {
    return await untilInterrupted(tab, preparing, deadline - performance.now(), signal);
  } catch (error) {
    if (!isTimeout(error) || findInterruption(tab)) throw error;
    if (await isResponding(tab, Math.max(minProbeMs, deadline - performance.now()))) throw error;
    await replaceAndReport(state, tab, 'hung');
    throw new HandrailError('page_hung', 'The page did not respond, so the action was not started.', reopenHint);
  }
}
