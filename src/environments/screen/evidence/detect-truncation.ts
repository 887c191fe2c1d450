import type { ElementId } from '../../../core/element.js';
import type { Fault } from '../../../core/errors.js';
import type { View } from '../../../core/view.js';

/** Programs may report longer values only in part. */
const maxComparedCharacters = 200;

/** A fault when the field holds only the beginning of `text`, or, with `replacesText`, nothing of it. */
export function detectTruncation(
  text: string,
  id: ElementId,
  before: View,
  after: View,
  replacesText = false,
): Fault | undefined {
  const field = after.elements.find((element) => element.id === id);
  if (field?.role !== 'TextInput') return undefined;
  const value = field.value ?? '';
  const name = field.name.slice(0, 60);
  if (replacesText && text !== '' && field.value === '')
    return {
      code: 'expectation_failed',
      message: `"${name}" did not accept the text and is empty now.`,
      hint: 'It may accept only digits or a date. Use a text of that format.',
    };
  if (value === '' || text.length > maxComparedCharacters) return undefined;
  if (field.states.includes('readonly')) return undefined; // a display that shows the result of keys
  const former = before.elements.find((element) => element.id === id)?.value ?? '';
  // After a tab or a line break the rest may have gone to another field.
  const isTruncated = [text, former + text].some(
    (whole) => value.length < whole.length && whole.startsWith(value) && !/[\t\r\n]/.test(whole.charAt(value.length)),
  );
  if (!isTruncated || value === former || value === text) return undefined;
  return {
    code: 'expectation_failed',
    message: `"${name}" accepted only the beginning of the text: it contains "${value.slice(0, 80)}".`,
    hint: 'It may have a maximum length. Use a shorter text, or another field.',
  };
}
