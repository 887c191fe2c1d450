import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { fillFields } from '../../executor/browser/fill.js';
import type { InstructionOf, Value } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { type CellName, readCell, readCellsAsked } from './cell-name.js';

const form = /^[A-Z]{1,3}[1-9]\d{0,6}(?=\s|$)/u;

function visibleCells({ turn }: ExecutionState): Element[] {
  return turn.observation.elements.filter(({ role, name }) => role === 'TableCell' && form.test(name));
}

function isCellNamed({ role, name: own }: Element, name: string): boolean {
  return role === 'TableCell' && form.exec(own)?.[0] === name;
}

/** Resolves a phrase to a cell. A name without the word "cell" counts only when a sheet is open; waits for it. */
export async function* resolveCell(state: ExecutionState, phrase: string): Execution<string | undefined> {
  const cell = readCell(phrase);
  if (!cell || cell.isExplicit) return cell?.name;
  const look = (): 'sheet' | 'other' | undefined => {
    if (visibleCells(state).length > 0) return 'sheet';
    return state.turn.observation.elements.some(({ name }) => name.trim() === cell.name) ? 'other' : undefined;
  };
  const found = await waitUntil(state, look);
  if (found === undefined) state.hasActed = false; // the wait is over
  return found === 'sheet' ? cell.name : undefined;
}

/** The name box also has the name of the active cell, so only table cells count. */
async function cellNamed({ turn }: ExecutionState, name: string): Promise<Element | undefined> {
  const here = turn.observation.elements.find((one) => isCellNamed(one, name));
  return here ?? (await turn.observe({ find: name, budget: 1 })).elements.find((one) => isCellNamed(one, name));
}

async function* waitForCell(state: ExecutionState, name: string): Execution<Element | undefined> {
  const look = async (): Promise<Element | 'elsewhere' | undefined> =>
    (await cellNamed(state, name)) ?? (visibleCells(state).length > 0 ? 'elsewhere' : undefined);
  const found = await waitUntil(state, look);
  return found === 'elsewhere' ? undefined : found;
}

/** Goes to a cell with a click, or through the name box when the cell is not visible. */
export async function* goToCell(state: ExecutionState, name: string, clause: string): Execution {
  const cell = yield* waitForCell(state, name);
  state.lastTarget = { phrase: name, element: cell };
  if (cell) {
    const input = { selector: cell.id };
    yield* performCall(state, clause, `${cell.id} is the cell ${name}.`, { tool: 'click', input });
    return;
  }
  const box = state.turn.observation.elements.find(
    (one) => isField(one) && !one.states.includes('multiline') && form.test(one.value ?? ''),
  );
  if (!box)
    throw new HandrailError(
      'not_found',
      `There is no cell ${name} on the screen.`,
      'Open the sheet first, and name one of its cells.',
    );
  yield* performCall(state, clause, `The cell ${name} is not visible: ${box.id} is the name box.`, {
    tool: 'type',
    input: { selector: box.id, text: name, clear: true, submit: true },
  });
}

/** Types a value into a cell and confirms it with Enter. */
export async function* typeIntoCell(state: ExecutionState, name: string, value: Value, clause: string): Execution {
  const text = await resolveValue(state, value);
  yield* goToCell(state, name, clause);
  yield* performCall(state, clause, `Typing "${text}" into it.`, { tool: 'type', input: { text, submit: true } });
}

/** Fills in cells. Without a sheet, fills in the fields of those names. */
export async function* fillCells(state: ExecutionState, instruction: InstructionOf<'fill'>): Execution {
  for (const [label, value] of instruction.fields) {
    const name = yield* resolveCell(state, label);
    if (name === undefined) return yield* fillFields(state, instruction.fields, instruction.clause, instruction.form);
    yield* typeIntoCell(state, name, value, instruction.clause);
  }
}

/** Whether all labels look like names of cells. */
export function fillsCells({ fields }: InstructionOf<'fill'>): boolean {
  return fields.every(([label]) => readCell(label));
}

const pronounQuestion =
  /^(?:(?:what\s+is\s+)?(?:it|that|this)(?:\s+back)?|(?:what\s+is\s+)?(?:its|the)\s+(?:new\s+)?(?:values?|contents?|result|answer))$/iu;

/** The cells that a question asks for. Returns none without a sheet, or when the question asks for more. */
export function cellsAsked(state: ExecutionState, question: string): CellName[] {
  const last = state.lastTarget;
  const isBack = pronounQuestion.test(question.trim()) && last && readCell(last.phrase);
  const cells = isBack ? [isBack] : readCellsAsked(question);
  return cells.every(({ isExplicit: isSaid }) => isSaid) || visibleCells(state).length > 0 ? cells : [];
}

/** The wait for the value of a formula. */
const formulaWaitMs = 1_000;

/** Answers with the values of cells. */
export async function* readCells(
  state: ExecutionState,
  cells: readonly CellName[],
  question: string,
  clause: string,
): Execution {
  for (const { name } of cells) {
    if (!(yield* waitForCell(state, name))) yield* goToCell(state, name, clause);
    const look = async (): Promise<string | undefined> => (await cellNamed(state, name))?.value || undefined;
    const value = (await waitUntil(state, look, formulaWaitMs)) ?? '';
    state.answers.push({ question: cells.length > 1 ? name : question, value });
  }
}
