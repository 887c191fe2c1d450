import type { ElementId } from '../../../core/element.js';
import type { Fault } from '../../../core/errors.js';
import type { View } from '../../../core/view.js';

/** Longer values are not told whole. */
const comparedText = 200;

/** A field that holds only the beginning of what was written takes no more. One that holds nothing, though it was `set`, takes none of it. */
export function cutOffText(text: string, id: ElementId, before: View, after: View, set = false): Fault | undefined {
  const field = after.elements.find((element) => element.id === id);
  const value = field?.value ?? '';
  if (set && text !== '' && field?.role === 'TextInput' && field.value === '')
    return {
      code: 'expectation_failed',
      message: `"${field.name.slice(0, 60)}" took nothing of the text: it is empty now.`,
      hint: 'It seems to take another kind of text: only digits, a date. Give it one of that kind.',
    };
  if (field?.role !== 'TextInput' || value === '' || text.length > comparedText) return undefined;
  if (field.states.includes('readonly')) return undefined; // a display, which shows what keys make of it
  const former = before.elements.find((element) => element.id === id)?.value ?? '';
  // A tab or a line break may have gone on elsewhere, with the rest.
  const isCut = [text, former + text].some(
    (whole) => value.length < whole.length && whole.startsWith(value) && !/[\t\r\n]/.test(whole.charAt(value.length)),
  );
  if (!isCut || value === former || value === text) return undefined;
  return {
    code: 'expectation_failed',
    message: `"${field.name.slice(0, 60)}" took only a part of the text: it holds "${value.slice(0, 80)}".`,
    hint: 'It seems to take no more. Use a shorter text, or another field.',
  };
}
