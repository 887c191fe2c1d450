import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { pointAtTargets } from '../../executor/browser/pointer.js';
import { setValue } from '../../executor/browser/set-value.js';
import { openItemOrProgram } from '../../executor/desktop/programs.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { splitWindow } from '../../resolver/program-windows.js';
import { cellsAsked, goToCell, readCells, resolveCell, typeIntoCell } from './cells.js';

/** Goes to a cell. Without a sheet, opens or clicks the target of that name. */
export async function* openCell(state: ExecutionState, instruction: InstructionOf<'open' | PointerKind>): Execution {
  const cell = yield* resolveCell(state, instruction.target);
  if (cell !== undefined) return yield* goToCell(state, cell, instruction.clause);
  if (instruction.kind === 'open') return yield* openItemOrProgram(state, instruction.target, instruction.clause);
  return yield* pointAtTargets(state, instruction);
}

/** Enters a value into a cell. Without a sheet, sets the field of that name. */
export async function* setCell(state: ExecutionState, instruction: InstructionOf<'set'>): Execution {
  const cell = yield* resolveCell(state, instruction.target);
  if (cell === undefined) return yield* setValue(state, instruction);
  yield* typeIntoCell(state, cell, instruction.value, instruction.clause);
}

/** Answers a question about cells. Returns undefined for other questions. */
export function answerFromCells(
  state: ExecutionState,
  { question, clause }: InstructionOf<'answer'>,
): Execution | undefined {
  const cells = cellsAsked(state, splitWindow(state, question)?.target ?? question);
  return cells.length > 0 ? readCells(state, cells, question, clause) : undefined;
}
