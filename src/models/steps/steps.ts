import { HandrailError } from '../../core/errors.js';
import { foldText } from '../../perception/ground-text.js';
import type { Model, Reply, Turn } from '../model.js';
import { begin } from './begin.js';
import { carryOutAll } from './carry-out.js';
import { settleDoubt } from './doubt.js';
import { seeThrough } from './errand.js';
import { firstPatience } from './find.js';
import { readTask } from './grammar.js';
import type { Instruction } from './instruction.js';
import { checkPrograms, inWindow, isDesktop } from './on-desktop.js';
import type { Script, World } from './world.js';

/** The driver without a model: plain sentences become calls by grammar and grounding, and nothing is guessed. */
export function steps(): Model {
  let script: Script | undefined;
  let world: World | undefined;
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

async function* fromTheStart(world: World, instructions: readonly Instruction[]): Script {
  yield* begin(world);
  yield* carryOutAll(world, instructions);
  if (world.errand) yield* seeThrough(world, world.errand);
}

function worldOf(turn: Turn): World {
  const world: World = {
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

function completed({ answers, done, calls }: World): Reply {
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
