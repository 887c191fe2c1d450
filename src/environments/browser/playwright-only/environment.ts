import type { BrowserContext } from 'playwright-core';
import type { Change } from '../../../core/change.js';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { dialogIsOpen } from '../act/dialog-action.js';
import { performAction } from '../act/perform-action.js';
import type { BrowserEnvironment } from '../browser-environment.js';
import type { ContextOptions } from '../handles.js';
import type { BrowserLease } from '../launch/acquire-browser.js';
import { toPlaywrightOptions } from '../launch/playwright-handles.js';
import { writeStorageFile } from '../launch/storage-file.js';
import { createPlaywrightDriver } from './action-driver.js';
import { guardRequests } from './guard-requests.js';
import { capturePicture, observePage } from './observe-page.js';
import { readPlaywrightPage } from './read-page.js';
import { openSession, retryWhileNavigating, type SessionOptions } from './session.js';
import { resolveElement } from './targets.js';

/** What an engine that offers only Playwright's API does not support. */
const limitations: readonly string[] = [
  'The collector runs in the world of the page, which can see it.',
  'Closed shadow roots, and elements that are clickable only by a listener, are not observed.',
  'Elements in rotated or scaled frames are clicked at unscaled coordinates.',
  'One tab: windows that a page opens are reported and closed.',
  'File choosers are not shown as a modal. Upload to the file field instead.',
  'Downloads are stored when they are complete, and have no size limit while they run.',
  'A browser that dies is not restarted.',
  'Messages that workers send over WebSockets are not held. The time of an action goes on while a person decides on its request.',
];

export interface PlaywrightOnlyOptions extends SessionOptions {
  lease: BrowserLease;
  context: BrowserContext;
}

/** The context of a profile, or a new one. Throws if Playwright did not start the browser. */
export async function openPlaywrightContext(
  { playwright }: BrowserLease,
  options: ContextOptions,
): Promise<BrowserContext> {
  if (!playwright) throw new HandrailError('internal', 'The browser was not started by Playwright.');
  return playwright.context ?? playwright.browser.newContext(toPlaywrightOptions(options));
}

/** Opens a session on any engine that Playwright drives, with the same actions and evidence as far as its API allows. */
export async function openPlaywrightOnly({
  lease,
  context,
  ...options
}: PlaywrightOnlyOptions): Promise<BrowserEnvironment> {
  const session = await openSession(context, options);
  const driver = createPlaywrightDriver(session);
  return {
    kind: 'browser',
    limitations,
    async captureView(request) {
      const { view, flashes } = await observePage(session, request, { includeFlashes: true });
      const picture = request.picture && !session.modal ? await capturePicture(session, request) : undefined;
      const flashed = flashes.map((text): Change => ({ kind: 'flashed', text }));
      return { ...view, picture, backgroundChanges: [...session.unreported.splice(0), ...flashed] };
    },
    async read(request, signal) {
      if (session.modal) throw dialogIsOpen(session.modal);
      return retryWhileNavigating(session, () => readPlaywrightPage(session, request, signal));
    },
    act: (action, signal, secrets, beforeInput) => performAction(driver, action, signal, secrets, beforeInput),
    fillsSecrets: true,
    guardRequests: (judge) => guardRequests(context, session, judge),
    async describeTarget(element, signal) {
      const { document, number } = await resolveElement(session, element);
      return document.call('describeTarget', { number }, session.limits.observeTimeoutMs, signal);
    },
    async storageState(path) {
      const stored = await context.storageState();
      if (path !== undefined) writeStorageFile(path, stored);
      return stored;
    },
    async close() {
      await withTimeout(5_000, 'Closing the context', context.close()).catch(() => undefined); // releasing the lease ends the browser
      await lease.release();
    },
  };
}
