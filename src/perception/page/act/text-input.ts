import { focusedElement } from '../dom/flat-tree.js';
import { dispatch, focusElement, textContentOf } from '../dom/native-node.js';
import { queryAll } from '../dom/native-query.js';
import { elementOf, numberOf } from '../dom/node-registry.js';
import { editorField } from '../editor/editor-view.js';
import { isDisabled, isEditable } from '../naming/states.js';
import type { EditResult } from '../protocol.js';
import { runAsHandler } from '../record/input-handling.js';
import { startAction } from '../record/recorder.js';
import { refuse, refuseDisabled, refuseStale } from './edit-result.js';
import { dispatchChange } from './set-value.js';

/** Puts the caret at the end of a field, or selects all of its text. Without a field, the caret of the focused one stays. */
export function placeCaret({ number, all }: { number?: number; all: boolean }): EditResult {
  const found = number === undefined ? focusedElement() : elementOf(number);
  const target = (found && editorField(found)) ?? found;
  if (!(target instanceof HTMLElement))
    return refuse(
      number === undefined ? 'not_editable' : 'stale_element',
      'No text field has the focus.',
      'Pass a target, or click a field first.',
    );
  if (number !== undefined && focusedElement() !== target) focusElement(target, { preventScroll: true });
  const field = focusedElement();
  if (!field || !isEditable(field))
    return refuse('not_editable', 'This element takes no text.', 'Choose a text field.');
  if (isDisabled(field)) return refuseDisabled();
  const keepsCaret = number === undefined && !all;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const before = field.type === 'password' ? '' : field.value;
    if (all) field.select();
    else if (!keepsCaret && field.selectionStart !== null)
      field.setSelectionRange(field.value.length, field.value.length);
    return { ok: true, before, after: field.value === '' ? '' : 'filled' };
  }
  const selection = keepsCaret ? null : window.getSelection();
  selection?.selectAllChildren(field);
  if (!all) selection?.collapseToEnd();
  return { ok: true, before: '', after: textContentOf(field) ? 'filled' : '' };
}

/** Inserts a long text at the caret at once, because typing it takes the browser seconds. Refuses fields that need single keys. */
export function insertLongText({ text }: { text: string }): EditResult {
  const field = focusedElement();
  const isArea = field instanceof HTMLTextAreaElement;
  if (!isArea && !(field instanceof HTMLInputElement)) return refuse('unsupported', 'This is not a plain text field.');
  if (field.selectionStart === null || field.selectionEnd === null || (!isArea && /[\r\n\t]/.test(text)))
    return refuse('unsupported', 'This field takes single keys only.');
  const from = field.selectionStart;
  const to = field.selectionEnd;
  const room = field.maxLength < 0 ? text.length : Math.max(0, field.maxLength - field.value.length + to - from);
  runAsHandler(() => {
    const event = { inputType: 'insertText', data: text, bubbles: true, composed: true };
    if (!dispatch(field, new InputEvent('beforeinput', { ...event, cancelable: true }))) return;
    const inserted = text
      .replace(/\r\n?/g, '\n')
      .slice(0, room)
      .replace(/[\ud800-\udbff]$/, '');
    field.setRangeText(inserted, from, to, 'end');
    dispatch(field, new InputEvent('input', event));
  });
  return { ok: true, before: '', after: '' };
}

/** The text of the focused text area. Undefined if another element has the focus. */
export function readTextArea(): string | undefined {
  const field = focusedElement();
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}

/** The number of the file field itself, or of the only one inside: a button around it. */
export function findFileField({ number }: { number: number }): number | undefined {
  const element = elementOf(number);
  if (!element || element instanceof HTMLInputElement) return number;
  const inner = queryAll(element, 'input[type=file]');
  return inner.length === 1 && inner[0] ? numberOf(inner[0]) : undefined;
}

/** Removes the files of a file field. */
export function clearFiles({ number }: { number: number }): EditResult {
  const field = elementOf(number);
  if (!(field instanceof HTMLInputElement)) return refuseStale();
  startAction();
  runAsHandler(() => {
    if (field.value === '') return;
    field.value = '';
    dispatchChange(field);
  });
  return { ok: true, before: '', after: '' };
}

/** Whether the focused element takes typed text. */
export function isFocusEditable(): boolean {
  const field = focusedElement();
  return field !== null && (isEditable(field) || field instanceof HTMLSelectElement) && !isDisabled(field);
}
