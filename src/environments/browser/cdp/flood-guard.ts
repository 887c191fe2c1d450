/** What one page may send before it is slowed down. */
export interface FloodLimits {
  windowMs: number;
  maxEvents: number;
  maxCharacters: number;
  /** Requests that scripts send. */
  maxRequests: number;
}

export const defaultFloodLimits: FloodLimits = {
  windowMs: 500,
  maxEvents: 2_000,
  maxCharacters: 16_000_000,
  maxRequests: 150,
};

/** `slow`: above the limits. `end`: still above them, although it was slowed down. `release`: below them again. */
export type FloodMeasure = 'slow' | 'end' | 'release';

/** Counts the events of each page, with those of its frames and workers. */
export interface FloodGuard {
  /** A session below another one. Sessions directly below the browser belong to pages and shared workers. */
  adopt(sessionId: string, parent: string | undefined): void;
  forget(sessionId: string): void;
  count(sessionId: string, characters: number, isRequest: boolean): void;
}

interface PageCount {
  events: number;
  characters: number;
  requests: number;
  windowStart: number;
  /** Set while the page is slowed down, and since when it is. */
  calming: NodeJS.Timeout | undefined;
  slowSince: number;
}

/** A page that is still above the limits after this long does not respond to being slowed down. */
const endAfterMs = 1_000;
/** A page that stays below the limits for this long runs at full speed again. */
const calmMs = 3_000;

/** Calls `take` when a page begins to send more than the limits, continues to, and stops. */
export function createFloodGuard(
  { windowMs, maxEvents, maxCharacters, maxRequests }: FloodLimits,
  take: (sessionId: string, measure: FloodMeasure) => void,
): FloodGuard {
  const owners = new Map<string, string>();
  const counts = new Map<string, PageCount>();

  function release(owner: string, count: PageCount): void {
    count.calming = undefined;
    take(owner, 'release');
  }

  function exceed(owner: string, count: PageCount, now: number): void {
    if (!count.calming) {
      count.calming = setTimeout(release, calmMs, owner, count).unref();
      count.slowSince = now;
      take(owner, 'slow');
      return;
    }
    count.calming.refresh();
    if (now - count.slowSince < endAfterMs) return;
    count.slowSince = now;
    take(owner, 'end');
  }

  return {
    adopt(sessionId, parent) {
      owners.set(sessionId, parent === undefined ? sessionId : (owners.get(parent) ?? parent));
    },
    forget(sessionId) {
      owners.delete(sessionId);
      clearTimeout(counts.get(sessionId)?.calming);
      counts.delete(sessionId);
    },
    count(sessionId, characters, isRequest) {
      const owner = owners.get(sessionId);
      if (owner === undefined) return;
      let count = counts.get(owner);
      if (!count) {
        count = {
          events: 0,
          characters: 0,
          requests: 0,
          windowStart: performance.now(),
          calming: undefined,
          slowSince: 0,
        };
        counts.set(owner, count);
      }
      count.events += 1;
      count.characters += characters;
      if (isRequest) count.requests += 1;
      if (count.events < maxEvents && count.characters < maxCharacters && count.requests < maxRequests) return;
      const now = performance.now();
      const isFast = now - count.windowStart < windowMs;
      Object.assign(count, { events: 0, characters: 0, requests: 0, windowStart: now });
      if (isFast) exceed(owner, count, now);
    },
  };
}
