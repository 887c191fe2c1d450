import type { Action } from '../../../core/action.js';
import { HandrailError, toFault } from '../../../core/errors.js';
import { normalizeUrl } from '../../../core/url.js';
import type { ActionContext } from '../act/action-context.js';
import { type ActionDriver, type ActionRun, pageChangedFault } from '../act/action-driver.js';
import { checkModal } from '../act/dialog-action.js';
import { actionTimeoutMs, prepareCommonAction } from '../act/prepare-action.js';
import { type PreparedAction, preparedAction } from '../act/prepared-action.js';
import { isDocumentGone } from '../frames/page-document.js';
import { toRecordedChanges } from '../settle/evidence.js';
import { createInputSender } from './input.js';
import { observePage } from './observe-page.js';
import { checkOpen, type PlaywrightSession, tabId } from './session.js';
import { settlePage } from './settle-page.js';
import { createTargetFinder } from './targets.js';

/** Performs actions on any engine with Playwright's API. */
export function createPlaywrightDriver(session: PlaywrightSession): ActionDriver {
  return {
    async prepare(action, signal, secrets) {
      checkOpen(session);
      const deadline = performance.now() + actionTimeoutMs(action, session.limits);
      checkModal(session, action);
      const prepared = await prepareAction(session, { ...createContext(session, signal), secrets }, action);
      if (action.type !== 'wait') {
        session.urlBeforeAction = session.page.url();
        session.wire.noteAction();
      }
      return createRun(session, prepared, deadline);
    },
    toFault: async (error) => (isDocumentGone(error) ? pageChangedFault : toFault(error)),
  };
}

function createContext(session: PlaywrightSession, signal?: AbortSignal): ActionContext {
  const { page, ids, limits, viewport, uploadFolders, lastView } = session;
  return {
    page: session,
    targets: createTargetFinder(session, signal),
    input: createInputSender(session, signal),
    ids,
    limits,
    viewport,
    uploadFolders,
    urlBeforeAction: session.urlBeforeAction ?? lastView?.url ?? page.url(),
    // Read from the prototype: an image named "readyState" would replace the property of the document.
    isLoaded: async () =>
      (await page.evaluate("Reflect.get(Document.prototype, 'readyState', document)")) === 'complete',
    canQuery: () => session.modal === undefined,
    signal,
  };
}

async function prepareAction(
  { page }: PlaywrightSession,
  context: ActionContext,
  action: Action,
): Promise<PreparedAction> {
  const options = { timeout: context.limits.navigationTimeoutMs, waitUntil: 'commit' as const };
  switch (action.type) {
    case 'navigate': {
      const url = normalizeUrl(action.url);
      return navigation(() => page.goto(url, options), false);
    }
    case 'back':
      return navigation(() => page.goBack(options));
    case 'forward':
      return navigation(() => page.goForward(options));
    case 'reload':
      return navigation(() => page.reload(options));
    case 'tab':
    case 'evaluate':
    case 'focus_app':
    case 'launch':
    case 'close_app':
    case 'menu':
    case 'clipboard':
      throw new HandrailError(
        'unsupported',
        `This browser engine does not support "${action.type}".`,
        'Use Chromium for it.',
      );
    default:
      return prepareCommonAction(context, action);
  }
}

function navigation(navigate: () => Promise<unknown>, awaitsLateEffects = true): PreparedAction {
  const execute = async () => {
    await navigate();
  };
  return preparedAction(execute, { awaitsLateEffects });
}

function createRun(session: PlaywrightSession, prepared: PreparedAction, deadline: number): ActionRun {
  let settled: Awaited<ReturnType<typeof settlePage>> | undefined;
  return {
    page: session,
    prepared,
    deadline,
    observe: (flags) => observePage(session, {}, flags),
    startRecording: async () => undefined,
    async toInputFault(error) {
      if (error instanceof HandrailError) return error.fault;
      return { code: 'navigation_failed', message: toFault(error).message, hint: 'Observe to see how far it got.' };
    },
    async settle() {
      settled = await settlePage(session, prepared);
      return settled;
    },
    collectChanges: async () => [
      ...session.unreported.splice(0),
      ...toRecordedChanges(tabId, session.ids, settled?.answers ?? new Map()),
    ],
  };
}
