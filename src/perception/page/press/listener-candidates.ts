import type { mayHaveListener } from '../collect/clickable.js';

/** Containers of similar parts to look for listeners on, per view. */
const maxContainers = 60;
/** Other large elements, per view. */
const maxWrappers = 60;

/** The elements of a view that may have a click listener as their only sign of being clickable. */
export interface ListenerCandidates {
  elements: Element[];
  /** How many large elements may still be added. */
  left: { container: number; wrapper: number };
}

export function newCandidates(elements: Element[]): ListenerCandidates {
  return { elements, left: { container: maxContainers, wrapper: maxWrappers } };
}

export function noteListenerCandidate(
  { elements, left }: ListenerCandidates,
  element: Element,
  kind: ReturnType<typeof mayHaveListener>,
): void {
  if (!kind || (kind !== 'control' && left[kind] === 0)) return;
  if (kind !== 'control') left[kind] -= 1;
  elements.push(element);
}
