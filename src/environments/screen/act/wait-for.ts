import type { Action, WaitCondition } from '../../../core/action.js';
import { toCancelledError } from '../../../core/deadline.js';
import { describeUnmet } from '../../../core/describe-wait.js';
import { HandrailError } from '../../../core/errors.js';
import type { View } from '../../../core/view.js';
import { readView } from '../observe/read-view.js';
import type { ScreenReader } from '../screen.js';
import { sleep } from '../settle/sleep.js';
import type { ScreenEnvironmentState } from '../state.js';

const defaultTimeoutMs = 10_000;
/** Longest interval between two checks of the condition. */
const pollMs = 250;
/** Interval at which the existence of the screen is checked. */
const heartbeatMs = 1_000;

/** Waits until a condition holds. A wait for seconds counts from `requestedAt` (performance.now). Throws `wait_timeout`. */
export async function waitFor(
  state: ScreenEnvironmentState,
  action: Extract<Action, { type: 'wait' }>,
  requestedAt: number,
  signal: AbortSignal,
): Promise<void> {
  const { for: condition, timeoutMs = defaultTimeoutMs } = action;
  const { reader } = state;
  if (typeof condition === 'object' && 'seconds' in condition)
    return waitUntil(requestedAt + condition.seconds * 1_000, reader, signal);
  if (condition === 'url_changed' || (typeof condition === 'object' && 'url' in condition))
    throw new HandrailError('unsupported', 'A desktop has no URL that could change.', 'Wait for a text or an element.');
  const until = performance.now() + timeoutMs;
  for (;;) {
    if (await holds(state, condition, signal)) return;
    if (signal.aborted) throw toCancelledError(signal);
    const leftMs = until - performance.now();
    if (leftMs <= 0)
      throw new HandrailError(
        'wait_timeout',
        describeUnmet(condition, timeoutMs),
        'Observe the screen, or wait longer.',
      );
    const waitMs = Math.min(pollMs, leftMs);
    await (reader.changes ? reader.changes.waitForChange(waitMs, signal) : delayOnScreen(reader, waitMs, signal));
  }
}

async function waitUntil(time: number, reader: ScreenReader, signal: AbortSignal): Promise<void> {
  for (let leftMs = time - performance.now(); leftMs > 0; leftMs = time - performance.now()) {
    await delayOnScreen(reader, Math.min(heartbeatMs, leftMs), signal);
    if (signal.aborted) throw toCancelledError(signal);
    if (time - performance.now() > 0) await reader.size(signal);
  }
}

/** Resolves after `ms`. Rejects earlier when the screen is lost, where the reader notices it. */
export function delayOnScreen({ delay }: Pick<ScreenReader, 'delay'>, ms: number, signal?: AbortSignal): Promise<void> {
  return delay ? delay(ms, signal) : sleep(ms, signal);
}

async function holds(
  state: ScreenEnvironmentState,
  condition: Exclude<WaitCondition, { seconds: number } | { url: string }>,
  signal: AbortSignal,
): Promise<boolean> {
  if (typeof condition === 'string') return true;
  const showsText = async (text: string) => hasText(await readView(state, { find: text }, signal), text);
  if ('text' in condition) return showsText(condition.text);
  if ('element' in condition) return hasElement(await readView(state, {}, signal), condition.element);
  const { gone } = condition;
  if ('text' in gone) return !(await showsText(gone.text));
  const view = await readView(state, {}, signal);
  return 'name' in gone ? !hasElement(view, gone) : !view.elements.some(({ id }) => id === gone.id);
}

/** True when a window title or a visible element contains the text. Items of closed menus do not count. */
function hasText({ elements, tabs = [] }: View, text: string): boolean {
  const query = text.toLowerCase();
  if (tabs.some(({ title }) => title.toLowerCase().includes(query))) return true;
  return elements.some(
    ({ name, value = '', states }) =>
      !states.includes('offscreen') && `${name}\n${value}`.toLowerCase().includes(query),
  );
}

function hasElement({ elements }: View, { name, role }: { name: string; role?: string | undefined }): boolean {
  const query = name.toLowerCase();
  const wantedRole = role?.toLowerCase();
  return elements.some(
    (element) =>
      element.name.toLowerCase().includes(query) &&
      (wantedRole === undefined || element.role.toLowerCase() === wantedRole || element.kind === wantedRole),
  );
}
