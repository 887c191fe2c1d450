import { textDifference } from '../../diff/text-difference.js';
import { isConnected } from '../dom/native-node.js';
import { holdsSecret } from '../naming/secret-fields.js';
import { maxValueLength } from '../naming/states.js';

/** The values of visible fields. A script that sets a value mutates no node and dispatches no event, so values are compared. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const maxFields = 100;
const maxOptions = 50;
const values = new Map<Field, string>();

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function fieldValue(field: Field): string {
  if (field instanceof HTMLSelectElement)
    return [...field.selectedOptions]
      .slice(0, maxOptions)
      .map((option) => option.index)
      .join();
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
    return `${field.checked} ${field.indeterminate}`;
  return field.value;
}

/** Compares the value of this field from now on. */
export function trackField(element: Element): void {
  if (!isField(element) || values.has(element)) return;
  values.set(element, fieldValue(element));
  if (values.size <= maxFields) return;
  for (const oldest of values.keys()) return void values.delete(oldest);
}

export function isTracked(element: Element): boolean {
  return isField(element) && values.has(element);
}

/** Calls `report` for each tracked field whose value changed since the last call. */
export function reportChangedFields(report: (field: Element, previous: string) => void): void {
  for (const [field, previous] of values) {
    if (!isConnected(field)) {
      values.delete(field);
      continue;
    }
    const value = fieldValue(field);
    if (value === previous) continue;
    values.set(field, value);
    report(field, previous);
  }
}

/** How a value changed that is too long for a view. Empty for other values. */
export function longValueChange({ node, previous }: { node: Node; previous?: string | null }): string {
  if (!(node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement) || previous == null) return '';
  if (Math.max(node.value.length, previous.length) <= maxValueLength) return '';
  if (holdsSecret(node)) return '';
  return textDifference(previous, node.value);
}

export function hasValue(element: Element, value: string): boolean {
  return isField(element) && fieldValue(element) === value;
}
