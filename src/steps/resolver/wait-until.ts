import { setTimeout as pause } from 'node:timers/promises';
import { hasActed, isDesktop, lastTools, type Run } from '../step.js';
import { toWindowTurn } from './desktop-turn.js';

const pollMs = { page: 100, desktop: 250 };
const defaultTimeoutMs = 5_000;
/** When a screen has been unchanged for this long, nothing more appears without input. */
const stableMs = { page: 1_500, desktop: 2_500 };
/** The wait for the first window of a program that was just started. */
const launchWaitMs = 20_000;
/** The wait for the first target of a task on a desktop: its programs may still be starting. */
const firstWaitMs = 8_000;

/**
 * Observes the screen until `look` returns a value. Gives up after `timeoutMs`, or earlier when the screen no longer changes. Waits longer
 * after the start of a program. Each observation becomes the current one.
 */
export async function waitUntil<T>(
  run: Run,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = defaultTimeoutMs,
): Promise<T | undefined> {
  const { screen } = run;
  const kind = isDesktop(run) ? 'desktop' : 'page';
  const isStarting = lastTools(run).includes('launch_app');
  const isFirst = kind === 'desktop' && lastTools(run).length === 0 && hasActed(run);
  const minMs = isStarting ? launchWaitMs : isFirst ? firstWaitMs : 0;
  const deadline = performance.now() + Math.max(timeoutMs, minMs);
  let found = await look();
  let previous = fingerprint(run);
  let stableSince = performance.now();
  while (found === undefined && performance.now() < deadline) {
    const isStable = performance.now() - stableSince >= stableMs[kind];
    if (isStable && !isStarting && hasContent(run)) break;
    await pause(pollMs[kind], undefined, { signal: screen.signal });
    screen.turn = toWindowTurn({ ...screen.turn, observation: await screen.turn.observe({ budget: 1 }) });
    const current = fingerprint(run);
    if (current === previous) continue;
    found = await look();
    previous = current;
    stableSince = performance.now();
  }
  // What the observation does not show may have changed, too.
  return found ?? look();
}

function fingerprint({ screen: { turn } }: Run): string {
  const { url, elements, tabs = [] } = turn.observation;
  return JSON.stringify([
    url,
    tabs.map(({ id, title }) => [id, title]),
    elements.map(({ id, name, value, states }) => [id, name, value, states]),
  ]);
}

/** Whether a page is shown, or a window with controls. A window that is still opening has none. */
function hasContent(run: Run): boolean {
  if (!isDesktop(run)) return true;
  return run.screen.turn.observation.elements.some(({ interactive, kind }) => interactive && kind !== 'window');
}
