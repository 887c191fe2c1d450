import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import { callError, type Execution, sendCalls } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { windowsNamed } from '../../resolver/program-windows.js';
import type { Step } from '../../step.js';
import { awaitConfirmation, awaitFileWritten, startConfirmation } from '../pending-confirmation.js';

const isThis = /^(?:it|(?:the|this)\s+(?:window|program|application|app|dialog|editor|document))$/iu;

/** Closes a window or program by name, or the active window. Returns undefined when the phrase names no window. */
export function closeWindow(step: Step, { what }: InstructionOf<'close'>): Execution | undefined {
  const find = (): Tab | undefined =>
    isThis.test(what.trim())
      ? step.screen.turn.observation.tabs?.find(({ active }) => active)
      : windowsNamed(step, what)[0];
  return find() && settled(step, find);
}

/** Waits for a pending confirmation first: a dialog that is still saving must not be closed instead. */
async function* settled(step: Step, find: () => Tab | undefined): Execution {
  if (step.discourse.question) yield* awaitFileWritten(step, step.discourse.question);
  const window = find();
  if (window) yield* close(step, window, find);
}

async function* close(step: Step, window: Tab, find: () => Tab | undefined): Execution {
  const isOpen = (): boolean => (step.screen.turn.observation.tabs ?? []).some(({ id }) => id === window.id);
  const confirmation = startConfirmation(step, () => !isOpen());
  const thought = `${window.id} "${window.title}" is a window of ${window.url}: closing it.`;
  const [closed] = yield* sendCalls(step, thought, [{ tool: 'close_app', input: { app: window.id } }]);
  if (closed && !closed.result.success) {
    // A dialog that was just answered may close by itself first.
    const other = isOpen() ? undefined : find();
    if (closed.result.metadata.code !== 'unknown_app' || !other) throw callError(step, closed);
    return yield* close(step, other, () => undefined);
  }
  yield* awaitConfirmation(step, confirmation);
  if (!isOpen() || step.discourse.question) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}" is not complete: the window "${window.title}" is still open.`,
    'The program may ask a question in another window. State in the task how to answer it.',
  );
}
