import type { Action } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { OpenModal, PageState } from '../tabs/page-state.js';
import type { ActionContext, ActionOf } from './action-context.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

export async function prepareDialog({ page }: ActionContext, action: ActionOf<'dialog'>): Promise<PreparedAction> {
  const open = page.modal?.dialog;
  if (!open) throw new HandrailError('no_modal', 'No dialog is open.', 'Observe to see what is on the screen.');
  if (action.text !== undefined && open.type() !== 'prompt') {
    throw new HandrailError('invalid_action', `The ${open.type()} dialog takes no text.`, 'Leave out text.');
  }
  const execute = async () => {
    page.modal = undefined;
    // Without text, a prompt is accepted with the default that the page proposes.
    if (action.accept) await open.accept(action.text ?? (open.type() === 'prompt' ? open.defaultValue() : undefined));
    else await open.dismiss();
  };
  return preparedAction(execute, {
    awaitsLateEffects: true,
    changes: [{ kind: 'dialog', dialog: open.type(), text: open.message().slice(0, 200), do: 'closed' }],
  });
}

/** Throws `modal_open` if a dialog blocks the action. An open file chooser is cancelled instead. */
export function checkModal(page: PageState, action: Action): void {
  const open = page.modal;
  if (!open || action.type === open.modal.clearedBy) return;
  if (action.type === 'tab' || action.type === 'focus_app') return;
  if (!open.chooser) throw dialogIsOpen(open);
  if (action.type !== 'upload') page.modal = undefined;
}

export function dialogIsOpen({ modal }: OpenModal): HandrailError {
  return new HandrailError(
    'modal_open',
    `A dialog (${modal.kind}) is open. The page's text: "${modal.text.slice(0, 200)}".`,
    "Answer it with { type: 'dialog', accept: true | false }.",
  );
}
