import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { isField } from '../resolver/purpose.js';
import { matchTarget } from '../resolver/target.js';
import { waitUntil } from '../resolver/wait-until.js';

/** An operation that a program may ask about before it completes, such as saving or creating a folder. */
export interface PendingConfirmation {
  clause: string;
  /** The ids of the elements before the operation. */
  idsBefore: ReadonlySet<string>;
  /** Dialogs that were answered. They take a moment to close, and stay open when they reject the answer. */
  answeredDialogs: Set<string>;
  /** Whether the screen shows that the operation is complete. */
  isDone(): boolean;
}

/** The wait for a saved file to show in the title. A slow program may ask a question first. */
const writeTimeoutMs = 4_000;
/** The wait for a question. Without a sign of completion, the absence of a question counts as one. */
const questionTimeoutMs = 1_500;

/** Starts the observation of an operation. By default it is complete when a window title is new. */
export function startConfirmation(state: ExecutionState, clause: string, isDone?: () => boolean): PendingConfirmation {
  const { elements } = state.turn.observation;
  const titles = new Set(windowTitles(state));
  return {
    clause,
    idsBefore: new Set(elements.map(({ id }) => id)),
    answeredDialogs: new Set(),
    isDone: isDone ?? (() => windowTitles(state).some((title) => !titles.has(title))),
  };
}

export function windowTitles({ turn }: ExecutionState): string[] {
  return (turn.observation.tabs ?? []).map(({ title }) => title.normalize());
}

/** Waits until the operation completes or a dialog opens. Throws with the text of the dialog when the task has no answer to it. */
export async function* awaitConfirmation(
  state: ExecutionState,
  confirmation: PendingConfirmation,
  timeoutMs = questionTimeoutMs,
): Execution {
  state.pendingConfirmation = undefined;
  const dialog = yield* awaitDialog(state, confirmation, timeoutMs);
  if (!dialog) return;
  if (!(await isAnsweredNext(state, dialog))) throw unansweredDialog(state, confirmation, dialog);
  state.pendingConfirmation = confirmation;
}

/** The dialog that the operation opens. Returns undefined when it completes, or when no dialog opens in time. */
export async function* awaitDialog(
  state: ExecutionState,
  confirmation: PendingConfirmation,
  timeoutMs = writeTimeoutMs,
): Execution<Element | undefined> {
  let rejections = 0;
  const poll = (): Element | 'done' | undefined => {
    const dialog = newDialog(state, confirmation);
    if (dialog && isRejected(state, dialog)) rejections += 1;
    if (dialog) return wasAnswered(state, confirmation, dialog) && rejections < 2 ? undefined : dialog;
    return confirmation.isDone() ? 'done' : undefined;
  };
  const outcome = await waitUntil(state, poll, timeoutMs);
  return outcome === 'done' ? undefined : (outcome ?? newDialog(state, confirmation));
}

/** The same, with the time that writing a file takes. */
export function awaitFileWritten(state: ExecutionState, confirmation: PendingConfirmation): Execution {
  return awaitConfirmation(state, confirmation, writeTimeoutMs);
}

/** The dialog that opened since the operation started. A dialog that is closing is empty for a moment and does not count. */
export function newDialog({ turn }: ExecutionState, { idsBefore }: PendingConfirmation): Element | undefined {
  const inFront = turn.observation.elements.filter(({ frame }) => frame === undefined);
  if (!inFront.some(({ role }) => role === 'Button')) return undefined;
  return inFront.find(({ role, id }) => role === 'Dialog' && !idsBefore.has(id));
}

/** Whether the confirm button is disabled: for one observation while a dialog closes, permanently when it rejects the answer. */
function isRejected({ turn }: ExecutionState, { frame }: Element): boolean {
  return turn.observation.elements.some(
    (one) =>
      one.role === 'Button' &&
      one.frame === frame &&
      one.states.includes('disabled') &&
      /^(?:create|save|ok|open|apply|rename|add)$/iu.test(one.name.trim()),
  );
}

/** The text and the buttons of a dialog. */
export function describeDialog(state: ExecutionState, dialog: Element): string {
  const inDialog = shownIn(state, dialog);
  const buttons = inDialog
    .filter(({ role, name }) => role === 'Button' && name !== '')
    .map(({ name, states }) => `"${name}"${states.includes('disabled') ? ' (disabled)' : ''}`);
  const text = textsIn(state, dialog).join(' ').slice(0, 300);
  return `the dialog "${dialog.name}" is open${text ? ` and shows: ${text}` : ''}${/[.?!:]$/u.test(text) ? '' : '.'} Its buttons: ${buttons.slice(0, 8).join(', ') || 'none'}.`;
}

function textsIn(state: ExecutionState, dialog: Element): string[] {
  return shownIn(state, dialog)
    .filter(({ role, name }) => role === 'Text' && name.trim() !== '')
    .map(({ name }) => name.replace(/\s+/gu, ' ').trim());
}

function shownIn({ turn }: ExecutionState, { frame: inDialog }: Element): Element[] {
  return turn.observation.elements.filter(({ frame, states }) => frame === inDialog && !states.includes('offscreen'));
}

export function markAnswered(state: ExecutionState, { answeredDialogs }: PendingConfirmation, dialog: Element): void {
  answeredDialogs.add(dialogKey(state, dialog));
}

export function wasAnswered(state: ExecutionState, { answeredDialogs }: PendingConfirmation, dialog: Element): boolean {
  return answeredDialogs.has(dialogKey(state, dialog));
}

/** Identifies a dialog. Alerts share one title and differ in their text. */
function dialogKey(state: ExecutionState, dialog: Element): string {
  return dialog.kind === 'alert' ? `${dialog.name}: ${textsIn(state, dialog).join(' ')}` : dialog.name;
}

function unansweredDialog(state: ExecutionState, confirmation: PendingConfirmation, dialog: Element): HandrailError {
  return new HandrailError(
    'expectation_failed',
    `"${confirmation.clause}" is not complete: ${describeDialog(state, dialog)}`,
    wasAnswered(state, confirmation, dialog)
      ? 'The program rejected the answer. Use a valid name.'
      : 'Add the answer to the task: Replace it. Keep the format. Or: Click "…", with the name of a button.',
  );
}

const dialogInstructions = new Set<Instruction['kind']>([
  'confirm_save',
  'answer_dialog',
  'if',
  'wait_for',
  'pause',
  'verify',
  'press_key',
  'answer_condition',
]);

/** Whether the next instruction answers the open dialog. */
async function isAnsweredNext(state: ExecutionState, dialog: Element): Promise<boolean> {
  const next = state.nextInstruction;
  if (!next) return false;
  if (dialogInstructions.has(next.kind)) return true;
  const inDialog = state.turn.observation.elements.filter(({ frame }) => frame === dialog.frame);
  if (next.kind === 'type' || next.kind === 'fill' || next.kind === 'set') return inDialog.some(isField);
  const target = next.kind === 'choose' ? `"${next.options[0] ?? ''}"` : 'target' in next ? next.target : undefined;
  if (target === undefined) return false;
  const { one } = await matchTarget(state, target, 'click');
  return one !== undefined && inDialog.some(({ id }) => id === one.element.id);
}
