import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { readCell } from '../../packs/sheets/cell-name.js';
import { goToCell, resolveCell } from '../../packs/sheets/cells.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { click, pressKey } from '../element-calls.js';
import { isDocument, textArea } from './typing.js';

const shown =
  /^(?:the\s+)?(?:calculator|(?:calculator['’]s\s+)?display|galculator|kcalc|input|screen|everything|all)$/iu;
const clearing = [/^(?:AC|all\s+clear)$/iu, /^(?:clear(?:\s+all)?|CLR|esc)$/iu, /^C$/u, /^CE$/iu];

/** Clears a calculator, a document, a cell or a field. */
export async function* clearOnDesktop(step: Step, { target }: InstructionOf<'clear'>): Execution {
  const { elements } = step.screen.turn.observation;
  const buttons = elements.filter(({ role }) => role === 'Button');
  const key = clearing.map((form) => buttons.find(({ name }) => form.test(name.trim()))).find(Boolean);
  if (key && shown.test(target.trim())) {
    yield* click(step, `${key.id} "${key.name}" clears it.`, key);
    return;
  }
  const cell = readCell(target) ? yield* resolveCell(step, target) : undefined;
  if (cell !== undefined) {
    yield* goToCell(step, cell);
    yield* pressKey(step, 'Delete clears the cell.', 'Delete');
    return;
  }
  const area = isDocument(target) ? textArea(step) : undefined;
  if (area) {
    yield* performCall(step, `${area.id} is the document.`, 'clear', { selector: area.id });
    return;
  }
  const found = yield* waitForTarget(step, target, 'field');
  yield* performCall(step, describeMatch(target, found), 'clear', { selector: found.element.id });
}
