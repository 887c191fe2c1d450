import type { Modal } from '../core/observation.js';
import type { Call } from './model.js';

/** What a model that sees only pictures is told of a dialog, which no picture shows. */
export function modalWords(modal: Modal | undefined): string | undefined {
  if (!modal) return undefined;
  const says = modal.text ? ` It says: "${modal.text.slice(0, 500)}"` : '';
  if (modal.kind === 'file_chooser')
    return 'A file chooser is open, which the screenshot does not show. Escape closes it.';
  const answer =
    modal.kind === 'prompt'
      ? 'Type the answer and press Enter, or press Escape.'
      : 'Press Enter to accept it or Escape to dismiss it.';
  return `A dialog (${modal.kind}) is open, which the screenshot does not show.${says} ${answer}`;
}

/** While a dialog is open, Enter, Escape and typed text go to it, as they would at a keyboard. */
export function throughModal(calls: readonly Call[], modal: Modal | undefined): Call[] {
  if (!modal) return [...calls];
  let typed: string | undefined;
  let isOpen = true;
  return calls.flatMap((call): Call[] => {
    if (!isOpen || !('action' in call)) return [call];
    const { action } = call;
    if (action.type === 'key' && /^(enter|return|escape|esc)$/i.test(action.keys)) {
      isOpen = false;
      return [{ ...call, action: closing(modal, !/^esc/i.test(action.keys), typed) }];
    }
    if (action.type !== 'type' || modal.clearedBy !== 'dialog' || modal.kind !== 'prompt') return [call];
    const text = action.text.replace(/\n$/, '');
    if (action.submit || action.text.endsWith('\n')) {
      isOpen = false;
      return [{ ...call, action: closing(modal, true, text) }];
    }
    typed = text;
    return [{ ...call, action: closing(modal, true, text) }];
  });
}

type Closing = Extract<Extract<Call, { action: unknown }>['action'], { type: 'dialog' | 'upload' }>;

function closing({ clearedBy }: Modal, accept: boolean, text: string | undefined): Closing {
  if (clearedBy === 'upload') return { type: 'upload', paths: [] };
  return { type: 'dialog', accept, ...(accept && text !== undefined ? { text } : {}) };
}
