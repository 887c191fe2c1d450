import type { Element } from '../core/element.js';
import type { Fault } from '../core/errors.js';
import { findReplacement } from '../perception/grounding/find-replacement.js';

/** Names the current element that matches a stale one: `el_12 is gone; el_31 Button "Submit" looks the same`. */
export function withStaleElementHint(fault: Fault, stale: Element, current: readonly Element[]): Fault {
  const match = findReplacement(stale, current);
  if (!match)
    return {
      ...fault,
      hint: `It was ${stale.role} "${stale.name.slice(0, 60)}". No similar element is on the screen. Observe again.`,
    };
  return {
    ...fault,
    message: `${stale.id} is gone; ${match.id} ${match.role} "${match.name.slice(0, 60)}" looks the same.`,
    hint: `Use ${match.id} if that is the one you mean.`,
  };
}
