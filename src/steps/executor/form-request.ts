import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { findNearbyLabels } from '../../perception/grounding/nearby-labels.js';
import { type Execution, performPlanned } from '../calls.js';
import type { Field, Instruction, InstructionOf } from '../instruction.js';
import {
  buttonsByName,
  checkboxesByName,
  type FieldValue,
  type FormWord,
  formWords,
  optionByName,
  unusedWords,
  valuesByFormat,
  valuesByLabel,
} from '../resolver/form-words.js';
import { isWithin } from '../resolver/layout.js';
import { pageMentions } from '../resolver/own-object.js';
import { isChoice, isField } from '../resolver/purpose.js';
import { resolveValue } from '../resolver/resolve-value.js';
import { matchTarget } from '../resolver/target.js';
import { ambiguous, describeMatch } from '../resolver/target-errors.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import { fillFields, planField } from './browser/fields.js';
import { readOptions } from './browser/option-lists.js';
import { submitForm } from './browser/submit.js';
import { click } from './element-calls.js';
import { requireAccepted } from './form-errors.js';
import type { Rest } from './handler.js';
import { enterName, newNameField } from './rename.js';

/** Instructions that continue to fill in the form; the form is submitted after them. */
const formInstructions = new Set<Instruction['kind'] | undefined>([
  'check',
  'choose',
  'type',
  'fill',
  'set',
  'set_date',
  'upload',
  'clear',
  'answer_question',
]);

const cancelNames = /^(?:cancel|reset|back|close|clear|delete|remove|discard|previous|×|✕)\b|^[×✕]$/iu;

/** "Create a ticket with title X and priority High": opens the form if necessary, fills it in and submits it. */
export async function* submitFields(
  step: Step,
  { verb }: Pick<InstructionOf<'press_named_control'>, 'verb'>,
  object: string,
  fields: readonly Field[],
): Execution<Rest | undefined> {
  const noun = object.replace(/^(?:an?|the|my|new|another)\s+/giu, '').replace(/^new\s+/iu, '');
  const before = step.screen.turn.observation.elements;
  if (!pageMentions(noun, before)) throw missing(step, `the page does not mention all of "${noun}"`);
  const [label, value] = fields[0] ?? [''];
  if (!(await matchTarget(step, label, 'set')).one) {
    for (const name of [`${verb} ${noun}`, `new ${noun}`, `add ${noun}`, `create ${noun}`, verb, 'new', 'add']) {
      const { one } = await matchTarget(step, name, 'click');
      if (!one || one.isPrefix || isField(one.element)) continue;
      yield* click(step, `${describeMatch(name, one)} It opens the form.`, one.element);
      break;
    }
  }
  const nameField = fields.length === 1 && /^(?:name|title)$/u.test(label) ? newNameField(step, before) : undefined;
  if (nameField && value) {
    yield* enterName(step, nameField, await resolveValue(step, value));
    return undefined;
  }
  yield* fillFields(step, fields);
  const last = (await matchTarget(step, fields.at(-1)?.[0] ?? '', 'set')).one?.element;
  return yield* pressSubmit(step, [`${verb} ${noun}`, verb, 'save', 'submit'], last);
}

function missing({ clause }: Step, problem: string): HandrailError {
  return new HandrailError('not_found', `"${clause}": ${problem}.`, 'Name the field or the option of the page.');
}

/** Fills in a form from one sentence. Returns undefined when the sentence names none of its fields. Throws when a word of the sentence fits no field. */
export async function* fillBySentence(step: Step, what: string): Execution<Element | undefined> {
  const { elements, title = '' } = step.screen.turn.observation;
  const words = formWords(what);
  const controls = formControls(elements);
  const fields = fieldValues(step, words, controls);
  const checkboxes = checkboxesByName(words, controls).map((element) => ({ element, value: 'yes' }));
  const values = [...fields, ...(await listValues(step, words, controls)), ...checkboxes];
  if (values.length === 0) return undefined;
  const buttons = buttonsByName(words, controls);
  const unused = unusedWords(words, elements, title).map((word) => `"${word}"`);
  if (unused.length > 0) throw missing(step, `the page has no field for ${unused.join(', ')}`);
  yield* performPlanned(
    step,
    values.map(({ element, value }) =>
      planField(element.name, value, async () => ({ element, why: 'named in the sentence' })),
    ),
  );
  for (const button of buttons) yield* click(step, `${button.id} "${button.name}" is named in the sentence.`, button);
  return values.map(({ element }) => element).sort((one, other) => other.bounds.y - one.bounds.y)[0];
}

/** The enabled elements of the form with their labels. Elements in the rows of a list, or behind a dialog, do not belong to it. */
function formControls(elements: readonly Element[]): Element[] {
  const labels = findNearbyLabels(elements);
  const dialog = elements.find(({ role }) => role === 'Dialog');
  return elements
    .filter((element) => (dialog ? isWithin(element, dialog, 1) : !(isChoice(element) && element.list)))
    .filter(({ states }) => !states.includes('disabled') && !states.includes('readonly'))
    .map((element) =>
      element.name === '' || isChoice(element) ? { ...element, name: labels.get(element) ?? element.name } : element,
    );
}

/** The values of text fields: by label first, then by format. */
function fieldValues(step: Step, words: FormWord[], controls: readonly Element[]): FieldValue[] {
  const fields = controls.filter((element) => isField(element) && !isChoice(element));
  const values = valuesByLabel(words, fields);
  const free = fields.filter((field) => !values.some(({ element }) => element.id === field.id));
  for (const { value, fitting } of valuesByFormat(words, free)) {
    if (fitting.length > 1) throw ambiguous(value, fitting, step);
    values.push(...fitting.map((element) => ({ element, value })));
  }
  return values;
}

/** The options of native lists. An option of two lists is ambiguous, unless the sentence names one of them. */
async function listValues(step: Step, words: FormWord[], controls: readonly Element[]): Promise<FieldValue[]> {
  const lists: { element: Element; options: string[] }[] = [];
  for (const element of controls) {
    const options = await readOptions(step, element);
    if (options) lists.push({ element, options });
  }
  return lists.flatMap(({ element, options }) => {
    const [byLabel] = valuesByLabel(words, [element]);
    const isShared = lists.some(
      (other) => other.element !== element && other.options.some((one) => options.includes(one)),
    );
    if (!byLabel && isShared) return [];
    const value = byLabel ? options.find((one) => one.trim() === byLabel.value) : optionByName(words, options);
    return value === undefined ? [] : [{ element, value }];
  });
}

/** Presses the button after the fields that is named after the verb, or the only one. Waits for the next instruction if it fills in more. */
export async function* pressSubmit(
  step: Step,
  names: readonly string[],
  last: Element | undefined,
): Execution<Rest | undefined> {
  if (formInstructions.has(step.next?.kind)) return (later) => pressSubmit(later, names, last);
  if (await isSubmittedNext(step)) return undefined;
  const { elements } = step.screen.turn.observation;
  const dialog = elements.find(({ role }) => role === 'Dialog');
  const after = elements.filter(
    (element) =>
      element.role === 'Button' &&
      element.interactive &&
      !element.states.includes('disabled') &&
      !cancelNames.test(element.name.trim()) &&
      (!last || element.bounds.y >= last.bounds.y - 8) &&
      (!dialog || isWithin(element, dialog, 1)),
  );
  const firstWords = names.map((name) => name.split(' ')[0] ?? '');
  const named = firstWords.map((word) =>
    single(after.filter(({ name }) => name.toLowerCase().split(/\s+/u).includes(word))),
  );
  const button = named.find(Boolean) ?? single(after);
  if (!button) yield* submitForm(step, { kind: 'submit' });
  else {
    yield* click(step, `${button.id} "${button.name}" submits the form.`, button);
    await requireAccepted(step, button);
  }
  return undefined;
}

/** Whether the next instruction presses the submit button itself: "…, continue and confirm". */
export async function isSubmittedNext(step: Step): Promise<boolean> {
  const { next } = step;
  if (next?.kind === 'submit') return true;
  if (next?.kind !== 'click' && next?.kind !== 'press_named_control') return false;
  const { one } = await matchTarget(step, next.target, 'click');
  return one?.element.role === 'Button';
}
