import { HandrailError } from '../../core/errors.js';
import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { Instruction, InstructionOf } from '../instruction.js';
import { isDesktop } from '../resolver/desktop-turn.js';
import { browserHandlers } from './browser/handlers.js';
import { checkCondition } from './check-condition.js';
import { desktopHandlers } from './desktop/handlers.js';
import { recordFormError, throwFormError } from './form-errors.js';
import type { Handler, SimpleKind } from './handler.js';

const maxRounds = 60;
const clickVerb = /^(?:\p{L}+\s+)?(?:click|press|tap|hit|push|select|choose|open|go|use|follow|toggle)\b/iu;

/** Executes instructions in order. */
export async function* executeAll(state: ExecutionState, instructions: readonly Instruction[]): Execution {
  for (const [index, instruction] of instructions.entries()) {
    try {
      throwFormError(state, instruction);
      state.nextInstruction = instructions[index + 1];
      const { pendingSubmit } = state;
      state.pendingSubmit = undefined;
      yield* execute(state, instruction, index === instructions.length - 1);
      if (pendingSubmit) yield* pendingSubmit();
      if (mayHaveSubmitted(instruction)) await recordFormError(state, instruction.clause, state.lastTarget?.element);
    } catch (error) {
      throw withClause(error, instruction.clause);
    }
    state.completed.push(instruction.clause);
  }
}

function mayHaveSubmitted({ kind, clause }: Instruction): boolean {
  return kind === 'press_named_control' || (kind === 'click' && !clickVerb.test(clause));
}

/** The error with the clause that caused it. */
function withClause(error: unknown, clause: string): unknown {
  if (!(error instanceof HandrailError) || error.message.includes(clause)) return error;
  return new HandrailError(error.code, `${clause}: ${error.message}`, error.hint, { cause: error });
}

async function* execute(state: ExecutionState, instruction: Instruction, isLast: boolean): Execution {
  if (instruction.kind === 'repeat') return yield* repeat(state, instruction);
  if (instruction.kind === 'if') {
    const { ok } = await checkCondition(state, instruction.condition);
    return yield* executeAll(state, ok ? instruction.then : instruction.otherwise);
  }
  const onDesktop: Handler<SimpleKind, Execution<unknown> | undefined> | undefined = isDesktop(state)
    ? desktopHandlers[instruction.kind]
    : undefined;
  const inBrowser: Handler<SimpleKind, Execution<unknown>> = browserHandlers[instruction.kind];
  yield* onDesktop?.(state, instruction, isLast) ?? inBrowser(state, instruction, isLast);
}

async function* repeat(state: ExecutionState, { body, until, times, clause }: InstructionOf<'repeat'>): Execution {
  for (let round = 0; round < (times ?? maxRounds); round += 1) {
    if (until && (await checkCondition(state, until)).ok) return;
    yield* executeAll(state, body);
  }
  if (!until) return;
  const { ok, observed } = await checkCondition(state, until);
  if (ok) return;
  throw new HandrailError(
    'expectation_failed',
    `"${clause}" ran ${maxRounds} times, and the condition is still not met: ${observed}.`,
    'State in the task what else to do.',
  );
}
