import type { Element } from '../../core/element.js';
import { type Execution, pause } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';

/** Waits for a suggestion. Suggestions appear a moment after the last key. */
export async function* waitForSuggestion(
  state: ExecutionState,
  wanted: string,
  choose: (elements: readonly Element[]) => Element | undefined,
): Execution<Element | undefined> {
  for (let waited = 0; waited < 2; waited += 1) {
    const one = choose(state.turn.observation.elements);
    if (one) return one;
    yield* pause(state, `No suggestion for "${wanted}" yet: waiting.`, 0.5);
  }
  return choose(state.turn.observation.elements);
}
