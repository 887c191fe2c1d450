import { withAbort } from '../core/deadline.js';
import type { ElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import { storeElements } from '../core/store-elements.js';
import type { View } from '../core/view.js';
import { writeRedacted } from '../journal/write-redacted.js';
import type { Queue } from './queue.js';
import type { SessionState } from './session-state.js';

/** A person uses the screen. All operations of the session wait until `handBack`. */
export interface Takeover {
  /** Ends the takeover. Resolves to its length in seconds. */
  handBack(): Promise<number>;
}

/**
 * Lets a person use the screen, after the operation that runs has ended. Nothing of what happens is recorded. The values that the person leaves in
 * fields are secrets from then on.
 */
export async function takeOver(state: SessionState, queue: Queue, signal: AbortSignal | undefined): Promise<Takeover> {
  if (state.environment.hasWindow === false)
    throw new HandrailError(
      'unsupported',
      'The browser has no window, so no person can use it.',
      'Open the session with headless: false (--headed).',
    );
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<number> | undefined;
  await withAbort(
    new Promise<void>((resolve, reject) => {
      ended = queue.run(async () => {
        if (signal?.aborted) return 0;
        const valuesBefore = toValues(await state.environment.captureView({}));
        const startedAt = performance.now();
        startTakeover(state);
        resolve();
        await released;
        return endTakeover(state, valuesBefore, startedAt);
      });
      ended.catch(reject);
    }),
    signal ?? new AbortController().signal,
  ).catch((error: unknown) => {
    release();
    throw error;
  });
  return {
    async handBack() {
      release();
      return (await ended) ?? 0;
    },
  };
}

function startTakeover(state: SessionState): void {
  state.isTakenOver = true;
  state.currentAction = undefined;
  state.events.emit('takeover', { isOver: false, seconds: 0 });
}

/** Observes once to drop what the screen recorded, so that the next observation starts anew. */
async function endTakeover(
  state: SessionState,
  valuesBefore: ReadonlyMap<ElementId, string>,
  startedAt: number,
): Promise<number> {
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  try {
    const view = await state.environment.captureView({});
    for (const [id, value] of toValues(view)) {
      if (valuesBefore.get(id) === value) continue;
      state.secrets.add(value);
      state.opened.add(value);
    }
    const masked = await state.environment.captureView({});
    state.lateChanges.length = 0;
    state.knownViews.clear();
    storeElements(state.elements, masked.elements);
    state.lastView = masked;
  } finally {
    state.isTakenOver = false;
    const { journal } = state.rails;
    if (journal) writeRedacted(journal, { type: 'takeover', by: 'person', seconds }, state.secrets.secrets);
    state.events.emit('takeover', { isOver: true, seconds });
  }
  return seconds;
}

function toValues({ elements }: View): Map<ElementId, string> {
  return new Map(elements.flatMap(({ id, value }) => (value ? [[id, value] as const] : [])));
}
