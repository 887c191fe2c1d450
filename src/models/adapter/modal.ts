import type { Modal } from '../../core/observation.js';
import type { Call } from '../model.js';

/** What a model that sees only pictures is told of a dialog, which no picture shows. */
export function modalWords(modal: Modal | undefined): string | undefined {
  if (!modal) return undefined;
  const says = modal.text ? ` It says: "${modal.text.slice(0, 500)}"` : '';
  if (modal.kind === 'file_chooser')
    return 'A file chooser is open, which the screenshot does not show. Escape closes it.';
  const answer =
    modal.kind === 'prompt'
      ? 'Type the answer, which sends it, or press Escape.'
      : 'Press Enter to accept it or Escape to dismiss it.';
  return `A dialog (${modal.kind}) is open, which the screenshot does not show.${says} ${answer}`;
}

/** What went wrong because of an open dialog, for models that answer one with the keyboard alone. */
export function inKeys(text: string): string {
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

/** While a dialog is open, Enter, Escape and typed text go to it, as they would at a keyboard. Text answers a prompt at once. */
export function throughModal(calls: readonly Call[], modal: Modal | undefined): Call[] {
  if (!modal) return [...calls];
  let state: 'open' | 'answered' | 'closed' = 'open';
  return calls.map((call): Call => {
    if (state === 'closed' || !('action' in call)) return call;
    const { action } = call;
    const isEnter = action.type === 'key' && /^(enter|return)$/i.test(action.keys);
    if (state === 'answered') {
      state = 'closed';
      if (!isEnter) return call;
      return { id: call.id, name: 'key', answer: 'The dialog was answered with the text already.' };
    }
    if (isEnter || (action.type === 'key' && /^esc(ape)?$/i.test(action.keys))) {
      state = 'closed';
      return { ...call, action: closing(modal, isEnter, undefined) };
    }
    if (action.type !== 'type' || modal.kind !== 'prompt') return call;
    state = 'answered';
    return { ...call, action: closing(modal, true, action.text.replace(/\n$/, '')) };
  });
}

type Closing = Extract<Extract<Call, { action: unknown }>['action'], { type: 'dialog' | 'upload' }>;

function closing({ clearedBy }: Modal, accept: boolean, text: string | undefined): Closing {
  if (clearedBy === 'upload') return { type: 'upload', paths: [] };
  return { type: 'dialog', accept, ...(accept && text !== undefined ? { text } : {}) };
}
