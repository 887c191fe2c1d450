import { HandrailError } from '../../../core/errors.js';
import { compose, identity } from '../../../core/geometry.js';
import type { ReadRequest, ReadResult } from '../../../core/read.js';
import type { ActionContext } from '../act/action-context.js';
import { documentOfElement, mainDocument } from '../act/locate.js';
import { type CdpDocument, isGone } from '../frames/document-link.js';
import { findFrames } from '../frames/frame-documents.js';
import { affineTo, visualAffine } from '../frames/frame-mapping.js';
import { untilStandstill } from '../settle/settle.js';
import { arrive } from '../tabs/await-arrival.js';
import { canAsk, type Tab } from '../tabs/tab.js';
import { type Reading, readPage, type Source } from './read-documents.js';

/** Reads from a tab within the time of an action, whatever state it is in. */
export async function readTab<R extends ReadRequest>(hands: ActionContext, request: R): Promise<ReadResult<R>> {
  const { tab, limits, signal } = hands;
  const until = performance.now() + limits.action;
  for (;;) {
    refuseStandstill(tab);
    await arrive(tab, limits, until, signal);
    const left = until - performance.now();
    if (left <= 0) throw hung(limits.action);
    if (!canAsk(tab)) {
      await tab.bell.next(left, signal);
      continue;
    }
    try {
      return await untilStandstill(tab, readPage(readingOf(hands, until), request), left, signal);
    } catch (error) {
      if (isGone(error)) await tab.bell.next(20, signal);
      else if (error instanceof HandrailError && error.code === 'deadline') {
        refuseStandstill(tab);
        throw hung(limits.action);
      } else throw error;
    }
  }
}

function hung(ms: number): HandrailError {
  return new HandrailError(
    'page_hung',
    `The page did not answer within ${ms} ms.`,
    'Reload it, or navigate elsewhere.',
  );
}

function refuseStandstill({ modal, crashed }: Tab): void {
  if (crashed)
    throw new HandrailError('page_crashed', 'The page crashed.', 'Observe: it is opened again at the same address.');
  if (!modal?.dialog) return;
  throw new HandrailError(
    'modal_open',
    `A dialog (${modal.modal.kind}) is open: "${modal.modal.text.slice(0, 200)}" (the page's words).`,
    "Answer it with { type: 'dialog', accept: true | false }.",
  );
}

function readingOf(hands: ActionContext, until: number): Reading {
  const { tab, ids, viewport: screen, signal } = hands;
  const main = mainDocument(hands);
  return {
    main: sourceOf(hands, main),
    async place(id) {
      const { document, number } = documentOfElement(hands, id);
      return { source: sourceOf(hands, document), number };
    },
    idOf: (source, number) => ids.idOf({ document: source.key, number, tab: tab.id }),
    screen,
    until,
    signal,
  };
}

function sourceOf(hands: ActionContext, document: CdpDocument): Source {
  const { tab, limits } = hands;
  const main = mainDocument(hands);
  return {
    key: document.key,
    ask: (method, argument, ms, signal) => document.ask(method, argument, ms, signal),
    async frames() {
      const found = new Map<number, CdpDocument>();
      await findFrames(tab, document, found);
      return new Map([...found].map(([number, child]) => [number, sourceOf(hands, child)]));
    },
    async affine() {
      const shown = visualAffine({ visual: await main.ask('visual', undefined, limits.look) });
      return compose(shown, document === main ? identity : await affineTo(tab, main, document));
    },
  };
}
