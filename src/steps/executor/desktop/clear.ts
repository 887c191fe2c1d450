import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { cellMeant, goToCell } from '../../packs/sheets/cells.js';
import { readCell } from '../../parser/cell-words.js';
import { find } from '../../resolver/find.js';
import { tell } from '../../resolver/target.js';
import { pointing } from '../browser/pointer.js';
import { isDocument, textArea } from './typing.js';

const shown =
  /^(?:the\s+)?(?:calculator|(?:calculator['’]s\s+)?display|galculator|kcalc|input|screen|everything|all)$/iu;
const clearing = [/^(?:AC|all\s+clear)$/iu, /^(?:clear(?:\s+all)?|CLR|esc)$/iu, /^C$/u, /^CE$/iu];

/** Empties a calculator, a document, a cell or a field. */
export async function* clearThing(
  world: ExecutionState,
  { target, words }: Extract<Instruction, { do: 'clear' }>,
): Script {
  const { elements } = world.turn.observation;
  const buttons = elements.filter(({ role }) => role === 'Button');
  const key = clearing.map((form) => buttons.find(({ name }) => form.test(name.trim()))).find(Boolean);
  if (key && shown.test(target.trim())) {
    yield* perform(world, words, `${key.id} "${key.name}" clears it.`, pointing(world, 'click', key));
    return;
  }
  const cell = readCell(target) ? yield* cellMeant(world, target) : undefined;
  if (cell !== undefined) {
    yield* goToCell(world, cell, words);
    yield* perform(world, words, 'Delete empties the cell.', { tool: 'press_key', input: { key: 'Delete' } });
    return;
  }
  const area = isDocument(target) ? textArea(world) : undefined;
  if (area) {
    yield* perform(world, words, `${area.id} is the text.`, { tool: 'clear', input: { selector: area.id } });
    return;
  }
  const found = yield* find(world, target, { kind: 'field' });
  yield* perform(world, words, tell(target, found), { tool: 'clear', input: { selector: found.element.id } });
}
