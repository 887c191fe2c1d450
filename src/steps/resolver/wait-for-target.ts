import type { Execution } from '../calls.js';
import { switchToListView } from '../executor/desktop/files.js';
import type { Step } from '../step.js';
import { isDesktop } from '../step.js';
import type { Match } from './match.js';
import type { Purpose } from './purpose.js';
import { matchTarget, resolveTarget } from './target.js';
import { ambiguous } from './target-errors.js';
import { waitUntil } from './wait-until.js';

/** Resolves a phrase to one element. Waits while nothing matches. */
export async function* waitForTarget(step: Step, phrase: string, purpose: Purpose): Execution<Match> {
  const now = await matchTarget(step, phrase, purpose);
  if (now.one) return now.one;
  if (now.several) throw ambiguous(phrase, now.several, step);
  if (isDesktop(step)) yield* switchToListView(step);
  if (step.isOptional) return resolveTarget(step, phrase, purpose);
  const found = await waitUntil(step, async () => {
    const { one, several } = await matchTarget(step, phrase, purpose);
    return one ?? several;
  });
  return found && 'element' in found ? found : resolveTarget(step, phrase, purpose);
}
