import type { CdpSession } from '../handles.js';
import type { FloodMeasure } from './flood-guard.js';

/** How much slower the scripts of a page run that sends too many events. */
const slowRate = 20;
/** How long the pages of a worker that sent too many requests are slow. */
const slowMs = 3_000;

/** Slows a page down, or ends its process if that does not help. The page is then reported as crashed. */
export function calmPage(session: CdpSession, measure: FloodMeasure): void {
  if (measure === 'end')
    session.send('Page.crash').catch(() => undefined); // it does not answer any more
  else setRate(session, measure === 'slow' ? slowRate : 1);
}

/** Stops a worker that several pages share, and slows these pages down: they start it again with their next request. */
export function calmWorker(root: CdpSession, targetId: string, pages: readonly CdpSession[]): void {
  root.send('Target.closeTarget', { targetId }).catch(() => undefined); // it has ended
  for (const page of pages) {
    setRate(page, slowRate);
    setTimeout(setRate, slowMs, page, 1).unref();
  }
}

function setRate(session: CdpSession, rate: number): void {
  session.send('Emulation.setCPUThrottlingRate', { rate }).catch(() => undefined); // the page is gone
}
