import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf, Value } from '../../instruction.js';
import { splitWindow } from '../../resolver/program-windows.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { fillFields } from '../browser/fields.js';

const cellName = /^[A-Z]{1,3}[1-9]\d{0,6}(?=\s|$)/u;
const phraseForCell =
  /^(?:(?:the\s+)?(?:values?|contents?|text)\s+(?:of|in)\s+)?(?:the\s+)?(cell\s+)?["“]?([a-z]{1,3}[1-9]\d{0,6})["”]?$/iu;

/** Whether a phrase names a cell, or could name one: "cell b4", "B4". */
export function isCellPhrase(phrase: string): boolean {
  return phraseForCell.test(phrase.trim());
}

function visibleCells({ screen: { turn } }: Step): Element[] {
  return turn.observation.elements.filter(({ role, name }) => role === 'TableCell' && cellName.test(name));
}

/** The name of the cell that a phrase names. A name without the word "cell" counts only when a sheet is open; waits for it. */
export async function* resolveCell(step: Step, phrase: string): Execution<string | undefined> {
  const [, word, name] = phraseForCell.exec(phrase.trim()) ?? [];
  const cell = name?.toUpperCase();
  if (cell === undefined || word) return cell;
  const found = await waitUntil(step, () => {
    if (visibleCells(step).length > 0) return 'sheet';
    return step.screen.turn.observation.elements.some((one) => one.name.trim() === cell) ? 'other' : undefined;
  });
  return found === 'sheet' ? cell : undefined;
}

/** Waits for a cell. The name box also has the name of the active cell, so only table cells count. */
async function findCell(step: Step, name: string): Promise<Element | undefined> {
  const isCell = (one: Element): boolean => one.role === 'TableCell' && cellName.exec(one.name)?.[0] === name;
  const found = await waitUntil(step, async () => {
    const { turn } = step.screen;
    const cell = turn.observation.elements.find(isCell);
    if (cell) return cell;
    const elsewhere = (await turn.observe({ find: name, budget: 1 })).elements.find(isCell);
    return elsewhere ?? (visibleCells(step).length > 0 ? 'elsewhere' : undefined);
  });
  return found === 'elsewhere' ? undefined : found;
}

/** Goes to a cell with a click, or through the name box when the cell is not visible. */
export async function* goToCell(step: Step, name: string): Execution {
  const cell = await findCell(step, name);
  step.discourse.target = { phrase: name, element: cell };
  if (cell) {
    yield* performCall(step, `${cell.id} is the cell ${name}.`, 'click', { selector: cell.id });
    return;
  }
  const box = step.screen.turn.observation.elements.find(
    (one) => isField(one) && !one.states.includes('multiline') && cellName.test(one.value ?? ''),
  );
  if (!box)
    throw new HandrailError(
      'not_found',
      `There is no cell ${name} on the screen.`,
      'Open the sheet first, and name one of its cells.',
    );
  const input = { selector: box.id, text: name, clear: true, submit: true };
  yield* performCall(step, `The cell ${name} is not visible: ${box.id} is the name box.`, 'type', input);
}

/** Types a value into a cell and confirms it with Enter. */
export async function* typeIntoCell(step: Step, name: string, value: Value): Execution {
  const text = await resolveValue(step, value);
  yield* goToCell(step, name);
  yield* performCall(step, `Typing "${text}" into it.`, 'type', { text, submit: true });
}

/** Goes to the cell that a phrase names. Without a sheet, does something else. */
export async function* goToCellOr(step: Step, phrase: string, otherwise: () => Execution<unknown>): Execution {
  const cell = yield* resolveCell(step, phrase);
  if (cell !== undefined) yield* goToCell(step, cell);
  else yield* otherwise();
}

/** Fills in cells. Without a sheet, fills in the fields of those names. */
export async function* fillCells(step: Step, { fields, form }: InstructionOf<'fill'>): Execution {
  for (const [label, value] of fields) {
    const name = yield* resolveCell(step, label);
    if (name === undefined) return yield* fillFields(step, fields, form);
    yield* typeIntoCell(step, name, value);
  }
}

const askingWords = new Set(
  "what whats what’s what's is are does do the a value values content contents text number result results of in inside from at cell cells show shows shown contain contains hold holds have has say says display displays displayed read reads now currently and written stored entered it there be".split(
    ' ',
  ),
);
const pronounQuestion =
  /^(?:(?:what\s+is\s+)?(?:it|that|this)(?:\s+back)?|(?:what\s+is\s+)?(?:its|the)\s+(?:new\s+)?(?:values?|contents?|result|answer))$/iu;
/** The wait for the value of a formula. */
const formulaWaitMs = 1_000;

/** Answers a question about cells: "What is the value of B4?" Returns undefined without a sheet, and when the question asks for more. */
export function answerFromCells(step: Step, question: string): Execution | undefined {
  const text = splitWindow(step, question)?.target ?? question;
  const last = step.discourse.target?.phrase ?? '';
  const words = text.replace(/["“”,?.!]/gu, ' ').split(/\s+/u);
  const isName = (word: string): boolean => /^[A-Z]{1,3}[1-9]\d{0,6}$/u.test(word);
  const isAsked = words.every((word) => word === '' || isName(word) || askingWords.has(word.toLowerCase()));
  const isAboutLast = pronounQuestion.test(text.trim()) && isName(last);
  const names = isAboutLast ? [last] : isAsked ? words.filter(isName) : [];
  const isSheet = visibleCells(step).length > 0 || /\bcells?\b/iu.test(text);
  return names.length > 0 && isSheet ? readCells(step, names, question) : undefined;
}

async function* readCells(step: Step, names: readonly string[], question: string): Execution {
  for (const name of names) {
    if (!(await findCell(step, name))) yield* goToCell(step, name);
    const value = await waitUntil(step, async () => (await findCell(step, name))?.value || undefined, formulaWaitMs);
    step.report.answers.push({ question: names.length > 1 ? name : question, value: value ?? '' });
  }
}
