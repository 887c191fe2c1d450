import type { Settled } from '../../core/outcome.js';
import type { Glimpse } from './evidence.js';
import { cap, nothingStirred, patienceFor, pause } from './rest.js';
import type { Pixels } from './screen.js';

/** Between two looks at a screen that does not tell when it is drawn on. */
const glance = 50;

export interface Looking {
  glimpse(signal?: AbortSignal): Promise<Glimpse>;
  pixels(signal?: AbortSignal): Promise<Pixels>;
  /** Something differs that does not change by itself. */
  differ(one: Glimpse, other: Glimpse): boolean;
}

/** Waits for rest where nobody rings: looks until two pictures running are alike. Gives the look that found it so. */
export async function restByLooking(
  { glimpse, pixels, differ }: Looking,
  before: Glimpse,
  signal?: AbortSignal,
): Promise<{ settled: Settled; after: Glimpse }> {
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  let after = await glimpse(signal);
  let isSeen = differ(before, after);
  while (since() < cap) {
    const now = await pixels(signal);
    if (differ(after, { ...after, pixels: now })) {
      isSeen = true;
      after = await glimpse(signal);
    } else if (isSeen) return { settled: { ms: since(), because: 'nothing is drawn any more' }, after };
    else if (since() >= patienceFor(before.tookMs)) return { settled: { ms: since(), because: nothingStirred }, after };
    else await pause(glance, signal);
  }
  return { settled: { ms: since(), because: `gave up after ${cap} ms: something is drawn all the time` }, after };
}
