import type { Element } from '../../core/element.js';
import { isSameRow } from './structural-relation.js';

const maxDescribed = 6;
const maxNameLength = 60;

/**
 * Formats elements for an error message: `el_5 Button "Save"`. Elements that look the same are told apart by their row, by the heading
 * before them on the `screen`, or by their position.
 */
export function describeElements(elements: readonly Element[], screen: readonly Element[] = []): string {
  const shown = elements.slice(0, maxDescribed);
  const lines = shown.map(describe);
  const isRepeated = (all: readonly string[], index: number): boolean =>
    all.indexOf(all[index] ?? '') !== all.lastIndexOf(all[index] ?? '');
  const placed = shown.map((element, index) =>
    isRepeated(lines, index) ? `${lines[index]}${placeOf(element, screen)}` : (lines[index] ?? ''),
  );
  const listed = shown.map((element, index) => {
    const line = isRepeated(placed, index) ? `${lines[index]}${positionOf(element)}` : placed[index];
    return `${element.id} ${line}`;
  });
  const others = elements.length - maxDescribed;
  return others > 0 ? `${listed.join(', ')} and ${others} more` : listed.join(', ');
}

function describe(element: Element): string {
  const name = element.name || element.value || element.guess || '';
  const look = element.look ? ` ${element.look}` : '';
  return `${element.role}${name ? ` "${shorten(name)}"` : ''}${look}`;
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, maxNameLength);
}

/** The first text of the row around an element, or else the last heading before it, in reading order. */
function placeOf(element: Element, screen: readonly Element[]): string {
  const { id } = element;
  const text = screen.find((one) => one.id !== id && isSameRow(one, element) && one.name !== '')?.name;
  if (text) return ` in the row "${shorten(text)}"`;
  const index = screen.findIndex((one) => one.id === id);
  const heading = screen.slice(0, Math.max(0, index)).findLast(({ level, name }) => level !== undefined && name !== '');
  return heading ? ` under "${shorten(heading.name)}"` : '';
}

function positionOf({ bounds: { x, y, width, height } }: Element): string {
  return ` at (${Math.round(x + width / 2)},${Math.round(y + height / 2)})`;
}
