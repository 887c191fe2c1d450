import type { Action } from '../core/action.js';
import type { Change } from '../core/change.js';
import type { Element, ElementId } from '../core/element.js';
import type { ErrorCode, Fault } from '../core/errors.js';
import { storeElements } from '../core/store-elements.js';
import type { View } from '../core/view.js';
import { diffViews } from '../perception/diff/diff-views.js';
import { describeSinceLastCommand } from '../perception/diff/since-last-command.js';
import { findReplacement } from '../perception/grounding/find-replacement.js';
import { quoteText } from '../perception/quote-text.js';
import { targetElementId } from './action-target.js';
import { noteView, type SessionState } from './session-state.js';

/** Refusals that a change since the last command may explain. */
const explainedCodes = new Set<ErrorCode>([
  'stale_element',
  'covered',
  'disabled',
  'not_visible',
  'not_editable',
  'unsupported',
]);

const maxDialogNameLength = 60;

interface Explanation {
  fault: Fault;
  /** What the observation for the explanation reported, which no later one repeats. */
  changes: Change[];
}

/** Adds to a refusal what changed since the last command, and the current element that matches a stale one. */
export async function explainRefusal(state: SessionState, action: Action, fault: Fault): Promise<Explanation> {
  const { environment, lastView: before } = state;
  const id = targetElementId(action);
  const isExplained = environment.kind === 'browser' ? explainedCodes.has(fault.code) : fault.code === 'stale_element';
  if (!id || !isExplained) return { fault, changes: [] };
  const stale = fault.code === 'stale_element' ? state.elements.get(id) : undefined;
  const view = await environment.captureView({});
  storeElements(state.elements, view.elements);
  noteView(state, view);
  const explained = stale ? withStaleElementHint(fault, stale, view.elements) : fault;
  const since = before ? describeSinceLastCommand(diffViews(before, view, new Set()), id) : '';
  const message = [explained.message, since || describeDialog(view, id)].filter(Boolean).join(' ');
  return { fault: { ...explained, message }, changes: view.backgroundChanges ?? [] };
}

/** The dialog that is open. The target is in the page behind it. */
function describeDialog({ elements }: View, target: ElementId): string {
  const dialog = elements.findLast(({ role }) => role === 'Dialog');
  const part = dialog?.path?.at(-1);
  const isInside = part !== undefined && elements.some(({ id, path }) => id === target && path?.includes(part));
  return dialog && !isInside ? `A dialog is open: ${dialog.id} ${quoteText(dialog.name, maxDialogNameLength)}.` : '';
}

/** Names the current element that matches a stale one: `el_12 is gone; el_31 Button "Submit" looks the same`. */
function withStaleElementHint(fault: Fault, stale: Element, current: readonly Element[]): Fault {
  const match = findReplacement(stale, current);
  if (!match)
    return {
      ...fault,
      hint: `It was ${stale.role} "${stale.name.slice(0, 60)}". No similar element is on the screen. Observe again.`,
    };
  return {
    ...fault,
    message: `${stale.id} is gone; ${match.id} ${match.role} "${match.name.slice(0, 60)}" looks the same.`,
    hint: `Use ${match.id} if that is the one you mean.`,
  };
}
