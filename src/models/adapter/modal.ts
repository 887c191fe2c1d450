import type { Action } from '../../core/action.js';
import type { Modal } from '../../core/observation.js';
import type { Call } from '../model.js';

/** The text about an open dialog for a model that sees only pictures: no picture shows the dialog. */
export function describeModal(modal: Modal | undefined): string | undefined {
  if (!modal) return undefined;
  if (modal.kind === 'file_chooser')
    return 'A file chooser is open, which the screenshot does not show. Press Escape to close it.';
  const text = modal.text ? ` Its text: "${modal.text.slice(0, 500)}"` : '';
  const answer =
    modal.kind === 'prompt'
      ? 'Type the answer, which submits it, or press Escape.'
      : 'Press Enter to accept it or Escape to dismiss it.';
  return `A dialog (${modal.kind}) is open, which the screenshot does not show.${text} ${answer}`;
}

/** Replaces hints about dialogs, for models that answer a dialog with the keyboard. */
export function withKeyboardHints(text: string): string {
  return text
    .replace(
      /Answer it with \{ type: 'dialog', accept: true \| false \}\./g,
      'Press Enter to accept it or Escape to dismiss it.',
    )
    .replace(
      /answer it with the (?:dialog action \(handle_dialog\)|upload action \(upload_file\))/g,
      'press Enter or Escape',
    );
}

/** While a dialog is open, sends Enter, Escape and typed text to it, as a keyboard would. Typed text answers a prompt at once. */
export function routeToModal(calls: readonly Call[], modal: Modal | undefined): Call[] {
  if (!modal) return [...calls];
  let state: 'open' | 'answered' | 'closed' = 'open';
  return calls.map((call): Call => {
    if (state === 'closed' || !('action' in call)) return call;
    const { action } = call;
    const isEnter = action.type === 'key' && /^(enter|return)$/i.test(action.keys);
    if (state === 'answered') {
      state = 'closed';
      if (!isEnter) return call;
      return { id: call.id, name: 'key', answer: 'The text already answered the dialog.' };
    }
    if (isEnter || (action.type === 'key' && /^esc(ape)?$/i.test(action.keys))) {
      state = 'closed';
      return { ...call, action: closeModal(modal, isEnter) };
    }
    if (action.type !== 'type' || modal.kind !== 'prompt') return call;
    state = 'answered';
    return { ...call, action: closeModal(modal, true, action.text.replace(/\n$/, '')) };
  });
}

function closeModal({ clearedBy }: Modal, accept: boolean, text?: string): Action {
  if (clearedBy === 'upload') return { type: 'upload', paths: [] };
  return { type: 'dialog', accept, ...(text === undefined ? {} : { text }) };
}
