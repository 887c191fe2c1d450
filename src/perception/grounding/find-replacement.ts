import type { Element } from '../../core/element.js';
import { center } from '../../core/geometry.js';
import { compareTexts, type NormalizedText, normalizeText } from './text-similarity.js';

const minSimilarity = 0.7;
/** How far a nameless element may be from the old position. */
const maxDistance = 60;

/** The element that most likely replaced one that is gone: same role, same or similar name, nearest position. */
export function findReplacement(gone: Element, current: readonly Element[]): Element | undefined {
  let best: { element: Element; similarity: number; distance: number } | undefined;
  const name = normalizeText(gone.name);
  const from = center(gone.bounds);
  for (const element of current) {
    if (element.role !== gone.role || element.id === gone.id || element.interactive !== gone.interactive) continue;
    const to = center(element.bounds);
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const similarity = nameSimilarity(gone.name, element.name, name) ?? (distance <= maxDistance ? 1 : 0);
    if (similarity < minSimilarity) continue;
    const isBetter =
      !best || similarity > best.similarity || (similarity === best.similarity && distance < best.distance);
    if (isBetter) best = { element, similarity, distance };
  }
  return best?.element;
}

/** Undefined if neither has a name. */
function nameSimilarity(one: string, other: string, normalizedOne: NormalizedText): number | undefined {
  if (one === '' && other === '') return undefined;
  if (one === other) return 1;
  const normalizedOther = normalizeText(other);
  // Compared both ways, so that "Save" does not match "Save and close all windows".
  return Math.min(
    compareTexts(normalizedOne, normalizedOther).score,
    compareTexts(normalizedOther, normalizedOne).score,
  );
}
