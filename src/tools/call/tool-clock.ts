import type { Session } from '../../session/session.js';

export interface ToolClock {
  /** Stops the time while the user decides on an approval. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Calls `onTimeout` after `ms` of running time. */
export function startToolClock(ms: number, onTimeout: () => void): ToolClock {
  let remainingMs = ms;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onTimeout, remainingMs);
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    pause() {
      if (!timer) return;
      remainingMs -= performance.now() - startedAt;
      stop();
    },
    resume() {
      if (timer) return;
      startedAt = performance.now();
      timer = setTimeout(onTimeout, Math.max(0, remainingMs));
    },
    stop,
  };
}

/** Pauses a clock while a person decides on an approval or uses the screen. Returns the function that ends this. */
export function pauseForPeople(session: Session, clock: Pick<ToolClock, 'pause' | 'resume'>): () => void {
  const stops = [
    session.listen('approval', ({ approved }) => (approved === undefined ? clock.pause() : clock.resume())),
    session.listen('takeover', ({ isOver }) => (isOver ? clock.resume() : clock.pause())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
