import { type ErrorCode, HandrailError } from '../../core/errors.js';
import type { Execution } from '../calls.js';
import type { Instruction, InstructionOf, Operation } from '../instruction.js';
import { isDesktop, type Run, type Step } from '../step.js';
import { browserHandlers } from './browser/handlers.js';
import { checkCondition } from './check-condition.js';
import { desktopHandlers } from './desktop/handlers.js';
import { requireAccepted } from './form-errors.js';
import type { Handler, Rest, SimpleKind } from './handler.js';

const maxRounds = 60;
const clickVerb = /^(?:\p{L}+\s+)?(?:click|press|tap|hit|push|select|choose|open|go|use|follow|toggle)\b/iu;

/** Executes instructions in order. `after` is the instruction that follows them. */
export async function* executeAll(run: Run, instructions: readonly Instruction[], after?: Instruction): Execution {
  let rest: Rest | undefined;
  for (const [index, instruction] of instructions.entries()) {
    const { clause } = instruction;
    const isLast = index === instructions.length - 1;
    const step: Step = { ...run, clause, next: instructions[index + 1] ?? after, isLast };
    try {
      const finish = rest;
      rest = toRest(yield* execute(step, instruction));
      if (finish) rest = yield* finish(step);
      if (mayHaveSubmitted(instruction)) await requireAccepted(step, step.discourse.target?.element);
    } catch (error) {
      throw withClause(error, clause);
    }
    if (run.report.completed.at(-1) !== clause) run.report.completed.push(clause);
  }
}

function toRest(result: unknown): Rest | undefined {
  return typeof result === 'function' ? (result as Rest) : undefined;
}

function mayHaveSubmitted({ kind, clause }: Instruction): boolean {
  return kind === 'press_named_control' || (kind === 'click' && !clickVerb.test(clause));
}

/** The error with the clause that caused it. */
function withClause(error: unknown, clause: string): unknown {
  if (!(error instanceof HandrailError) || error.message.includes(clause)) return error;
  return new HandrailError(error.code, `${clause}: ${error.message}`, error.hint, { cause: error });
}

async function* execute(step: Step, instruction: Instruction): Execution<unknown> {
  if (instruction.kind === 'repeat') return yield* repeat(step, instruction);
  if (instruction.kind === 'first_of') return yield* executeFirst(step, instruction);
  if (instruction.kind === 'by_environment') {
    const { desktop, page } = instruction;
    return yield* executeAll(step, withClauseOf(step, isDesktop(step) ? desktop : page), step.next);
  }
  if (instruction.kind === 'if') {
    const { ok } = await checkCondition(step, instruction.condition);
    return yield* executeAll(step, ok ? instruction.then : instruction.otherwise, step.next);
  }
  const onDesktop: Handler<SimpleKind, Execution<unknown> | undefined> | undefined = isDesktop(step)
    ? desktopHandlers[instruction.kind]
    : undefined;
  const inBrowser: Handler<SimpleKind, Execution<unknown>> = browserHandlers[instruction.kind];
  return yield* onDesktop?.(step, instruction) ?? inBrowser(step, instruction);
}

function withClauseOf({ clause }: Step, operations: readonly Operation[]): Instruction[] {
  return operations.map((operation) => ({ ...operation, clause }));
}

/** Codes of errors about a target or an option that does not exist. */
const missing = new Set<ErrorCode>(['not_found', 'unknown_option', 'unsupported']);

/** Executes the first of the choices that the page allows. A choice that has pressed something is not left again. */
async function* executeFirst(step: Step, { choices }: InstructionOf<'first_of'>): Execution {
  const [choice = [], ...others] = choices;
  const instructions = withClauseOf(step, choice);
  if (others.length === 0) return yield* executeAll(step, instructions, step.next);
  const startedAt = step.screen.turn.step;
  try {
    return yield* executeAll({ ...step, isOptional: true }, instructions, step.next);
  } catch (error) {
    const isMissing = error instanceof HandrailError && missing.has(error.code);
    if (!isMissing || (error.code === 'not_found' && step.screen.turn.step !== startedAt)) throw error;
  }
  yield* executeFirst(step, { kind: 'first_of', choices: others });
}

async function* repeat(step: Step, { body, until, times }: InstructionOf<'repeat'>): Execution {
  for (let round = 0; round < (times ?? maxRounds); round += 1) {
    if (until && (await checkCondition(step, until)).ok) return;
    yield* executeAll(step, body, step.next);
  }
  if (!until) return;
  const { ok, observed } = await checkCondition(step, until);
  if (ok) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}" ran ${maxRounds} times, and the condition is still not met: ${observed}.`,
    'State in the task what else to do.',
  );
}
