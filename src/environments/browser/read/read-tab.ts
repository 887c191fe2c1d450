import { HandrailError } from '../../../core/errors.js';
import { compose, identity, type Size } from '../../../core/geometry.js';
import type { ReadRequest, ReadResult } from '../../../core/read.js';
import { dialogIsOpen } from '../act/dialog-action.js';
import { requireMainDocument, resolveElement, type TargetContext } from '../chromium/resolve-element.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findFrames } from '../frames/frame-documents.js';
import { affineTo, pinchAffine } from '../frames/frame-mapping.js';
import { isDocumentGone, isTimeout } from '../frames/page-document.js';
import { untilInterrupted } from '../settle/interruptible.js';
import { waitForPendingNavigation } from '../tabs/pending-navigation.js';
import { refusedPage } from '../tabs/refused-page.js';
import { canQuery, refusalOfPage, type Tab } from '../tabs/tab.js';
import { type ReadableDocument, type ReadContext, readPage } from './read-page.js';

type TabReadContext = TargetContext & { screen: Size };

/** Reads from a tab in any state, within the limit for actions. */
export async function readTab<R extends ReadRequest>(context: TabReadContext, request: R): Promise<ReadResult<R>> {
  const { tab, limits, signal } = context;
  const deadline = performance.now() + limits.actionTimeoutMs;
  for (;;) {
    checkReadable(tab);
    await waitForPendingNavigation(tab, limits, deadline, signal);
    const left = deadline - performance.now();
    if (left <= 0) throw hungPage(limits.actionTimeoutMs);
    if (!canQuery(tab)) {
      await tab.changeSignal.wait(left, signal);
      continue;
    }
    try {
      const result = await untilInterrupted(tab, readPage(toReadContext(context, deadline), request), left, signal);
      checkAllowed(tab);
      return result;
    } catch (error) {
      if (isDocumentGone(error)) {
        await tab.changeSignal.wait(20, signal);
        continue;
      }
      if (!isTimeout(error)) throw error;
      checkReadable(tab);
      throw hungPage(limits.actionTimeoutMs);
    }
  }
}

/** Throws `denied` for a page that must not be observed. */
function checkAllowed(tab: Tab): void {
  const refusal = refusalOfPage(tab);
  if (refusal !== undefined) throw refusedPage(refusal);
}

function hungPage(ms: number): HandrailError {
  return new HandrailError(
    'page_hung',
    `The page did not respond within ${ms} ms.`,
    'Reload it, or navigate to another URL.',
  );
}

function checkReadable(tab: Tab): void {
  const { modal, crashed } = tab;
  checkAllowed(tab);
  if (crashed)
    throw new HandrailError('page_crashed', 'The page crashed.', 'Observe again, which reopens it at the same URL.');
  if (modal?.dialog) throw dialogIsOpen(modal);
}

function toReadContext(context: TabReadContext, deadline: number): ReadContext {
  const { tab, ids, screen, signal } = context;
  return {
    main: toReadable(context, requireMainDocument(tab)),
    async locate(id) {
      const { document, number } = resolveElement(context, id);
      return { document: toReadable(context, document), number };
    },
    idOf: (document, number) => ids.idOf({ document: document.key, number, tab: tab.id }),
    screen,
    deadline,
    signal,
  };
}

function toReadable(context: TabReadContext, document: CdpDocument): ReadableDocument {
  const { tab, limits } = context;
  const main = requireMainDocument(tab);
  return {
    key: document.key,
    call: (method, argument, ms, signal) => document.call(method, argument, ms, signal),
    async frames() {
      const found = new Map<number, CdpDocument>();
      await findFrames(tab, document, found);
      return new Map([...found].map(([number, child]) => [number, toReadable(context, child)]));
    },
    async affine() {
      const shown = pinchAffine(await main.call('readViewport', undefined, limits.observeTimeoutMs));
      return compose(shown, document === main ? identity : await affineTo(tab, main, document));
    },
  };
}
