import type { Action, WaitCondition } from '../../core/action.js';
import { cancelled } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { View, ViewRequest } from '../../core/view.js';
import type { ScreenReader } from './screen.js';
import { pause } from './settle/settle.js';

interface Waiting {
  see(look: ViewRequest, signal?: AbortSignal): Promise<View>;
  reader: Pick<ScreenReader, 'size' | 'pass' | 'changes'>;
  /** When it was asked for (performance.now): a look before it is a part of the wait. */
  askedAt: number;
  signal: AbortSignal | undefined;
}

const usualMs = 10_000;
/** A screen that does not ring is looked at this often; one that rings at least so often, too. */
const glance = 250;
/** Whether the screen is still there is asked this often. */
const heartbeat = 1_000;

/** Waits until a condition holds on a screen. Throws `wait_timeout`. */
export async function waitFor(action: Extract<Action, { type: 'wait' }>, waiting: Waiting): Promise<void> {
  const { for: condition, timeoutMs = usualMs } = action;
  const { reader, signal } = waiting;
  const { changes } = reader;
  if (typeof condition === 'object' && 'seconds' in condition) return pass(condition.seconds * 1_000, waiting);
  if (condition === 'url_changed')
    throw new HandrailError(
      'unsupported',
      'A desktop has no address that could change.',
      'Wait for a text or an element.',
    );
  const until = performance.now() + timeoutMs;
  for (;;) {
    if (await holds(condition, waiting)) return;
    if (signal?.aborted) throw cancelled(signal);
    const left = until - performance.now();
    if (left <= 0)
      throw new HandrailError(
        'wait_timeout',
        `${typeof condition === 'string' ? condition : JSON.stringify(condition)} did not come true within ${timeoutMs} ms.`,
        'Observe to see what is there, or wait longer.',
      );
    await (changes ? changes.next(Math.min(glance, left), signal) : passTime(reader, Math.min(glance, left), signal));
  }
}

/** Lets time pass, as long as the screen is there. */
async function pass(ms: number, { reader, askedAt, signal }: Waiting): Promise<void> {
  const until = askedAt + ms;
  for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
    await passTime(reader, Math.min(heartbeat, left), signal);
    if (signal?.aborted) throw cancelled(signal);
    if (until - performance.now() > 0) await reader.size(signal);
  }
}

/** As long as it is asked for, or until the screen is gone. */
export function passTime({ pass }: Pick<ScreenReader, 'pass'>, ms: number, signal?: AbortSignal): Promise<void> {
  return pass ? pass(ms, signal) : pause(ms, signal);
}

async function holds(
  condition: Exclude<WaitCondition, { seconds: number }>,
  { see, signal }: Waiting,
): Promise<boolean> {
  if (typeof condition === 'string') return true;
  if ('text' in condition) return showsText(await see({ find: condition.text }, signal), condition.text);
  if ('element' in condition) return showsElement(await see({}, signal), condition.element);
  const { gone } = condition;
  if ('text' in gone) return !showsText(await see({ find: gone.text }, signal), gone.text);
  if ('name' in gone) return !showsElement(await see({}, signal), gone);
  return !(await see({}, signal)).elements.some(({ id }) => id === gone.id);
}

/** Only what is shown counts: an item of a closed menu is no text on the screen. */
function showsText({ elements, tabs = [] }: View, text: string): boolean {
  const words = text.toLowerCase();
  if (tabs.some(({ title }) => title.toLowerCase().includes(words))) return true;
  return elements.some(
    ({ name, value = '', states }) =>
      !states.includes('offscreen') && `${name}\n${value}`.toLowerCase().includes(words),
  );
}

function showsElement({ elements }: View, { name, role }: { name: string; role?: string | undefined }): boolean {
  const words = name.toLowerCase();
  return elements.some(
    (element) =>
      element.name.toLowerCase().includes(words) &&
      (role === undefined || element.role.toLowerCase() === role.toLowerCase() || element.kind === role.toLowerCase()),
  );
}
