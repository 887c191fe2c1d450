import { type Execution, sendCalls } from '../calls.js';
import { isWithin } from '../resolver/layout.js';
import { single } from '../single.js';
import type { Run } from '../step.js';
import { clickCall } from './element-calls.js';

/** Clicks a large "START" button that covers the whole page. */
export async function* pressStartScreen(run: Run): Execution {
  const { elements } = run.screen.turn.observation;
  const starters = elements.filter(({ name, interactive }) => interactive && /^(?:start|begin)$/iu.test(name.trim()));
  const starter = single(starters);
  if (!starter || /\b(?:start|begin)\b/u.test(run.normalizedTask)) return;
  const others = elements.filter(({ id, interactive }) => interactive && id !== starter.id);
  if (!others.every((other) => other.states.includes('covered') || isWithin(other, starter))) return;
  if (starter.bounds.width < 120 || starter.bounds.height < 120) return;
  yield* sendCalls(run, `${starter.id} "${starter.name}" covers the page: clicking it.`, [clickCall(starter)]);
}
