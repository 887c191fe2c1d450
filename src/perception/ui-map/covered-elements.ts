import type { Element } from '../../core/element.js';

/** Fewer elements behind a modal dialog are listed one by one. */
const minBehindDialog = 6;
/** Fewer elements under another layer are listed one by one. */
const minBehindLayer = 12;

export interface CoveredSplit {
  front: readonly Element[];
  /** How many elements are covered, and the line that stands for them. */
  behind: number;
  line: string;
}

/**
 * Separates the elements behind a modal dialog, or under a layer that covers most controls, from the others. Only a modal dialog makes
 * texts `covered`. The controls of a window (`isWindow`) work under other windows, too.
 */
export function splitCovered(elements: readonly Element[], isWindow: boolean): CoveredSplit {
  const isCovered = ({ states }: Element): boolean => states.includes('covered');
  const covered = elements.filter(isCovered);
  const behind = covered.length;
  const isModal = covered.some(({ interactive }) => !interactive) && elements.some((element) => isOpenDialog(element));
  const controls = elements.filter(({ interactive }) => interactive).length;
  const isUnderLayer = !isWindow && behind >= minBehindLayer && 2 * behind > controls;
  if (!(isModal && behind >= minBehindDialog) && !isUnderLayer) return { front: elements, behind: 0, line: '' };
  const place = isModal ? 'behind the dialog' : 'under another layer';
  const line = `${behind} elements ${place} are covered: find "words" shows them`;
  return { front: elements.filter((element) => !isCovered(element)), behind, line };
}

function isOpenDialog({ role, kind, states }: Element): boolean {
  return (role === 'Dialog' || kind === 'dialog' || kind === 'alertdialog') && !states.includes('covered');
}
