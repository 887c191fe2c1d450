import type { Element } from '../core/element.js';
import type { Fault } from '../core/errors.js';
import { looksLike } from '../perception/grounding/looks-like.js';

/** "el_12 is gone; el_31 Button "Submit" looks the same". */
export function goneHint(fault: Fault, gone: Element, now: readonly Element[]): Fault {
  const like = looksLike(gone, now);
  if (!like)
    return {
      ...fault,
      hint: `It was ${gone.role} "${gone.name.slice(0, 60)}"; nothing like it is on the screen now. Observe again.`,
    };
  return {
    ...fault,
    message: `${gone.id} is gone; ${like.id} ${like.role} "${like.name.slice(0, 60)}" looks the same.`,
    hint: `Use ${like.id} if it is what you mean.`,
  };
}
