import type { Element } from '../../core/element.js';
import { type ExecutionState, reply, type Script } from '../execution-state.js';

/** Suggestions come a moment after the last letter. */
export async function* awaitOne(
  world: ExecutionState,
  wanted: string,
  choose: (elements: readonly Element[]) => Element | undefined,
): Script<Element | undefined> {
  for (let waited = 0; waited < 2; waited += 1) {
    const one = choose(world.turn.observation.elements);
    if (one) return one;
    yield* reply(world, `No suggestion for "${wanted}" yet: waiting a moment.`, [
      { tool: 'wait', input: { seconds: 0.5 } },
    ]);
  }
  return choose(world.turn.observation.elements);
}
