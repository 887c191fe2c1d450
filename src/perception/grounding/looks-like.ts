import type { Element } from '../../core/element.js';
import { center } from '../../core/geometry.js';
import { foldText, likeness } from './text-similarity.js';

const leastLikeness = 0.7;
/** How far a nameless element may be from where one like it stood. */
const nearby = 60;

/** The element that most likely took the place of one that is gone: same role, same or similar name, nearest place. */
export function looksLike(gone: Element, now: readonly Element[]): Element | undefined {
  let best: { element: Element; likeness: number; distance: number } | undefined;
  const name = foldText(gone.name);
  const place = center(gone.bounds);
  for (const element of now) {
    if (element.role !== gone.role || element.id === gone.id || element.interactive !== gone.interactive) continue;
    const there = center(element.bounds);
    const distance = Math.hypot(there.x - place.x, there.y - place.y);
    const alike = sameness(gone.name, element.name, name) ?? (distance <= nearby ? 1 : 0);
    if (alike < leastLikeness) continue;
    if (!best || alike > best.likeness || (alike === best.likeness && distance < best.distance)) {
      best = { element, likeness: alike, distance };
    }
  }
  return best?.element;
}

/** Undefined when neither has a name to compare. */
function sameness(one: string, other: string, folded: ReturnType<typeof foldText>): number | undefined {
  if (one === '' && other === '') return undefined;
  if (one === other) return 1;
  const back = foldText(other);
  // Both ways, so that "Save" does not stand for "Save and close all windows".
  return Math.min(likeness(folded, back).score, likeness(back, folded).score);
}
