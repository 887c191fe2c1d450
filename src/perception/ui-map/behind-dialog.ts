import type { Element } from '../../core/element.js';

/** Fewer elements are listed one by one. */
const minBehind = 6;

/**
 * Separates the elements behind a modal dialog from the others. Only a modal dialog makes texts `covered`. Without one, nothing is behind.
 */
export function splitAtDialog(elements: readonly Element[]): { front: readonly Element[]; behind: number } {
  const isCovered = ({ states }: Element): boolean => states.includes('covered');
  const covered = elements.filter(isCovered);
  const isModal = covered.some(({ interactive }) => !interactive) && elements.some((element) => isOpenDialog(element));
  if (!isModal || covered.length < minBehind) return { front: elements, behind: 0 };
  return { front: elements.filter((element) => !isCovered(element)), behind: covered.length };
}

function isOpenDialog({ role, kind, states }: Element): boolean {
  return (role === 'Dialog' || kind === 'dialog' || kind === 'alertdialog') && !states.includes('covered');
}

/** The line that stands for the elements behind a dialog. */
export function behindLine(count: number): string {
  return `${count} elements behind the dialog are covered: find "words" shows them`;
}
