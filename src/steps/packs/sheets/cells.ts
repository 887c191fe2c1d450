import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import { fill, valueText } from '../../executor/browser/fields.js';
import type { Instruction, Value } from '../../instruction.js';
import { type CellName, readCell, readCellsAsked } from '../../parser/cell-words.js';
import { awaitThing } from '../../resolver/find.js';
import { isField } from '../../resolver/want.js';

const form = /^[A-Z]{1,3}[1-9]\d{0,6}(?=\s|$)/u;

function cellsShown({ turn }: ExecutionState): Element[] {
  return turn.observation.elements.filter(({ role, name }) => role === 'TableCell' && form.test(name));
}

function isCalled({ role, name: own }: Element, name: string): boolean {
  return role === 'TableCell' && form.exec(own)?.[0] === name;
}

/** The cell that a phrase means. What is only called like one is one where there is a sheet, which may be on its way. */
export async function* cellMeant(world: ExecutionState, phrase: string): Script<string | undefined> {
  const cell = readCell(phrase);
  if (!cell || cell.isSaid) return cell?.name;
  const look = (): 'sheet' | 'other' | undefined => {
    if (cellsShown(world).length > 0) return 'sheet';
    return world.turn.observation.elements.some(({ name }) => name.trim() === cell.name) ? 'other' : undefined;
  };
  const found = yield* awaitThing(world, `The cell ${cell.name}`, look);
  if (found === undefined) world.acted = false; // it was waited for
  return found === 'sheet' ? cell.name : undefined;
}

/** The box that shows which cell is in use has the name of that cell, too: only cells count. */
async function cellCalled({ turn }: ExecutionState, name: string): Promise<Element | undefined> {
  const here = turn.observation.elements.find((one) => isCalled(one, name));
  return here ?? (await turn.see({ find: name, budget: 1 })).elements.find((one) => isCalled(one, name));
}

async function* findCell(world: ExecutionState, name: string): Script<Element | undefined> {
  const look = async (): Promise<Element | 'elsewhere' | undefined> =>
    (await cellCalled(world, name)) ?? (cellsShown(world).length > 0 ? 'elsewhere' : undefined);
  const found = yield* awaitThing(world, `The cell ${name}`, look);
  return found === 'elsewhere' ? undefined : found;
}

/** Goes to a cell; by the box that shows which is in use, where it is not to be seen. */
export async function* goToCell(world: ExecutionState, name: string, words: string): Script {
  const cell = yield* findCell(world, name);
  world.last = { phrase: name, ...(cell ? { element: cell } : {}) };
  if (cell) {
    const input = { selector: cell.id };
    yield* perform(world, words, `${cell.id} is the cell ${name}: going there.`, { tool: 'click', input });
    return;
  }
  const box = world.turn.observation.elements.find(
    (one) => isField(one) && !one.states.includes('multiline') && form.test(one.value ?? ''),
  );
  if (!box)
    throw new HandrailError(
      'not_found',
      `There is no cell ${name} here.`,
      'Open the sheet first, and name a cell that it has.',
    );
  yield* perform(world, words, `The cell ${name} is not in view: ${box.id} goes to cells.`, {
    tool: 'type',
    input: { selector: box.id, text: name, clear: true, submit: true },
  });
}

/** Cells take their text with Enter. */
export async function* typeIntoCell(world: ExecutionState, name: string, value: Value, words: string): Script {
  const text = await valueText(world, value);
  yield* goToCell(world, name, words);
  yield* perform(world, words, `Typing "${text}" into it.`, { tool: 'type', input: { text, submit: true } });
}

/** Fills in cells one after the other, and fields where there is no sheet. */
export async function* fillCells(world: ExecutionState, step: Extract<Instruction, { do: 'fill' }>): Script {
  for (const [label, value] of step.fields) {
    const name = yield* cellMeant(world, label);
    if (name === undefined) return yield* fill(world, step.fields, step.words, step.form);
    yield* typeIntoCell(world, name, value, step.words);
  }
}

/** Whether all that is to be filled in is called like a cell. */
export function areCells({ fields }: Extract<Instruction, { do: 'fill' }>): boolean {
  return fields.every(([label]) => readCell(label));
}

const backWords =
  /^(?:(?:what\s+is\s+)?(?:it|that|this)(?:\s+back)?|(?:what\s+is\s+)?(?:its|the)\s+(?:new\s+)?(?:values?|contents?|result|answer))$/iu;

/** The cells that a question asks for: nothing where there is no sheet, or where it asks for more. */
export function cellsAsked(world: ExecutionState, question: string): CellName[] {
  const { last } = world;
  const isBack = backWords.test(question.trim()) && last && readCell(last.phrase);
  const cells = isBack ? [isBack] : readCellsAsked(question);
  return cells.every(({ isSaid }) => isSaid) || cellsShown(world).length > 0 ? cells : [];
}

/** A formula takes a moment to come to its value. */
const reckoningMs = 1_000;

/** Tells what is in cells. */
export async function* readCells(
  world: ExecutionState,
  cells: readonly CellName[],
  question: string,
  words: string,
): Script {
  for (const { name } of cells) {
    if (!(yield* findCell(world, name))) yield* goToCell(world, name, words);
    const look = async (): Promise<string | undefined> => (await cellCalled(world, name))?.value || undefined;
    const value = (yield* awaitThing(world, `What is in ${name}`, look, reckoningMs)) ?? '';
    world.answers.push({ question: cells.length > 1 ? name : question, value });
  }
}
