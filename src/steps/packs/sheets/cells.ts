import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import { fillFields } from '../../executor/browser/fields.js';
import type { InstructionOf, Value } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { type CellName, readCell, readCellsAsked } from './cell-name.js';

const form = /^[A-Z]{1,3}[1-9]\d{0,6}(?=\s|$)/u;

function visibleCells({ screen: { turn } }: Step): Element[] {
  return turn.observation.elements.filter(({ role, name }) => role === 'TableCell' && form.test(name));
}

function isCellNamed({ role, name: own }: Element, name: string): boolean {
  return role === 'TableCell' && form.exec(own)?.[0] === name;
}

/** Resolves a phrase to a cell. A name without the word "cell" counts only when a sheet is open; waits for it. */
export async function* resolveCell(step: Step, phrase: string): Execution<string | undefined> {
  const cell = readCell(phrase);
  if (!cell || cell.isExplicit) return cell?.name;
  const look = (): 'sheet' | 'other' | undefined => {
    if (visibleCells(step).length > 0) return 'sheet';
    return step.screen.turn.observation.elements.some(({ name }) => name.trim() === cell.name) ? 'other' : undefined;
  };
  const found = await waitUntil(step, look);
  return found === 'sheet' ? cell.name : undefined;
}

/** The name box also has the name of the active cell, so only table cells count. */
async function cellNamed({ screen: { turn } }: Step, name: string): Promise<Element | undefined> {
  const here = turn.observation.elements.find((one) => isCellNamed(one, name));
  return here ?? (await turn.observe({ find: name, budget: 1 })).elements.find((one) => isCellNamed(one, name));
}

async function* waitForCell(step: Step, name: string): Execution<Element | undefined> {
  const look = async (): Promise<Element | 'elsewhere' | undefined> =>
    (await cellNamed(step, name)) ?? (visibleCells(step).length > 0 ? 'elsewhere' : undefined);
  const found = await waitUntil(step, look);
  return found === 'elsewhere' ? undefined : found;
}

/** Goes to a cell with a click, or through the name box when the cell is not visible. */
export async function* goToCell(step: Step, name: string): Execution {
  const cell = yield* waitForCell(step, name);
  step.discourse.target = { phrase: name, element: cell };
  if (cell) {
    const input = { selector: cell.id };
    yield* performCall(step, `${cell.id} is the cell ${name}.`, 'click', input);
    return;
  }
  const box = step.screen.turn.observation.elements.find(
    (one) => isField(one) && !one.states.includes('multiline') && form.test(one.value ?? ''),
  );
  if (!box)
    throw new HandrailError(
      'not_found',
      `There is no cell ${name} on the screen.`,
      'Open the sheet first, and name one of its cells.',
    );
  yield* performCall(step, `The cell ${name} is not visible: ${box.id} is the name box.`, 'type', {
    selector: box.id,
    text: name,
    clear: true,
    submit: true,
  });
}

/** Types a value into a cell and confirms it with Enter. */
export async function* typeIntoCell(step: Step, name: string, value: Value): Execution {
  const text = await resolveValue(step, value);
  yield* goToCell(step, name);
  yield* performCall(step, `Typing "${text}" into it.`, 'type', { text, submit: true });
}

/** Fills in cells. Without a sheet, fills in the fields of those names. */
export async function* fillCells(step: Step, instruction: InstructionOf<'fill'>): Execution {
  for (const [label, value] of instruction.fields) {
    const name = yield* resolveCell(step, label);
    if (name === undefined) return yield* fillFields(step, instruction.fields, instruction.form);
    yield* typeIntoCell(step, name, value);
  }
}

/** Whether all labels look like names of cells. */
export function fillsCells({ fields }: InstructionOf<'fill'>): boolean {
  return fields.every(([label]) => readCell(label));
}

const pronounQuestion =
  /^(?:(?:what\s+is\s+)?(?:it|that|this)(?:\s+back)?|(?:what\s+is\s+)?(?:its|the)\s+(?:new\s+)?(?:values?|contents?|result|answer))$/iu;

/** The cells that a question asks for. Returns none without a sheet, or when the question asks for more. */
export function cellsAsked(step: Step, question: string): CellName[] {
  const last = step.discourse.target;
  const isBack = pronounQuestion.test(question.trim()) && last && readCell(last.phrase);
  const cells = isBack ? [isBack] : readCellsAsked(question);
  return cells.every(({ isExplicit: isSaid }) => isSaid) || visibleCells(step).length > 0 ? cells : [];
}

/** The wait for the value of a formula. */
const formulaWaitMs = 1_000;

/** Answers with the values of cells. */
export async function* readCells(step: Step, cells: readonly CellName[], question: string): Execution {
  for (const { name } of cells) {
    if (!(yield* waitForCell(step, name))) yield* goToCell(step, name);
    const look = async (): Promise<string | undefined> => (await cellNamed(step, name))?.value || undefined;
    const value = (await waitUntil(step, look, formulaWaitMs)) ?? '';
    step.report.answers.push({ question: cells.length > 1 ? name : question, value });
  }
}
