import { type Execution, sendCalls } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import { isWithin } from '../resolver/layout.js';
import { single } from '../single.js';
import { clickCall } from './element-calls.js';

/** Clicks a large "START" button that covers the whole page. */
export async function* pressStartScreen(state: ExecutionState): Execution {
  const { elements } = state.turn.observation;
  const starters = elements.filter(({ name, interactive }) => interactive && /^(?:start|begin)$/iu.test(name.trim()));
  const starter = single(starters);
  if (!starter || /\b(?:start|begin)\b/u.test(state.normalizedTask)) return;
  const others = elements.filter(({ id, interactive }) => interactive && id !== starter.id);
  if (!others.every((other) => other.states.includes('covered') || isWithin(other, starter))) return;
  const isLarge = starter.bounds.width >= 120 && starter.bounds.height >= 120;
  if (!isLarge) return;
  yield* sendCalls(state, `${starter.id} "${starter.name}" covers the page: clicking it.`, [clickCall(starter)]);
  state.hasActed = false;
}
