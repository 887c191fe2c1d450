import { HandrailError } from '../core/errors.js';
import type { Model, Reply, Turn } from '../models/model.js';
import { normalizeText } from '../perception/grounding/text-similarity.js';
import type { Execution } from './calls.js';
import type { ExecutionState } from './execution-state.js';
import { executeAll } from './executor/execute.js';
import { throwFormError } from './executor/form-errors.js';
import { awaitConfirmation } from './executor/pending-confirmation.js';
import { pressStartScreen } from './executor/start-screen.js';
import type { Instruction } from './instruction.js';
import { parseTask } from './parser/parse-task.js';
import { checkNeedsPrograms, isDesktop, toWindowTurn } from './resolver/desktop-turn.js';

/** The wait for the first target of a task on a desktop: its programs may still be starting. */
const firstWaitMs = 8_000;
const maxTaskCharacters = 240;

/** Returns the function that replies to the turns of a session: it parses the task of each message and executes its instructions one by one. */
export function createTaskExecutor(): Model['next'] {
  let execution: Execution | undefined;
  let state: ExecutionState | undefined;
  let currentMessage: unknown;
  return async (turn, signal): Promise<Reply> => {
    const message = lastUserMessage(turn);
    if (!execution || !state || currentMessage !== message) {
      currentMessage = message;
      state = toExecutionState(turn, signal);
      const instructions = parseTask(turn.task);
      checkNeedsPrograms(state, instructions);
      execution = executeTask(state, instructions);
    }
    state.turn = toWindowTurn(turn);
    state.signal = signal;
    signal.throwIfAborted();
    const { value, done } = await execution.next();
    if (!done) return value;
    throwFormError(state, undefined);
    // A further turn means that the completion was rejected, and the task has no more instructions.
    execution = failCompleted(turn);
    return toCompletion(state);
  };
}

async function* executeTask(state: ExecutionState, instructions: readonly Instruction[]): Execution {
  yield* pressStartScreen(state);
  yield* executeAll(state, instructions);
  if (state.pendingConfirmation) yield* awaitConfirmation(state, state.pendingConfirmation);
}

function toExecutionState(turn: Turn, signal: AbortSignal): ExecutionState {
  const state: ExecutionState = {
    turn: toWindowTurn(turn),
    signal,
    normalizedTask: normalizeText(turn.task.slice(0, maxTaskCharacters)).text,
    answers: [],
    completed: [],
    callCount: 0,
    hasActed: false,
  };
  // Programs may have been started together with the desktop: wait longer for the first element.
  return isDesktop(state) ? { ...state, hasActed: true, nextWaitMs: firstWaitMs } : state;
}

function lastUserMessage({ history, task }: Turn): unknown {
  return history.findLast(({ role }) => role === 'user') ?? task;
}

async function* failCompleted({ task }: Turn): Execution {
  yield* [];
  throw new HandrailError(
    'expectation_failed',
    `All instructions of "${task.slice(0, 200)}" were executed, and the expected result is still missing.`,
    'Add the missing instructions to the task.',
  );
}

function toCompletion({ answers, completed, callCount }: ExecutionState): Reply {
  const [first] = answers;
  const result =
    answers.length > 1 ? Object.fromEntries(answers.map(({ question, value }) => [question, value])) : first?.value;
  const summary = first
    ? answers.map(({ question, value }) => `${question}: ${String(value)}`).join('; ')
    : `Done: ${completed.join('; ') || 'the task has no instructions'}.`;
  return {
    thought: first
      ? `All instructions are executed. Answer from the page: ${summary}`
      : 'All instructions are executed.',
    calls: [
      {
        id: `steps_${callCount + 1}`,
        tool: 'complete',
        input: result === undefined ? { summary } : { summary, result },
      },
    ],
  };
}
