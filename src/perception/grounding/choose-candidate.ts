import type { Rect } from '../../core/geometry.js';
import type { RankedElement } from './ground.js';

/** The result of a ranking: one clear match, several equal ones, or none. */
export type Choice =
  | { kind: 'one'; best: RankedElement }
  | { kind: 'several'; candidates: RankedElement[] }
  | { kind: 'none'; nearest: RankedElement[] };

/** A lower score is only a similarity. */
const minScore = 0.55;
/** Scores closer together than this are equal. */
const maxTieDifference = 0.02;
const maxNearest = 5;
const maxDescribed = 6;
const maxNameLength = 60;

/** Decides whether a ranking is clear enough to act on. */
export function chooseCandidate(ranked: readonly RankedElement[]): Choice {
  const best = ranked[0];
  if (!best || best.score < minScore) return { kind: 'none', nearest: ranked.slice(0, maxNearest) };
  const equals = ranked.filter(({ score }) => score >= best.score - maxTieDifference);
  const distinct = equals.filter((one) => !equals.some((other) => other !== one && isPartOf(one, other)));
  if (distinct.length === 1 && distinct[0]) return { kind: 'one', best: distinct[0] };
  return { kind: 'several', candidates: distinct.length > 0 ? distinct : equals };
}

/** Whether `inner` is a text of the control `outer`, so that both mean the same. */
function isPartOf({ element: inner }: RankedElement, { element: outer }: RankedElement): boolean {
  if (inner.interactive || !outer.interactive) return false;
  return inner.name === outer.name || isInside(inner.bounds, outer.bounds);
}

function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Formats candidates for an error message: `el_5 Button "Save"`. */
export function describeCandidates(ranked: readonly RankedElement[]): string {
  const listed = ranked.slice(0, maxDescribed).map(({ element }) => {
    const name = element.name || element.value || '';
    return `${element.id} ${element.role}${name ? ` "${name.replace(/\s+/g, ' ').slice(0, maxNameLength)}"` : ''}`;
  });
  return ranked.length > maxDescribed
    ? `${listed.join(', ')} and ${ranked.length - maxDescribed} more`
    : listed.join(', ');
}
