import type { Execution } from '../../calls.js';
import { pointAtTargets } from '../../executor/browser/pointer.js';
import { setValue } from '../../executor/browser/set-value.js';
import { openItemOrProgram } from '../../executor/desktop/programs.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { splitWindow } from '../../resolver/program-windows.js';
import type { Step } from '../../step.js';
import { cellsAsked, goToCell, readCells, resolveCell, typeIntoCell } from './cells.js';

/** Goes to a cell. Without a sheet, opens or clicks the target of that name. */
export async function* openCell(step: Step, instruction: InstructionOf<'open' | PointerKind>): Execution {
  const cell = yield* resolveCell(step, instruction.target);
  if (cell !== undefined) return yield* goToCell(step, cell);
  if (instruction.kind === 'open') return yield* openItemOrProgram(step, instruction.target);
  return yield* pointAtTargets(step, instruction);
}

/** Enters a value into a cell. Without a sheet, sets the field of that name. */
export async function* setCell(step: Step, instruction: InstructionOf<'set'>): Execution {
  const cell = yield* resolveCell(step, instruction.target);
  if (cell === undefined) return yield* setValue(step, instruction);
  yield* typeIntoCell(step, cell, instruction.value);
}

/** Answers a question about cells. Returns undefined for other questions. */
export function answerFromCells(step: Step, { question }: InstructionOf<'answer'>): Execution | undefined {
  const cells = cellsAsked(step, splitWindow(step, question)?.target ?? question);
  return cells.length > 0 ? readCells(step, cells, question) : undefined;
}
