import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { readCell } from '../../packs/sheets/cell-name.js';
import { goToCell, resolveCell } from '../../packs/sheets/cells.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { click, pressKey } from '../element-calls.js';
import { isDocument, textArea } from './typing.js';

const shown =
  /^(?:the\s+)?(?:calculator|(?:calculator['’]s\s+)?display|galculator|kcalc|input|screen|everything|all)$/iu;
const clearing = [/^(?:AC|all\s+clear)$/iu, /^(?:clear(?:\s+all)?|CLR|esc)$/iu, /^C$/u, /^CE$/iu];

/** Clears a calculator, a document, a cell or a field. */
export async function* clearOnDesktop(state: ExecutionState, { target, clause }: InstructionOf<'clear'>): Execution {
  const { elements } = state.turn.observation;
  const buttons = elements.filter(({ role }) => role === 'Button');
  const key = clearing.map((form) => buttons.find(({ name }) => form.test(name.trim()))).find(Boolean);
  if (key && shown.test(target.trim())) {
    yield* click(state, clause, `${key.id} "${key.name}" clears it.`, key);
    return;
  }
  const cell = readCell(target) ? yield* resolveCell(state, target) : undefined;
  if (cell !== undefined) {
    yield* goToCell(state, cell, clause);
    yield* pressKey(state, clause, 'Delete clears the cell.', 'Delete');
    return;
  }
  const area = isDocument(target) ? textArea(state) : undefined;
  if (area) {
    yield* performCall(state, clause, `${area.id} is the document.`, { tool: 'clear', input: { selector: area.id } });
    return;
  }
  const found = yield* waitForTarget(state, target, 'field');
  yield* performCall(state, clause, describeMatch(target, found), {
    tool: 'clear',
    input: { selector: found.element.id },
  });
}
