import { HandrailError } from '../../core/errors.js';
import { type Execution, pause, sendCalls } from '../calls.js';
import { type ExecutionState, pageShowsTask } from '../execution-state.js';
import { switchToListView } from '../packs/files/icon-view.js';
import { searchWords } from '../parser/phrasings.js';
import { isDesktop } from './desktop-turn.js';
import type { Match } from './match.js';
import type { Purpose } from './purpose.js';
import { matchTarget, resolveTarget } from './target.js';

const defaultWaitMs = 2_500;
/** The wait for the first window of a program that was just started. */
export const launchWaitMs = 20_000;
/** The wait for the first target of a task: programs of a new desktop may still be starting. */
export const firstWaitMs = 8_000;

/** Resolves a phrase to an element. After a call, waits once for the element to appear. */
export async function* waitForTarget(state: ExecutionState, phrase: string, purpose: Purpose): Execution<Match> {
  try {
    return await resolveTarget(state, phrase, purpose);
  } catch (error) {
    if (!(error instanceof HandrailError) || error.code !== 'not_found' || !state.hasActed) throw error;
    if (isDesktop(state)) return yield* pollForTarget(state, phrase, purpose);
    if (pageShowsTask(state)) return yield* retryTarget(state, phrase, purpose);
    const [name] = searchWords(phrase);
    if (name === undefined) throw error;
    yield* sendCalls(state, `"${phrase}" is not shown yet: waiting for it.`, [
      { tool: 'wait_for', input: { text: name, timeout: defaultWaitMs } },
    ]);
    state.hasActed = false;
    // The element may have appeared under another text.
    return resolveTarget(state, phrase, purpose);
  }
}

/** Polls for an element of a desktop program, which may still be starting. */
async function* pollForTarget(state: ExecutionState, phrase: string, purpose: Purpose): Execution<Match> {
  yield* switchToListView(state, phrase);
  const found = yield* pollFor(state, `"${phrase}"`, async () => (await matchTarget(state, phrase, purpose)).one);
  state.hasActed = false;
  return found ?? resolveTarget(state, phrase, purpose);
}

const minPauseSeconds = 0.3;
const maxPauseSeconds = 5;

/** When a screen has been unchanged for this long, nothing more appears without input. */
const settledMs = 2_500;

/** Polls with growing pauses until `look` returns a value, the time is over, or the screen has settled. Waits longer after a program start. */
export async function* pollFor<T>(
  state: ExecutionState,
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  waitMs = defaultWaitMs,
): Execution<T | undefined> {
  const timeoutMs = Math.max(waitMs, state.nextWaitMs ?? 0);
  const isStarting = state.nextWaitMs === launchWaitMs;
  let seconds = minPauseSeconds;
  let [lastFingerprint, settledAt] = [fingerprint(state), 0];
  for (let waited = 0; waited < timeoutMs; waited += seconds * 1_000) {
    const found = await look();
    if (found !== undefined) {
      state.nextWaitMs = undefined;
      return found;
    }
    const now = fingerprint(state);
    if (now !== lastFingerprint) [lastFingerprint, settledAt] = [now, waited];
    if (waited - settledAt >= settledMs && !isStarting && hasContent(state)) break;
    if (waited > 0) seconds = Math.min(maxPauseSeconds, Math.round(seconds * 15) / 10);
    yield* sendCalls(state, `${what} is not shown yet: waiting.`, [{ tool: 'wait', input: { seconds } }]);
  }
  state.nextWaitMs = undefined;
  return look();
}

/** A fingerprint of the screen, to detect changes. */
function fingerprint({ turn }: ExecutionState): string {
  const { elements, tabs = [] } = turn.observation;
  return JSON.stringify([
    tabs.map(({ id, title }) => [id, title]),
    elements.map(({ id, name, value }) => [id, name, value]),
  ]);
}

/** Whether a window has controls. A window that is still opening has none. */
function hasContent({ turn }: ExecutionState): boolean {
  return turn.observation.elements.some(({ interactive, kind }) => interactive && kind !== 'window');
}

/** Retries after pauses. On a page that repeats the task, the text of the target is visible from the start, so waiting for the text would not help. */
async function* retryTarget(state: ExecutionState, phrase: string, purpose: Purpose): Execution<Match> {
  for (let waited = 0; waited < 3; waited += 1) {
    yield* pause(state, `"${phrase}" is not shown yet: waiting.`, 0.5);
    try {
      return await resolveTarget(state, phrase, purpose);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'not_found') throw error;
    }
  }
  state.hasActed = false;
  return resolveTarget(state, phrase, purpose);
}
