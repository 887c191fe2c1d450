import type { Action } from '../../core/action.js';
import { type Fault, HandrailError } from '../../core/errors.js';
import { parseKeySequence } from '../../core/keys.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import type { Registry } from '../registry.js';

type Keyed = Extract<Action, { type: 'key' | 'type' }>;

/** Presses keys or types. When a dialog of the page is open, they answer it as they would on a real screen: Enter, Escape, or the words for a prompt. */
export async function answering(action: Keyed, { perform }: Pick<ToolContext, 'perform'>): Promise<Outcome> {
  try {
    return await perform(action);
  } catch (error) {
    const answer = error instanceof HandrailError && error.code === 'modal_open' ? answerOf(action) : undefined;
    if (!answer) throw error;
    return perform(answer);
  }
}

function answerOf(action: Keyed): Action | undefined {
  if (action.type === 'type') return { type: 'dialog', accept: true, text: action.text };
  const [only, ...more] = parseKeySequence(action.keys);
  if (!only || more.length > 0 || only.modifiers.length > 0) return undefined;
  if (only.key === 'Enter') return { type: 'dialog', accept: true };
  return only.key === 'Escape' ? { type: 'dialog', accept: false } : undefined;
}

/** A text that tells of an open dialog, with the way out that callers without a dialog action have. */
export function withKeysForDialogs(text: string): string {
  return text
    .replace(
      'answer it with the dialog action (handle_dialog)',
      'accept it with the key Enter or dismiss it with Escape',
    )
    .replace('the upload action (upload_file)', 'the upload action');
}

/** A fault that an open dialog is, with the tool that answers it, or the keys where there is none. */
export function withWayOut(fault: Fault, registry: Pick<Registry, 'get'>): Fault {
  if (fault.code !== 'modal_open' || !fault.hint) return fault;
  const way = registry.get('handle_dialog') ? 'handle_dialog' : 'the key Enter or Escape';
  return { ...fault, hint: fault.hint.replace(/\{ type: 'dialog'[^}]*\}/, way) };
}
