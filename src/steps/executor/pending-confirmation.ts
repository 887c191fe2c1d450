import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Execution } from '../calls.js';
import type { Instruction } from '../instruction.js';
import { isField } from '../resolver/purpose.js';
import { matchTarget } from '../resolver/target.js';
import { waitUntil } from '../resolver/wait-until.js';
import type { PendingQuestion, Step } from '../step.js';

/** The wait for a saved file to show in the title. A slow program may ask a question first. */
const writeTimeoutMs = 4_000;
/** The wait for a question. Without a sign of completion, the absence of a question counts as one. */
const questionTimeoutMs = 1_500;

/** Starts the observation of an operation. By default it is complete when a window title is new. */
export function startConfirmation(step: Step, isDone?: () => boolean): PendingQuestion {
  const { elements } = step.screen.turn.observation;
  const titles = new Set(windowTitles(step));
  return {
    clause: step.clause,
    idsBefore: new Set(elements.map(({ id }) => id)),
    answeredDialogs: new Set(),
    isDone: isDone ?? (() => windowTitles(step).some((title) => !titles.has(title))),
  };
}

export function windowTitles({ screen: { turn } }: Step): string[] {
  return (turn.observation.tabs ?? []).map(({ title }) => title.normalize());
}

/** Waits until the operation completes or a dialog opens. Throws with the text of the dialog when the task has no answer to it. */
export async function* awaitConfirmation(
  step: Step,
  confirmation: PendingQuestion,
  timeoutMs = questionTimeoutMs,
): Execution {
  step.discourse.question = undefined;
  const dialog = yield* awaitDialog(step, confirmation, timeoutMs);
  if (!dialog) return;
  if (!(await isAnsweredNext(step, dialog))) throw unansweredDialog(step, confirmation, dialog);
  step.discourse.question = confirmation;
}

/** The dialog that the operation opens. Returns undefined when it completes, or when no dialog opens in time. */
export async function* awaitDialog(
  step: Step,
  confirmation: PendingQuestion,
  timeoutMs = writeTimeoutMs,
): Execution<Element | undefined> {
  let rejections = 0;
  const poll = (): Element | 'done' | undefined => {
    const dialog = newDialog(step, confirmation);
    if (dialog && isRejected(step, dialog)) rejections += 1;
    if (dialog) return wasAnswered(step, confirmation, dialog) && rejections < 2 ? undefined : dialog;
    return confirmation.isDone() ? 'done' : undefined;
  };
  const outcome = await waitUntil(step, poll, timeoutMs);
  return outcome === 'done' ? undefined : (outcome ?? newDialog(step, confirmation));
}

/** The same, with the time that writing a file takes. */
export function awaitFileWritten(step: Step, confirmation: PendingQuestion): Execution {
  return awaitConfirmation(step, confirmation, writeTimeoutMs);
}

/** The dialog that opened since the operation started. A dialog that is closing is empty for a moment and does not count. */
export function newDialog({ screen: { turn } }: Step, { idsBefore }: PendingQuestion): Element | undefined {
  const inFront = turn.observation.elements.filter(({ frame }) => frame === undefined);
  if (!inFront.some(({ role }) => role === 'Button')) return undefined;
  return inFront.find(({ role, id }) => role === 'Dialog' && !idsBefore.has(id));
}

/** Whether the confirm button is disabled: for one observation while a dialog closes, permanently when it rejects the answer. */
function isRejected({ screen: { turn } }: Step, { frame }: Element): boolean {
  return turn.observation.elements.some(
    (one) =>
      one.role === 'Button' &&
      one.frame === frame &&
      one.states.includes('disabled') &&
      /^(?:create|save|ok|open|apply|rename|add)$/iu.test(one.name.trim()),
  );
}

/** The text and the buttons of a dialog. */
export function describeDialog(step: Step, dialog: Element): string {
  const inDialog = shownIn(step, dialog);
  const buttons = inDialog
    .filter(({ role, name }) => role === 'Button' && name !== '')
    .map(({ name, states }) => `"${name}"${states.includes('disabled') ? ' (disabled)' : ''}`);
  const text = textsIn(step, dialog).join(' ').slice(0, 300);
  return `the dialog "${dialog.name}" is open${text ? ` and shows: ${text}` : ''}${/[.?!:]$/u.test(text) ? '' : '.'} Its buttons: ${buttons.slice(0, 8).join(', ') || 'none'}.`;
}

function textsIn(step: Step, dialog: Element): string[] {
  return shownIn(step, dialog)
    .filter(({ role, name }) => role === 'Text' && name.trim() !== '')
    .map(({ name }) => name.replace(/\s+/gu, ' ').trim());
}

function shownIn({ screen: { turn } }: Step, { frame: inDialog }: Element): Element[] {
  return turn.observation.elements.filter(({ frame, states }) => frame === inDialog && !states.includes('offscreen'));
}

export function markAnswered(step: Step, { answeredDialogs }: PendingQuestion, dialog: Element): void {
  answeredDialogs.add(dialogKey(step, dialog));
}

export function wasAnswered(step: Step, { answeredDialogs }: PendingQuestion, dialog: Element): boolean {
  return answeredDialogs.has(dialogKey(step, dialog));
}

/** Identifies a dialog. Alerts share one title and differ in their text. */
function dialogKey(step: Step, dialog: Element): string {
  return dialog.kind === 'alert' ? `${dialog.name}: ${textsIn(step, dialog).join(' ')}` : dialog.name;
}

function unansweredDialog(step: Step, confirmation: PendingQuestion, dialog: Element): HandrailError {
  return new HandrailError(
    'expectation_failed',
    `"${step.clause}" is not complete: ${describeDialog(step, dialog)}`,
    wasAnswered(step, confirmation, dialog)
      ? 'The program rejected the answer. Use a valid name.'
      : 'Add the answer to the task: Replace it. Or: Click "…", with the name of a button.',
  );
}

const dialogInstructions = new Set<Instruction['kind']>([
  'by_environment',
  'answer_dialog',
  'if',
  'wait_for',
  'pause',
  'verify',
  'press_key',
  'answer_condition',
]);

/** Whether the next instruction answers the open dialog. */
async function isAnsweredNext(step: Step, dialog: Element): Promise<boolean> {
  const next = step.next;
  if (!next) return false;
  if (dialogInstructions.has(next.kind)) return true;
  const inDialog = step.screen.turn.observation.elements.filter(({ frame }) => frame === dialog.frame);
  if (next.kind === 'type' || next.kind === 'fill' || next.kind === 'set') return inDialog.some(isField);
  const target = next.kind === 'choose' ? `"${next.options[0] ?? ''}"` : 'target' in next ? next.target : undefined;
  if (target === undefined) return false;
  const { one } = await matchTarget(step, target, 'click');
  return one !== undefined && inDialog.some(({ id }) => id === one.element.id);
}
