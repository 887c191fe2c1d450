import { HandrailError } from '../core/errors.js';
import type { Model, Reply, Turn } from '../models/model.js';
import type { Execution } from './calls.js';
import { executeAll } from './executor/execute.js';
import { awaitConfirmation } from './executor/pending-confirmation.js';
import type { Instruction } from './instruction.js';
import { parseTask } from './parser/parse-task.js';
import { checkNeedsPrograms, toWindowTurn } from './resolver/desktop-turn.js';
import type { Report, Run } from './step.js';

/** Returns the function that replies to the turns of a session: it parses the task of each message and executes its instructions one by one. */
export function createTaskExecutor(): Model['next'] {
  let execution: Execution | undefined;
  let run: Run | undefined;
  let currentMessage: unknown;
  return async (turn, signal): Promise<Reply> => {
    const message = turn.history.findLast(({ role }) => role === 'user') ?? turn.task;
    if (!execution || !run || currentMessage !== message) {
      currentMessage = message;
      run = startRun(turn, signal);
      const instructions = parseTask(turn.task);
      checkNeedsPrograms(run, instructions);
      execution = executeTask(run, instructions);
    }
    run.screen.turn = toWindowTurn(turn);
    run.screen.signal = signal;
    signal.throwIfAborted();
    const { value, done } = await execution.next();
    if (!done) return value;
    // A further turn means that the completion was rejected, and the task has no more instructions.
    execution = failCompleted(turn);
    return toCompletion(run.report, turn);
  };
}

async function* executeTask(run: Run, instructions: readonly Instruction[]): Execution {
  yield* executeAll(run, instructions);
  const { question } = run.discourse;
  if (question) yield* awaitConfirmation({ ...run, clause: question.clause, next: undefined, isLast: true }, question);
}

function startRun(turn: Turn, signal: AbortSignal): Run {
  return {
    screen: { turn: toWindowTurn(turn), signal },
    discourse: {},
    report: { answers: [], completed: [] },
  };
}

async function* failCompleted({ task }: Turn): Execution {
  yield* [];
  throw new HandrailError(
    'expectation_failed',
    `All instructions of "${task.slice(0, 200)}" were executed, and the expected result is still missing.`,
    'Add the missing instructions to the task.',
  );
}

function toCompletion({ answers, completed }: Report, { step }: Turn): Reply {
  const [first] = answers;
  const result =
    new Set(answers.map(({ question }) => question)).size > 1
      ? Object.fromEntries(answers.map(({ question, value }) => [question, value]))
      : first?.value;
  const found = answers.map(({ question, value }) => `${question}: ${String(value)}`).join('; ');
  const summary = first ? found : `Done: ${completed.join('; ') || 'the task has no instructions'}.`;
  return {
    thought: `All instructions are executed.${first ? ` Answer from the page: ${found}` : ''}`,
    calls: [
      {
        id: `steps_${step}_1`,
        tool: 'complete',
        input: result === undefined ? { summary } : { summary, result },
      },
    ],
  };
}
