import type { Element } from '../../core/element.js';

/** Elements without the texts and pictures that say nothing more than the control beside them, and without mere separators. */
export function withoutRepeatedTexts(elements: readonly Element[]): Element[] {
  return elements.filter((element, index) => {
    if (!isPlain(element)) return true;
    const words = wordsOf(element.name);
    if (words === '') return false;
    const isSame = (neighbour: Element | undefined): boolean =>
      neighbour?.interactive === true &&
      [neighbour.name, neighbour.text, neighbour.description].some((text) => text && wordsOf(text) === words);
    return !isSame(elements[index - 1]) && !isSame(elements[index + 1]);
  });
}

function isPlain({ role, interactive, level, kind, value, states, list, more }: Element): boolean {
  if (interactive || level !== undefined || value !== undefined || states.length > 0 || list || more) return false;
  return role === 'Image' || (role === 'Text' && kind !== 'alert' && kind !== 'status');
}

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  );
}
