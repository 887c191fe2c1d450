import { HandrailError } from '../core/errors.js';
import type { Model, Reply, Turn } from '../models/model.js';
import { foldText } from '../perception/grounding/text-similarity.js';
import type { ExecutionState, Script } from './execution-state.js';
import { carryOutAll } from './executor/execute.js';
import { seeThrough } from './executor/pending-confirmation.js';
import { begin } from './executor/press-start.js';
import { settleDoubt } from './executor/unverified-claims.js';
import type { Instruction } from './instruction.js';
import { readTask } from './parser/grammar.js';
import { firstPatience } from './resolver/find.js';
import { checkPrograms, inWindow, isDesktop } from './resolver/on-desktop.js';

/** The driver without a model: plain sentences become calls by grammar and grounding, and nothing is guessed. */
export function steps(): Model {
  let script: Script | undefined;
  let world: ExecutionState | undefined;
  let asked: unknown;
  return {
    name: 'steps',
    capabilities: ['tool_calling'],
    async next(turn, signal): Promise<Reply> {
      const message = lastUser(turn);
      if (!script || !world || asked !== message) {
        asked = message;
        world = worldOf(turn);
        const instructions = readTask(turn.task);
        checkPrograms(world, instructions);
        script = fromTheStart(world, instructions);
      }
      world.turn = inWindow(turn);
      signal.throwIfAborted();
      const { value, done } = await script.next();
      if (!done) return value;
      settleDoubt(world, undefined);
      // Asked again after it said that it was done: there is nothing more in the sentences.
      script = ended(turn);
      return completed(world);
    },
  };
}

async function* fromTheStart(world: ExecutionState, instructions: readonly Instruction[]): Script {
  yield* begin(world);
  yield* carryOutAll(world, instructions);
  if (world.errand) yield* seeThrough(world, world.errand);
}

function worldOf(turn: Turn): ExecutionState {
  const world: ExecutionState = {
    turn: inWindow(turn),
    task: foldWhole(turn.task),
    answers: [],
    done: [],
    calls: 0,
    acted: false,
  };
  // Programs may have been started with the screen: what is named first is waited for.
  return isDesktop(world) ? { ...world, acted: true, patience: firstPatience } : world;
}

/** All the words of a task, folded. */
function foldWhole(task: string): string {
  return foldText(task.slice(0, 240)).text;
}

function lastUser({ history, task }: Turn): unknown {
  return history.findLast(({ role }) => role === 'user') ?? task;
}

async function* ended({ task }: Turn): Script {
  yield* [];
  throw new HandrailError(
    'expectation_failed',
    `All of "${task.slice(0, 200)}" was done, and what was expected is still not so.`,
    'Say what else to do.',
  );
}

function completed({ answers, done, calls }: ExecutionState): Reply {
  const [first] = answers;
  const result =
    answers.length > 1 ? Object.fromEntries(answers.map(({ question, value }) => [question, value])) : first?.value;
  const summary = first
    ? answers.map(({ question, value }) => `${question}: ${String(value)}`).join('; ')
    : `Done: ${done.join('; ') || 'nothing was asked for'}.`;
  return {
    thought: first ? `All of it is done; the page answered: ${summary}` : 'All of it is done.',
    calls: [
      { id: `steps_${calls + 1}`, tool: 'complete', input: { summary, ...(result === undefined ? {} : { result }) } },
    ],
  };
}
