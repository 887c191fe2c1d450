import type { Change } from '../core/change.js';
import type { Outcome } from '../core/outcome.js';
import { renderOutcome } from '../perception/outcome-text.js';

/** An action as its caller is told of it: what changed, and on another page all that is on it. */
export function tellOutcome(outcome: Outcome): string {
  const { elsewhere, observation } = outcome;
  if (!elsewhere || !observation) return renderOutcome(outcome, { brief: true });
  const changes = outcome.changes.filter((change) => !isInMap(change));
  return `${renderOutcome({ ...outcome, changes }, { brief: true })}\n${observation.text}`;
}

/** The first lines of the map say it again. */
function isInMap({ kind }: Change): boolean {
  return ['url', 'title', 'request', 'focus', 'appeared', 'gone', 'moved'].includes(kind);
}
