import type { Action } from '../core/action.js';
import { type Fault, HandrailError } from '../core/errors.js';
import { parseKeySequence } from '../core/keys/keys.js';
import type { Outcome } from '../core/outcome.js';
import type { ToolContext } from './context.js';
import type { Registry } from './registry.js';

type KeyboardAction = Extract<Action, { type: 'key' | 'type' }>;

/** Presses keys or types. If a dialog of a page is open, answers it instead: Enter accepts, Escape dismisses, text fills a prompt. */
export async function performOrAnswerDialog(
  action: KeyboardAction,
  { isPage, perform }: Pick<ToolContext, 'isPage' | 'perform'>,
): Promise<Outcome> {
  try {
    return await perform(action);
  } catch (error) {
    const isAnswer = isPage && error instanceof HandrailError && error.code === 'modal_open';
    const answer = isAnswer ? toDialogAction(action) : undefined;
    if (!answer) throw error;
    return perform(answer);
  }
}

function toDialogAction(action: KeyboardAction): Action | undefined {
  if (action.type === 'type') return { type: 'dialog', accept: true, text: action.text };
  const [only, ...more] = parseKeySequence(action.keys);
  if (!only || more.length > 0 || only.modifiers.length > 0) return undefined;
  if (only.key === 'Enter') return { type: 'dialog', accept: true };
  return only.key === 'Escape' ? { type: 'dialog', accept: false } : undefined;
}

/** Replaces the dialog action in a text with keys, for callers without that action. */
export function withDialogKeys(text: string): string {
  return text
    .replace(
      'answer it with the dialog action (handle_dialog)',
      'accept it with the key Enter or dismiss it with Escape',
    )
    .replace('the upload action (upload_file)', 'the upload action');
}

/** Adds the tool or the keys that answer an open dialog to the hint of a fault. */
export function withDialogHint(fault: Fault, registry: Pick<Registry, 'get'>): Fault {
  if (fault.code !== 'modal_open' || !fault.hint) return fault;
  const answer = registry.get('handle_dialog') ? 'handle_dialog' : 'the key Enter or Escape';
  return { ...fault, hint: fault.hint.replace(/\{ type: 'dialog'[^}]*\}/, answer) };
}
