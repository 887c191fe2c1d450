import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionState } from '../execution-state.js';
import { isDesktop, toWindowTurn } from './desktop-turn.js';

const pollMs = { page: 100, desktop: 250 };
const defaultTimeoutMs = 5_000;
/** When a screen has been unchanged for this long, nothing more appears without input. */
const stableMs = { page: 1_500, desktop: 2_500 };
/** The wait for the first window of a program that was just started. */
export const launchWaitMs = 20_000;

/**
 * Observes the screen until `look` returns a value. Gives up after `timeoutMs`, or earlier when the screen no longer changes. Waits longer
 * after the start of a program. Each observation becomes the current one.
 */
export async function waitUntil<T>(
  state: ExecutionState,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = defaultTimeoutMs,
): Promise<T | undefined> {
  const screen = isDesktop(state) ? 'desktop' : 'page';
  const isStarting = state.nextWaitMs === launchWaitMs;
  const deadline = performance.now() + Math.max(timeoutMs, state.nextWaitMs ?? 0);
  let found = await look();
  let previous = fingerprint(state);
  let stableSince = performance.now();
  while (found === undefined && performance.now() < deadline) {
    const isStable = performance.now() - stableSince >= stableMs[screen];
    if (isStable && !isStarting && hasContent(state)) break;
    await pause(pollMs[screen], undefined, { signal: state.signal });
    state.turn = toWindowTurn({ ...state.turn, observation: await state.turn.observe({ budget: 1 }) });
    const current = fingerprint(state);
    if (current === previous) continue;
    found = await look();
    previous = current;
    stableSince = performance.now();
  }
  state.nextWaitMs = undefined;
  // What the observation does not show may have changed, too.
  return found ?? look();
}

function fingerprint({ turn }: ExecutionState): string {
  const { url, elements, tabs = [] } = turn.observation;
  return JSON.stringify([
    url,
    tabs.map(({ id, title }) => [id, title]),
    elements.map(({ id, name, value, states }) => [id, name, value, states]),
  ]);
}

/** Whether a page is shown, or a window with controls. A window that is still opening has none. */
function hasContent(state: ExecutionState): boolean {
  if (!isDesktop(state)) return true;
  return state.turn.observation.elements.some(({ interactive, kind }) => interactive && kind !== 'window');
}
