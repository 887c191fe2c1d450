import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import { callError, type Execution, sendCalls } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { windowsNamed } from '../../resolver/program-windows.js';
import { awaitConfirmation, awaitFileWritten, startConfirmation } from '../pending-confirmation.js';

const isThis = /^(?:it|(?:the|this)\s+(?:window|program|application|app|dialog|editor|document))$/iu;

/** Closes a window or program by name, or the active window. Returns undefined when the phrase names no window. */
export function closeWindow(state: ExecutionState, { what, clause }: InstructionOf<'close'>): Execution | undefined {
  const find = (): Tab | undefined =>
    isThis.test(what.trim()) ? state.turn.observation.tabs?.find(({ active }) => active) : windowsNamed(state, what)[0];
  return find() && settled(state, clause, find);
}

/** Waits for a pending confirmation first: a dialog that is still saving must not be closed instead. */
async function* settled(state: ExecutionState, clause: string, find: () => Tab | undefined): Execution {
  if (state.pendingConfirmation) yield* awaitFileWritten(state, state.pendingConfirmation);
  const window = find();
  if (window) yield* close(state, window, clause, find);
}

async function* close(state: ExecutionState, window: Tab, clause: string, find: () => Tab | undefined): Execution {
  const isOpen = (): boolean => (state.turn.observation.tabs ?? []).some(({ id }) => id === window.id);
  const confirmation = startConfirmation(state, clause, () => !isOpen());
  const thought = `${window.id} "${window.title}" is a window of ${window.url}: closing it.`;
  const [closed] = yield* sendCalls(state, thought, [{ tool: 'close_app', input: { app: window.id } }]);
  if (closed && !closed.result.success) {
    // A dialog that was just answered may close by itself first.
    const other = isOpen() ? undefined : find();
    if (closed.result.metadata.code !== 'unknown_app' || !other) throw callError(clause, closed);
    return yield* close(state, other, clause, () => undefined);
  }
  yield* awaitConfirmation(state, confirmation);
  if (!isOpen() || state.pendingConfirmation) return;
  throw new HandrailError(
    'expectation_failed',
    `"${clause}" is not complete: the window "${window.title}" is still open.`,
    'The program may ask a question in another window. State in the task how to answer it.',
  );
}
