import type { Element } from '../core/element.js';
import { type ErrorCode, errorCodes, HandrailError } from '../core/errors.js';
import type { Call, CallResult, Reply, Turn } from '../models/model.js';
import { foldText } from '../perception/grounding/text-similarity.js';
import type { PendingConfirmation } from './executor/pending-confirmation.js';
import type { Instruction } from './instruction.js';

/** What is known while instructions are carried out. */
export interface ExecutionState {
  /** The turn at hand; a new one after each reply. */
  turn: Turn;
  /** The sentences of the task, folded: a page may show them itself, as test pages do. */
  task: string;
  /** What was pointed at last: what "it" and "them" mean. */
  last?: { phrase: string; element?: Element };
  /** What was looked for by "find", until something else is. */
  found?: Element;
  /** What was copied or found last: what "it" means where a text is wanted. */
  copied?: string;
  /** What was searched for last. */
  searched?: string;
  answers: { question: string; value: unknown }[];
  /** What was done, for the summary. */
  done: string[];
  calls: number;
  /** Something was done on this page: what comes next may take a moment to show. */
  acted: boolean;
  /** What is to be done after this. */
  next?: Instruction | undefined;
  /** What was on the screen before the last thing that was done. */
  before?: readonly Element[];
  /** The last thing that was done was pressing something: values that changed with it are the program's doing. */
  pressed?: boolean;
  /** Sends a form off when all that is to be filled in has been. */
  pending?: (() => Script) | undefined;
  /** A form seems not to have been taken. */
  doubt?: HandrailError | undefined;
  /** How long the next thing is waited for, in ms, where that is longer than usual: a program was just started. */
  patience?: number | undefined;
  /** What was begun and is not known to have come to its end. */
  errand?: PendingConfirmation | undefined;
  /** A dialog was just answered: "press OK" after it is done already. */
  answered?: boolean;
}

/** What is seen on the screen, without a copy of the task that the page itself shows. */
export function seen(
  world: ExecutionState,
  elements: readonly Element[] = world.turn.observation.elements,
): readonly Element[] {
  return elements.filter((element) => !repeatsTask(world, element));
}

function repeatsTask({ task }: ExecutionState, { interactive, name }: Element): boolean {
  if (interactive || name.length < 12) return false;
  const words = foldText(name).words;
  const text = words.join(' ');
  return (words.length >= 3 && text === task) || (words.length >= 4 && name.length >= 20 && task.includes(text));
}

/** Whether the page has the words of the task on it. */
export function showsTask(world: ExecutionState): boolean {
  return world.turn.observation.elements.some((element) => repeatsTask(world, element));
}

/** Instructions being carried out: a reply for each turn, and the next turn's facts in the world when it goes on. */
export type Script<Result = void> = AsyncGenerator<Reply, Result, void>;

/** A call without its id. */
export type Deed =
  | { tool: string; input: Record<string, unknown> }
  | { action: Extract<Call, { action: unknown }>['action'] };

/** Replies with calls and gives back what came of them. */
export async function* reply(world: ExecutionState, thought: string, deeds: readonly Deed[]): Script<CallResult[]> {
  const calls = deeds.map((deed): Call => {
    world.calls += 1;
    return { id: `steps_${world.calls}`, ...deed };
  });
  if (calls.some((call) => !('tool' in call) || !/^wait/u.test(call.tool))) {
    world.before = world.turn.observation.elements;
    world.pressed = calls.every((call) => 'tool' in call && /^(?:click|press_key|choose_menu)$/u.test(call.tool));
  }
  yield { thought, calls };
  const last = world.turn.history.at(-1);
  if (last?.role !== 'results') return [];
  world.acted = true;
  return last.results;
}

/** Does one thing. Throws when it failed, with the words that asked for it. */
export async function* perform(
  world: ExecutionState,
  words: string,
  thought: string,
  deed: Deed,
): Script<CallResult | undefined> {
  const [result] = yield* reply(world, thought, [deed]);
  if (result && !result.result.success) throw failed(words, result);
  return result;
}

/** One thing to do to an element that is looked for anew when it is gone. */
export interface Plan {
  words: string;
  /** Which words led to which element, and what to do to it. */
  make(): Promise<{ thought: string; deed: Deed }>;
}

/** Does things one after the other, as many in a turn as can be planned on what is seen now. */
export async function* performAll(world: ExecutionState, plans: readonly Plan[]): Script {
  let left = [...plans];
  const retried = new Set<Plan>();
  while (left.length > 0) {
    const ready: { plan: Plan; thought: string; deed: Deed }[] = [];
    for (const plan of left) {
      try {
        ready.push({ plan, ...(await plan.make()) });
      } catch (error) {
        // What cannot be found yet may come with what is done before it.
        if (ready.length === 0 || !(error instanceof HandrailError)) throw error;
        break;
      }
    }
    const results = yield* reply(
      world,
      ready.map(({ thought }) => thought).join(' '),
      ready.map(({ deed }) => deed),
    );
    const undone: Plan[] = [];
    for (const [index, { plan }] of ready.entries()) {
      const result = results[index];
      if (!result || result.skipped) undone.push(plan);
      else if (!result.result.success) {
        if (result.result.metadata.code !== 'stale_element' || retried.has(plan)) throw failed(plan.words, result);
        retried.add(plan);
        undone.push(plan);
      }
    }
    left = [...undone, ...left.slice(ready.length)];
  }
}

/** A failed call as the reason to stop. */
export function failed(words: string, { result }: CallResult): HandrailError {
  const known: readonly string[] = errorCodes;
  const code =
    typeof result.metadata.code === 'string' && known.includes(result.metadata.code)
      ? result.metadata.code
      : 'internal';
  const isCode = (text: string): text is ErrorCode => known.includes(text);
  return new HandrailError(
    isCode(code) ? code : 'internal',
    `"${words}" could not be done: ${result.error ?? 'the call failed.'}`,
  );
}
