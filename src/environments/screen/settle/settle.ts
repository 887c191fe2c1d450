import type { Settled } from '../../../core/outcome.js';
import type { ChangeSignal } from '../screen.js';

/** How long a screen must be still to be at rest. */
const quiet = 50;
/** How long the first sign of an action is waited for: longer where the machine is slow, as the time of a look tells. */
const firstSign = { least: 350, most: 1_500, looks: 6 };
/** Where nobody rings, nobody says that a program is busy, either: the least that its sign is waited for. */
export const unrungMs = 600;
export const cap = 3_000;
/** A screen that goes on stirring is looked at this often. */
const stirring = 150;
export const neverRests = 'only what never rests is drawn';
export const nothingStirred = 'nothing stirred';

/** How long to wait for a sign, by how long a look takes. */
export function patienceFor(tookMs: number, least = firstSign.least): number {
  return Math.min(firstSign.most, Math.max(least, firstSign.looks * tookMs));
}

/** Does something on a screen that tells when it is drawn on, and waits until it is at rest; says why it is thought to be. */
export async function doAndRest(
  stir: ChangeSignal,
  before: { tookMs: number },
  go: () => Promise<void>,
  /** Asked now and then while it goes on stirring: nothing is drawn but what never rests. */
  isAtRest: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<Settled> {
  // The screen may answer while the hands are still at it.
  const during = listen(stir, signal);
  let isSeen: boolean;
  try {
    await go();
  } finally {
    isSeen = during();
  }
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  if (!isSeen && !(await stir.next(patienceFor(before.tookMs), signal)))
    return { ms: since(), because: nothingStirred };
  let next = stirring;
  while (since() < cap) {
    if (!(await stir.next(quiet, signal))) return { ms: since(), because: 'nothing is drawn any more' };
    if (since() < next) continue;
    if (await isAtRest()) return { ms: since(), because: neverRests };
    next = since() + stirring;
  }
  return { ms: since(), because: `gave up after ${cap} ms: something is drawn all the time` };
}

/** Listens until told to stop; then says whether it rang. */
function listen(stir: ChangeSignal, signal?: AbortSignal): () => boolean {
  const stop = new AbortController();
  let rang = false;
  const heard = stir.next(60_000, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal);
  heard.then(
    (did) => {
      rang = did;
    },
    () => undefined, // stopped, or the screen is gone: whoever looks next says so
  );
  return () => {
    stop.abort();
    return rang;
  };
}

/** Waits a moment between two looks, or until cancelled: whoever looks next finds out. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
