import { focusedElement } from '../dom/flat-tree.js';
import { idOf } from '../dom/native-node.js';
import { matchesSelector, queryAll, queryOne } from '../dom/native-query.js';
import type { EditResult } from '../protocol.js';
import { runAsHandler } from '../record/input-handling.js';
import { refuse } from './edit-result.js';

/** Enter submits a form without a button only if it has one text field. Such a form with more fields is submitted by a call. */

interface WatchedForm {
  form: HTMLFormElement;
  /** The form was submitted, or a script took the Enter key. */
  isHandled: boolean;
  stop(): void;
}

let watched: WatchedForm | undefined;

const buttonCss = 'button:not([type]), button[type=submit i], input[type=submit i], input[type=image i]';

/** Watches the form of the focused field while Enter is pressed. Returns false if the form has a button, or if there is no form. */
export function watchSubmit(): boolean {
  watched?.stop();
  const field = focusedElement();
  const form = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.form : null;
  if (!form || hasButton(form)) return false;
  const state: WatchedForm = { form, isHandled: false, stop };
  const noteSubmit = (event: Event): void => {
    if (event.target === form) state.isHandled = true;
  };
  const noteKey = (event: Event): void => {
    if (event.defaultPrevented) state.isHandled = true;
  };
  window.addEventListener('submit', noteSubmit, true);
  window.addEventListener('keydown', noteKey);
  function stop(): void {
    window.removeEventListener('submit', noteSubmit, true);
    window.removeEventListener('keydown', noteKey);
    watched = undefined;
  }
  watched = state;
  return true;
}

function hasButton(form: HTMLFormElement): boolean {
  if (queryOne(form, buttonCss)) return true;
  const id = idOf(form);
  return (
    id !== '' && [...queryAll(document, `[form="${CSS.escape(id)}"]`)].some((one) => matchesSelector(one, buttonCss))
  );
}

/** Submits the watched form, with validation and submit events, unless Enter did. Refuses if the form was not submitted. */
export function finishSubmit(): EditResult {
  const state = watched;
  if (!state) return { ok: true, before: '', after: '' };
  if (!state.isHandled) runAsHandler(() => HTMLFormElement.prototype.requestSubmit.call(state.form));
  const { isHandled, form } = state;
  state.stop();
  if (isHandled || state.isHandled) return { ok: true, before: '', after: '' };
  const invalid = queryOne(form, ':invalid');
  const reason = invalid && 'validationMessage' in invalid ? `: ${String(invalid.validationMessage)}` : '.';
  return refuse('expectation_failed', `The form was not submitted${reason}`, 'Correct the fields, then submit again.');
}
