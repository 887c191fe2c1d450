import { closestOf } from '../dom/native-query.js';

/** Parts of an editor that a user cannot edit. */
export const lockedCss = '[contenteditable="false"]';

/** Whether a part of an editor is its placeholder: it is drawn over the text, and takes neither text nor clicks. */
export function isPlaceholder(part: Element): boolean {
  const { position, pointerEvents } = getComputedStyle(part);
  return position === 'absolute' && pointerEvents === 'none';
}

/** Whether a text is in the placeholder of an editor. */
export function isInPlaceholder(parent: Element | null): boolean {
  const locked = parent && closestOf(parent, lockedCss);
  return locked !== null && isPlaceholder(locked);
}
