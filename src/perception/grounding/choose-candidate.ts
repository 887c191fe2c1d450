import { isInside } from '../../core/geometry.js';
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
