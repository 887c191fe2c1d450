import type { ChooseTypedRequest, Edited } from '../../page-protocol.js';
import { visual } from '../box.js';
import { clickOn, dispatch, focusOn, parentOf, textContentOf } from '../dom.js';
import { isDisabled, isEditable } from '../naming/states.js';
import { typedValue } from '../naming/typed-value.js';
import { closestOf } from '../query.js';
import { handle } from '../record/handling.js';
import { begin } from '../record/recorder.js';
import { elementOf } from '../registry.js';
import { collapse, elementAt, focusedElement } from '../tree.js';

function refuse(code: string, message: string, hint?: string): Edited {
  return { ok: false, code, message, ...(hint ? { hint } : {}) };
}

function announce(element: Element): void {
  dispatch(element, new Event('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
}

/** Sets a value without opening the native widget: options, dates, times, colours, ranges, check boxes. */
export function setValue({ number, value }: { number: number; value: string | boolean | string[] }): Edited {
  const element = elementOf(number);
  if (!element) return refuse('stale_element', 'The element is gone.');
  if (isDisabled(element)) return refuse('disabled', 'The element is disabled.', 'Do first what enables it.');
  begin();
  return handle(() => change(element, value));
}

function change(element: Element, value: string | boolean | string[]): Edited {
  if (element instanceof HTMLOptionElement) {
    const select = closestOf(element, 'select');
    if (select) return choose(select, [element.value], value !== false);
  }
  if (element instanceof HTMLSelectElement) return choose(element, wanted(value), true);
  if (element instanceof HTMLInputElement) return setInput(element, value);
  return refuse('unsupported', 'This element has no value of its own.', 'Click it, or type into it.');
}

function wanted(value: string | boolean | string[]): string[] {
  return Array.isArray(value) ? value : [String(value)];
}

function choose(select: HTMLSelectElement, wishes: string[], selected: boolean): Edited {
  if (wishes.length > 1 && !select.multiple) {
    return refuse('invalid_action', 'This list takes one option only.', 'Give one value.');
  }
  const options = [...select.options];
  const chosen: HTMLOptionElement[] = [];
  for (const wish of wishes) {
    const option = pick(options, wish);
    if (!option) {
      const labels = options.slice(0, 20).map((one) => JSON.stringify(collapse(one.label || one.text)));
      return refuse(
        'unknown_option',
        `There is no option ${JSON.stringify(wish)}.`,
        `Options: ${labels.join(', ')}${options.length > 20 ? ', …' : ''}.`,
      );
    }
    const group = parentOf(option);
    if (option.disabled || (group instanceof HTMLOptGroupElement && group.disabled)) {
      return refuse('disabled', `The option ${JSON.stringify(wish)} is disabled.`, 'Choose another one.');
    }
    chosen.push(option);
  }
  const text = () => [...select.selectedOptions].map((one) => collapse(one.label || one.text)).join(', ');
  const was = text();
  if (select.multiple) for (const option of options) option.selected = chosen.includes(option) === selected;
  else for (const option of chosen) option.selected = selected;
  if (text() !== was) announce(select);
  return { ok: true, was, now: text() };
}

/** By label, then by value, then without regard to case and spaces. */
function pick(options: HTMLOptionElement[], wish: string): HTMLOptionElement | undefined {
  const plain = (text: string) => collapse(text).toLowerCase();
  return (
    options.find((option) => labelOf(option) === wish) ??
    options.find((option) => option.value === wish) ??
    options.find((option) => plain(labelOf(option)) === plain(wish) || plain(option.value) === plain(wish))
  );
}

/** A point of what the screen shows, which may be a part of the document that is pinched larger. */
function elementOnScreen({ x, y }: { x: number; y: number }): Element | null {
  const shown = visual();
  return elementAt(x + shown.x, y + shown.y);
}

function labelOf(option: HTMLOptionElement): string {
  return collapse(option.label || option.text);
}

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

function setInput(input: HTMLInputElement, value: string | boolean | string[]): Edited {
  if (input.type === 'file') return refuse('unsupported', 'A file field takes no text.', 'Use upload with its path.');
  const was = input.value;
  const text = Array.isArray(value) ? value.join(',') : String(value);
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  if (input.readOnly) return refuse('not_editable', 'The field is read-only.');
  setter?.call(input, input.type === 'color' ? text.toLowerCase() : text);
  const format = formats[input.type];
  if (format && !sameValue(input, text)) {
    const got = input.value;
    setter?.call(input, was);
    const range =
      input.type === 'range' ? ` between ${input.min || 0} and ${input.max || 100}, step ${input.step || 1}` : '';
    return refuse(
      'unknown_option',
      `${JSON.stringify(text)} is no value of a ${input.type} field${got && input.type === 'range' ? ` (it would become ${got})` : ''}.`,
      `Give ${format}${range}.`,
    );
  }
  if (input.value !== was) announce(input);
  return { ok: true, was, now: input.value };
}

function sameValue(input: HTMLInputElement, text: string): boolean {
  if (input.type === 'range' || input.type === 'number')
    return text.trim() !== '' && Number(input.value) === Number(text);
  if (input.type === 'time' || input.type === 'datetime-local')
    return input.value !== '' && text.startsWith(input.value.slice(0, 5));
  return input.value === (input.type === 'color' ? text.toLowerCase() : text);
}

/** Ticks or unticks a box that has no place to click: hidden behind a label or a picture. */
export function clickHidden({ number }: { number: number }): Edited {
  const element = elementOf(number);
  if (!(element instanceof HTMLElement)) return refuse('stale_element', 'The element is gone.');
  begin();
  handle(() => clickOn(element));
  return { ok: true, was: '', now: '' };
}

/** Puts the caret at the end of a field, or selects all of it, ready for typing; without a field, it stays where the page has it. */
export function placeCaret({ number, all }: { number?: number; all: boolean }): Edited {
  const target = number === undefined ? focusedElement() : elementOf(number);
  if (!(target instanceof HTMLElement))
    return refuse(
      number === undefined ? 'not_editable' : 'stale_element',
      'Nothing that takes text has the focus.',
      'Give a target, or click a field first.',
    );
  if (number !== undefined && focusedElement() !== target) focusOn(target, { preventScroll: true });
  const field = focusedElement();
  if (!field || !isEditable(field))
    return refuse('not_editable', 'This element takes no text.', 'Choose a text field.');
  if (isDisabled(field)) return refuse('disabled', 'The field is disabled.', 'Do first what enables it.');
  const stays = number === undefined && !all;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const was = field.type === 'password' ? '' : field.value;
    if (all) field.select();
    else if (!stays && field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length);
    return { ok: true, was, now: field.value === '' ? '' : 'filled' };
  }
  const selection = stays ? null : window.getSelection();
  selection?.selectAllChildren(field);
  if (!all) selection?.collapseToEnd();
  return { ok: true, was: '', now: textContentOf(field) ? 'filled' : '' };
}

/** Writes a long text at the caret in one go. A browser takes seconds to write it as a keyboard would. Refuses where that cannot be done. */
export function insertLong({ text }: { text: string }): Edited {
  const field = focusedElement();
  const isArea = field instanceof HTMLTextAreaElement;
  if (!isArea && !(field instanceof HTMLInputElement)) return refuse('unsupported', 'This is no plain field.');
  if (field.selectionStart === null || field.selectionEnd === null || (!isArea && /[\r\n\t]/.test(text)))
    return refuse('unsupported', 'This field takes single keys only.');
  const was = field.value;
  const from = field.selectionStart;
  const to = field.selectionEnd;
  handle(() => {
    const event = { inputType: 'insertText', data: text, bubbles: true, composed: true };
    if (!dispatch(field, new InputEvent('beforeinput', { ...event, cancelable: true }))) return;
    const room = field.maxLength < 0 ? text.length : Math.max(0, field.maxLength - was.length + to - from);
    field.setRangeText(
      text
        .replace(/\r\n?/g, '\n')
        .slice(0, room)
        .replace(/[\ud800-\udbff]$/, ''),
      from,
      to,
      'end',
    );
    dispatch(field, new InputEvent('input', event));
  });
  return { ok: true, was: '', now: '' };
}

/** Takes the files out of a file field. */
export function clearFiles({ number }: { number: number }): Edited {
  const field = elementOf(number);
  if (!(field instanceof HTMLInputElement)) return refuse('stale_element', 'The element is gone.');
  begin();
  handle(() => {
    if (field.value === '') return;
    field.value = '';
    announce(field);
  });
  return { ok: true, was: '', now: '' };
}

/** Whether the focused element takes text, for typing without a target. */
export function focusTakesText(): boolean {
  const field = focusedElement();
  return field !== null && (isEditable(field) || field instanceof HTMLSelectElement) && !isDisabled(field);
}

/** What is typed at a list chooses from it, and a whole date or time is set, as at a keyboard; nothing where there is no such field there. */
export function chooseTyped({ text, number, point }: ChooseTypedRequest): Edited | undefined {
  const element = number !== undefined ? elementOf(number) : point ? elementOnScreen(point) : focusedElement();
  if (element instanceof HTMLInputElement) return setTyped(element, text);
  if (!(element instanceof HTMLSelectElement)) return undefined;
  if (isDisabled(element)) return refuse('disabled', 'The element is disabled.', 'Do first what enables it.');
  const wish = collapse(text);
  const options = [...element.options];
  const begun = pick(options, wish) ?? options.find((one) => labelOf(one).toLowerCase().startsWith(wish.toLowerCase()));
  begin();
  return handle(() => {
    if (focusedElement() !== element) focusOn(element, { preventScroll: true });
    return choose(element, [begun ? labelOf(begun) : wish], true);
  });
}

function setTyped(input: HTMLInputElement, text: string): Edited | undefined {
  const value = typedValue(input.type, text);
  if (value === undefined || isDisabled(input)) return undefined;
  begin();
  return handle(() => {
    if (focusedElement() !== input) focusOn(input, { preventScroll: true });
    return setInput(input, value);
  });
}

/** What the field holds now: compared with what was typed. Passwords only by length. */
export function fieldText({ number }: { number?: number }): { text: string; secret: boolean } | undefined {
  const field = number === undefined ? focusedElement() : elementOf(number);
  if (field instanceof HTMLInputElement)
    return {
      text: field.type === 'password' ? String(field.value.length) : field.value,
      secret: field.type === 'password',
    };
  if (field instanceof HTMLTextAreaElement) return { text: field.value, secret: false };
  return field ? { text: textContentOf(field) ?? '', secret: false } : undefined;
}
