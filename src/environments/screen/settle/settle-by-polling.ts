import type { Settled } from '../../../core/outcome.js';
import type { Snapshot } from '../evidence/compare-snapshots.js';
import type { Pixels } from '../screen.js';
import { cap, nothingStirred, patienceFor, pause, unrungMs } from './settle.js';

/** Between two looks at a screen that does not tell when it is drawn on. */
const glance = 50;
/** A look that takes longer reads words from the picture, or asks a program that is busy. */
const dearMs = 600;

export interface Looking {
  glimpse(signal?: AbortSignal): Promise<Snapshot>;
  pixels(signal?: AbortSignal): Promise<Pixels>;
  /** Something differs that does not change by itself. */
  differ(one: Snapshot, other: Snapshot): boolean;
}

/** Waits for rest where nobody rings: looks until two pictures running are alike. Gives the look that found it so. */
export async function restByLooking(
  { glimpse, pixels, differ }: Looking,
  before: Snapshot,
  signal?: AbortSignal,
): Promise<{ settled: Settled; after: Snapshot }> {
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  // Where a look takes long, pictures are compared first.
  const isDear = before.tookMs > dearMs;
  const see = isDear
    ? async (): Promise<Snapshot> => ({ ...before, at: performance.now(), tookMs: 0, pixels: await pixels(signal) })
    : () => glimpse(signal);
  const rested = async (because: string): Promise<{ settled: Settled; after: Snapshot }> => {
    const settled = { ms: since(), because };
    // What changes in a window behind others is on no picture.
    return { settled, after: isDear || !isSeen ? await glimpse(signal) : after };
  };
  const patience = patienceFor(before.tookMs, unrungMs);
  let after = await see();
  let isSeen = differ(before, after);
  while (since() < cap) {
    // A picture that is taken right after another is like it, whatever goes on.
    const apart = after.at - after.tookMs + glance - performance.now();
    if (apart > 0) await pause(apart, signal);
    const now = await pixels(signal);
    if (differ(after, { ...after, pixels: now })) {
      isSeen = true;
      after = await see();
    } else if (isSeen) return rested('nothing is drawn any more');
    else if (since() >= patience) return rested(nothingStirred);
    else await pause(glance, signal);
  }
  return rested(`gave up after ${cap} ms: something is drawn all the time`);
}
