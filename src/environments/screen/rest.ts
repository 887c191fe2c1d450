import type { Settled } from '../../core/outcome.js';
import { changedSquares } from './pixel-changes.js';
import type { Eyes, Pixels } from './screen.js';

/** How long a screen must be still to be at rest. */
const quiet = 50;
/** How long the first sign of an action is waited for: longer where the machine is slow, as the time of a look tells. */
const firstSign = { least: 200, most: 1_500, looks: 6 };
const cap = 3_000;
export const nothingStirred = 'nothing stirred';
/** Between two looks at the pixels of a screen that does not tell when it is drawn on. */
const glance = 50;

/** How long to wait for a sign, by how long a look takes. */
export function patienceFor(tookMs: number): number {
  return Math.min(firstSign.most, Math.max(firstSign.least, firstSign.looks * tookMs));
}

type Next = (ms: number) => Promise<boolean>;

/** Does something on a screen and waits until the screen is at rest; says why it is thought to be. */
export async function doAndRest(
  eyes: Eyes,
  before: { pixels: Pixels; tookMs: number },
  go: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Settled> {
  const next: Next = eyes.stir ? ringing(eyes.stir, signal) : glancing(eyes, before.pixels, signal);
  // The screen may answer while the hands are still at it.
  const during = eyes.stir ? listen(eyes.stir, signal) : undefined;
  let isSeen: boolean;
  try {
    await go();
  } finally {
    isSeen = during?.() ?? false;
  }
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  if (!isSeen && !(await next(patienceFor(before.tookMs)))) return { ms: since(), because: nothingStirred };
  while (since() < cap) {
    if (!(await next(quiet))) return { ms: since(), because: 'nothing is drawn any more' };
  }
  return { ms: since(), because: `gave up after ${cap} ms: something is drawn all the time` };
}

function ringing(stir: NonNullable<Eyes['stir']>, signal?: AbortSignal): Next {
  return (ms) => stir.next(ms, signal);
}

/** Listens until told to stop; then says whether it rang. */
function listen(stir: NonNullable<Eyes['stir']>, signal?: AbortSignal): () => boolean {
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

/** The same by comparing pictures, where nobody rings. */
function glancing(eyes: Eyes, before: Pixels, signal?: AbortSignal): Next {
  let last = before;
  return async (ms) => {
    const until = performance.now() + ms;
    for (;;) {
      const now = await eyes.pixels(signal);
      const stirred = changedSquares(last, now).size > 0;
      last = now;
      if (stirred) return true;
      if (performance.now() >= until) return false;
      await pause(Math.min(glance, until - performance.now()), signal);
    }
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
