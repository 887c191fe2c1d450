import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { View, ViewRequest } from '../../../core/view.js';
import type { Limits } from '../act/action-context.js';
import type { ElementIds } from '../element-ids.js';
import { CollectorFailed, isGone } from '../frames/document-link.js';
import type { BrowserInstance } from '../launch/browser-instance.js';
import { standstill, untilStandstill } from '../settle/settle.js';
import { stopIfLate, underWay } from '../tabs/await-arrival.js';
import { canAsk, type Tab } from '../tabs/tab.js';
import { factsOf } from '../tabs/tab-list.js';
import { type Gathered, gather } from './collect-view.js';

export interface Sight extends Gathered {
  /** Why the page could not be asked; then what is shown is what was last seen, if anything. */
  blind?: string;
}

export interface Seeing {
  home: BrowserInstance;
  ids: ElementIds;
  limits: Limits;
  screen: Size;
  /** The last look at the page: shown again while a dialog stands in front of it. */
  lastView?: View;
}

/** Looks at a tab by the deadline for looks, whatever state it is in. Throws when the browser is gone. */
export async function see(
  seeing: Seeing,
  tab: Tab,
  look: ViewRequest,
  signal?: AbortSignal,
  flags: { fresh?: boolean; arm?: boolean } = {},
): Promise<Sight> {
  const { home, ids, limits } = seeing;
  const deadline = performance.now() + limits.look;
  const late = () =>
    standstill(tab) ??
    (tab.navigation.pending ? underWay(tab) : undefined) ??
    `the page did not answer within ${limits.look} ms${elsewhere(home, tab)}`;
  for (;;) {
    if (tab.closed) await home.lostWithin(100);
    const lost = home.lost();
    if (lost) throw new HandrailError(lost.code, lost.message, lost.hint);
    if (!canAsk(tab)) {
      const still = standstill(tab);
      if (still || performance.now() > deadline) return blind(seeing, tab, still ?? 'the page has no document yet');
      await tab.bell.next(deadline - performance.now(), signal);
      continue;
    }
    try {
      stopIfLate(tab, limits);
      const left = Math.max(200, deadline - performance.now());
      const work = gather(tab, ids, { look, ms: left, signal, ...flags });
      return await untilStandstill(tab, work, left + 300, signal);
    } catch (error) {
      if (isGone(error) && performance.now() < deadline) {
        await tab.bell.next(20, signal);
        continue;
      }
      if (isGone(error) || (error instanceof HandrailError && error.code === 'deadline'))
        return blind(seeing, tab, late());
      if (!(error instanceof CollectorFailed)) throw error;
      tab.title = (await factsOf(tab, true)).title;
      return blind(seeing, tab, error.message);
    }
  }
}

/** A dialog stops every page of its process. */
function elsewhere(home: BrowserInstance, tab: Tab): string {
  const other = home.tabs.all().find((one) => one !== tab && one.modal?.dialog);
  return other ? `: a dialog (${other.modal?.modal.kind}) is open in ${other.id}` : '';
}

function blind({ lastView, screen }: Seeing, tab: Tab, why: string): Sight {
  const url = tab.page.url();
  const isCovered = tab.modal !== undefined || tab.navigation.pending;
  const old = isCovered && lastView?.url === url ? lastView : undefined;
  const view: View = { screen, url, title: tab.title, elements: old?.elements ?? [], dropped: 0, incomplete: why };
  if (old?.scene !== undefined) view.scene = old.scene;
  return { view, restless: [], canvases: [], flashes: [], blind: why };
}
