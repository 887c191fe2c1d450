import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import { switchToListView } from '../packs/files/icon-view.js';
import { isDesktop } from './desktop-turn.js';
import type { Match } from './match.js';
import type { Purpose } from './purpose.js';
import { matchTarget, resolveTarget } from './target.js';
import { ambiguous } from './target-errors.js';
import { waitUntil } from './wait-until.js';

/** Resolves a phrase to one element. Waits while nothing matches. */
export async function* waitForTarget(state: ExecutionState, phrase: string, purpose: Purpose): Execution<Match> {
  const now = await matchTarget(state, phrase, purpose);
  if (now.one) return now.one;
  if (now.several) throw ambiguous(phrase, now.several, state);
  if (isDesktop(state)) yield* switchToListView(state, phrase);
  const found = await waitUntil(state, async () => {
    const { one, several } = await matchTarget(state, phrase, purpose);
    return one ?? several;
  });
  return found && 'element' in found ? found : resolveTarget(state, phrase, purpose);
}
