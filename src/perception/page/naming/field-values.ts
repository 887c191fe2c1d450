import { isConnected } from '../dom.js';

/** Values of fields: a script that sets one changes no node and sends no event, so they are compared. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const most = 100;
const shown = new Map<Field, string>();

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function shownIn(field: Field): string {
  if (field instanceof HTMLSelectElement)
    return [...field.selectedOptions]
      .slice(0, 50)
      .map((option) => option.index)
      .join();
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
    return `${field.checked} ${field.indeterminate}`;
  return field.value;
}

/** Keeps an eye on a field that was seen. */
export function followField(element: Element): void {
  if (!isField(element) || shown.has(element)) return;
  shown.set(element, shownIn(element));
  if (shown.size <= most) return;
  for (const oldest of shown.keys()) return void shown.delete(oldest);
}

export function isFollowed(element: Element): boolean {
  return isField(element) && shown.has(element);
}

/** Calls `note` for each field whose value is another than when this was last asked. */
export function compareFields(note: (field: Element, was: string) => void): void {
  for (const [field, was] of shown) {
    if (!isConnected(field)) {
      shown.delete(field);
      continue;
    }
    const now = shownIn(field);
    if (now === was) continue;
    shown.set(field, now);
    note(field, was);
  }
}

/** Whether the field holds again what it held. */
export function holdsAgain(element: Element, was: string): boolean {
  return isField(element) && shownIn(element) === was;
}
