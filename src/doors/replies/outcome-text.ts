import type { Change } from '../../core/change.js';
import type { Outcome } from '../../core/outcome.js';
import { renderOutcome } from '../../perception/ui-map/outcome-text.js';

/** So many things that went make the screen another one. */
const manyGone = 6;

/** An action as its caller is told of it: what changed; where nearly all did, all that is on the screen now. */
export function tellOutcome(outcome: Outcome): string {
  const { observation } = outcome;
  if (!observation || !isAnotherScreen(outcome)) return renderOutcome(outcome, { brief: true });
  const changes = outcome.changes.filter((change) => !isInMap(change));
  return `${renderOutcome({ ...outcome, changes }, { brief: true })}\n${observation.text}`;
}

/** Another page or tab, another part of the page, or most of it replaced: a list of changes would say less. */
function isAnotherScreen({ elsewhere, changes, observation }: Outcome): boolean {
  if (elsewhere) return true;
  if (changes.some((change) => change.kind === 'scrolled' && !change.element && isFar(change))) return true;
  const gone = changes.filter(({ kind }) => kind === 'gone').length;
  return gone >= manyGone && gone > (observation?.elements.length ?? 0) / 4;
}

function isFar({ dx, dy }: { dx: number; dy: number }): boolean {
  return Math.abs(dx) + Math.abs(dy) > 100;
}

/** The first lines of the map say it again. */
function isInMap({ kind }: Change): boolean {
  return ['url', 'title', 'request', 'focus', 'appeared', 'gone', 'moved', 'renamed', 'text'].includes(kind);
}
