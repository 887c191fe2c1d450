import { readViewport } from '../dom/box.js';
import { collapseSpaces, deepElementAt, focusedElement } from '../dom/flat-tree.js';
import { dispatch, focusElement, parentOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { elementOf } from '../dom/node-registry.js';
import { isDisabled } from '../naming/states.js';
import type { EditResult, SelectTypedRequest } from '../protocol.js';
import { runAsHandler } from '../record/input-handling.js';
import { startAction } from '../record/recorder.js';
import { refuse, refuseDisabled, refuseStale } from './edit-result.js';
import { findOption, labelOf } from './find-option.js';
import { toFieldValue } from './typed-value.js';

type Value = string | boolean | string[];

/** Sets a value without opening the native widget: options, dates, times, colours, ranges, check boxes. */
export function setValue({ number, value }: { number: number; value: Value }): EditResult {
  const element = elementOf(number);
  if (!element) return refuseStale();
  if (isDisabled(element)) return refuseDisabled();
  startAction();
  return runAsHandler(() => {
    // Some pages ignore the input of a number field that has no focus, or store it only when the field loses the focus.
    if (element instanceof HTMLInputElement && element.type === 'number') focusOn(element);
    return changeValue(element, value);
  });
}

/** Dispatches the events of a value that a user changed. */
export function dispatchChange(element: Element): void {
  dispatch(element, new Event('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
}

function changeValue(element: Element, value: Value): EditResult {
  const select = element instanceof HTMLOptionElement ? closestOf(element, 'select') : null;
  if (element instanceof HTMLOptionElement && select) return selectOptions(select, [element.value], value !== false);
  if (element instanceof HTMLSelectElement)
    return selectOptions(element, Array.isArray(value) ? value : [String(value)], true);
  if (element instanceof HTMLInputElement) return setInput(element, value);
  return refuse('unsupported', 'This element has no value of its own.', 'Click it, or type into it.');
}

function selectOptions(select: HTMLSelectElement, wanted: string[], selected: boolean): EditResult {
  if (wanted.length > 1 && !select.multiple)
    return refuse('invalid_action', 'This list takes one option only.', 'Pass one value.');
  const options = [...select.options];
  const chosen: HTMLOptionElement[] = [];
  for (const text of wanted) {
    const found = findOption(options, text);
    if (!found.ok) return found;
    const { option } = found;
    const group = parentOf(option);
    if (option.disabled || (group instanceof HTMLOptGroupElement && group.disabled))
      return refuse('disabled', `The option ${JSON.stringify(text)} is disabled.`, 'Choose another one.');
    chosen.push(option);
  }
  const selectedText = () => [...select.selectedOptions].map(labelOf).join(', ');
  const before = selectedText();
  if (select.multiple) for (const option of options) option.selected = chosen.includes(option) === selected;
  else for (const option of chosen) option.selected = selected;
  if (selectedText() !== before) dispatchChange(select);
  return { ok: true, before, after: selectedText() };
}

/** Input types that reject other formats, with a valid example. */
const formats: Record<string, string> = {
  date: '2026-12-31',
  time: '23:59',
  'datetime-local': '2026-12-31T23:59',
  month: '2026-12',
  week: '2026-W52',
  color: '#1a2b3c',
  range: 'a number',
  number: 'a number',
};

function setInput(input: HTMLInputElement, value: Value): EditResult {
  if (input.type === 'file') return refuse('unsupported', 'A file field takes no text.', 'Use upload with its path.');
  if (input.readOnly) return refuse('not_editable', 'The field is read-only.');
  const before = input.value;
  const text = Array.isArray(value) ? value.join(',') : String(value);
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, input.type === 'color' ? text.toLowerCase() : text);
  if (input.type in formats && !hasValue(input, text)) {
    const adjusted = input.value;
    setter?.call(input, before);
    return refuseFormat(input, text, adjusted);
  }
  if (input.value !== before) dispatchChange(input);
  return { ok: true, before, after: input.value };
}

function refuseFormat({ type, min, max, step }: HTMLInputElement, text: string, adjusted: string): EditResult {
  const isRange = type === 'range';
  const range = isRange ? ` between ${min || 0} and ${max || 100}, step ${step || 1}` : '';
  const note = isRange && adjusted ? ` (it would become ${adjusted})` : '';
  return refuse(
    'unknown_option',
    `${JSON.stringify(text)} is not a valid value of a ${type} field${note}.`,
    `Use ${formats[type]}${range}.`,
  );
}

function hasValue({ type, value }: HTMLInputElement, text: string): boolean {
  if (type === 'range' || type === 'number') return text.trim() !== '' && Number(value) === Number(text);
  if (type === 'time' || type === 'datetime-local') return value !== '' && text.startsWith(value.slice(0, 5));
  return value === (type === 'color' ? text.toLowerCase() : text);
}

/**
 * Handles text that is typed into a list or a date or time field: selects the option, or sets the value. Returns undefined for any other
 * element.
 */
export function selectTyped({ text, number, point }: SelectTypedRequest): EditResult | undefined {
  const element = number !== undefined ? elementOf(number) : point ? elementOnScreen(point) : focusedElement();
  if (element instanceof HTMLInputElement) {
    const value = toFieldValue(element.type, text);
    if (value === undefined || isDisabled(element)) return undefined;
    return changeFocused(element, () => setInput(element, value));
  }
  if (!(element instanceof HTMLSelectElement)) return undefined;
  if (isDisabled(element)) return refuseDisabled();
  return changeFocused(element, () => selectOptions(element, [collapseSpaces(text)], true));
}

function changeFocused(element: HTMLElement, change: () => EditResult): EditResult {
  startAction();
  return runAsHandler(() => {
    focusOn(element);
    return change();
  });
}

function focusOn(element: HTMLElement): void {
  if (focusedElement() !== element) focusElement(element, { preventScroll: true });
}

/** The element at a point of the screen. A pinch zoom moves the screen over the document. */
function elementOnScreen({ x, y }: { x: number; y: number }): Element | null {
  const viewport = readViewport();
  return deepElementAt(x + viewport.x, y + viewport.y);
}
