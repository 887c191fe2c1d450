import type { Ranked } from './ground.js';

/** What a ranking comes to: one that is meant, several that could be meant equally, or nothing. */
export type Choice =
  | { kind: 'one'; best: Ranked }
  | { kind: 'several'; candidates: Ranked[] }
  | { kind: 'none'; nearest: Ranked[] };

/** Less than this is only a likeness. */
const leastScore = 0.55;
/** Closer together than this, nothing tells them apart. */
const margin = 0.02;

/** Decides whether a ranking is clear enough to act on. */
export function choose(ranked: readonly Ranked[]): Choice {
  const best = ranked[0];
  if (!best || best.score < leastScore) return { kind: 'none', nearest: ranked.slice(0, 5) };
  const equals = ranked.filter(({ score }) => score >= best.score - margin);
  const distinct = equals.filter((one) => !equals.some((other) => other !== one && isPartOf(one, other)));
  if (distinct.length === 1 && distinct[0]) return { kind: 'one', best: distinct[0] };
  return { kind: 'several', candidates: distinct.length > 0 ? distinct : equals };
}

/** The words of a button are part of the button: whoever means one means the other. */
function isPartOf({ element: inner }: Ranked, { element: outer }: Ranked): boolean {
  if (inner.interactive && !outer.interactive) return false;
  if (!inner.interactive && outer.interactive && inner.name === outer.name) return true;
  const { bounds: a } = inner;
  const { bounds: b } = outer;
  const isInside = a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
  return isInside && !inner.interactive && outer.interactive;
}

/** `el_5 Button "Save"`, for a sentence that lists candidates. */
export function describeCandidates(ranked: readonly Ranked[], most = 6): string {
  const told = ranked.slice(0, most).map(({ element }) => {
    const name = element.name || element.value || '';
    return `${element.id} ${element.role}${name ? ` "${name.replace(/\s+/g, ' ').slice(0, 60)}"` : ''}`;
  });
  return ranked.length > most ? `${told.join(', ')} and ${ranked.length - most} more` : told.join(', ');
}
