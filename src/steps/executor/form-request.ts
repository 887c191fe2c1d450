import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { findNearbyLabels } from '../../perception/grounding/nearby-labels.js';
import { type Execution, performCall, performPlanned } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
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
import { pageMentions } from '../resolver/mentions.js';
import { newNameField } from '../resolver/name-field.js';
import { isChoice, isField } from '../resolver/purpose.js';
import { resolveValue } from '../resolver/resolve-value.js';
import { matchTarget } from '../resolver/target.js';
import { ambiguous, describeMatch } from '../resolver/target-errors.js';
import { single } from '../single.js';
import { fillFields, prepareFieldCall } from './browser/fill.js';
import { isNativeSelect, readOptions } from './browser/native-select.js';
import { submitForm } from './browser/submit.js';
import { click, typeCall } from './element-calls.js';
import { recordFormError } from './form-errors.js';
import { confirmField } from './rename.js';

/** Instructions that continue to fill in the form; the form is submitted after them. */
const formInstructions = new Set<Instruction['kind']>([
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

type NamedControl = InstructionOf<'press_named_control'>;

/** "Create a ticket with title X and priority High": opens the form if necessary, fills it in and submits it. */
export async function* submitFields(
  state: ExecutionState,
  instruction: NamedControl,
  object: string,
  fields: readonly Field[],
): Execution {
  const { verb, clause } = instruction;
  const noun = object.replace(/^(?:an?|the|my|new|another)\s+/giu, '').replace(/^new\s+/iu, '');
  if (!pageMentions(noun, state.turn.observation.elements))
    throw new HandrailError(
      'not_found',
      `"${clause}": the page does not mention all of "${noun}".`,
      'Name the field for each value.',
    );
  const [label] = fields[0] ?? [''];
  const before = state.turn.observation.elements;
  if (!(await matchTarget(state, label, 'set')).one) {
    for (const name of [`${verb} ${noun}`, `new ${noun}`, `add ${noun}`, `create ${noun}`, verb, 'new', 'add']) {
      const { one } = await matchTarget(state, name, 'click');
      if (!one || one.isPrefix || isField(one.element)) continue;
      yield* click(state, clause, `${describeMatch(name, one)} It opens the form.`, one.element);
      break;
    }
  }
  const nameField = fields.length === 1 && /^(?:name|title)$/u.test(label) ? newNameField(state, before) : undefined;
  if (nameField && fields[0]) {
    yield* performCall(
      state,
      clause,
      `${nameField.id} "${nameField.name}" is the field for the name.`,
      typeCall(nameField, await resolveValue(state, fields[0][1])),
    );
    return yield* confirmField(state, clause, nameField);
  }
  yield* fillFields(state, fields, clause);
  const last = (await matchTarget(state, fields.at(-1)?.[0] ?? '', 'set')).one?.element;
  yield* pressSubmit(state, clause, [`${verb} ${noun}`, verb, 'save', 'submit'], last);
}

/** Fills in and submits a form from one sentence. Returns false when the sentence names none of its fields. Throws when a word of the sentence fits no field. */
export async function* submitBySentence(
  state: ExecutionState,
  verb: string,
  what: string,
  clause: string,
): Execution<boolean> {
  const { elements, title = '' } = state.turn.observation;
  const words = formWords(what);
  const controls = formControls(elements);
  const fields = fieldValues(state, words, controls);
  const checkboxes = checkboxesByName(words, controls).map((element) => ({ element, value: 'yes' }));
  const values = [...fields, ...(await listValues(state, words, controls)), ...checkboxes];
  if (values.length === 0) return false;
  const buttons = buttonsByName(words, controls);
  const unused = unusedWords(words, elements, title);
  if (unused.length > 0)
    throw new HandrailError(
      'not_found',
      `"${clause}": the page has no field for ${unused.map((word) => `"${word}"`).join(', ')}.`,
      'Name the field or the option of the page.',
    );
  yield* performPlanned(
    state,
    values.map(({ element, value }) => ({
      clause,
      prepare: async () => prepareFieldCall(state, element.name, { element, why: 'named in the sentence' }, value),
    })),
  );
  for (const button of buttons)
    yield* click(state, clause, `${button.id} "${button.name}" is named in the sentence.`, button);
  const last = values.map(({ element }) => element).sort((one, other) => other.bounds.y - one.bounds.y)[0];
  yield* pressSubmit(state, clause, [`${verb} ${what}`, verb], last);
  return true;
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
function fieldValues(state: ExecutionState, words: FormWord[], controls: readonly Element[]): FieldValue[] {
  const fields = controls.filter((element) => isField(element) && !isChoice(element));
  const values = valuesByLabel(words, fields);
  const free = fields.filter((field) => !values.some(({ element }) => element.id === field.id));
  for (const { value, fitting } of valuesByFormat(words, free)) {
    const [element] = fitting;
    if (fitting.length > 1) throw ambiguous(value, fitting, state);
    if (element) values.push({ element, value });
  }
  return values;
}

/** The options of native lists. An option of two lists is ambiguous, unless the sentence names one of them. */
async function listValues(
  state: ExecutionState,
  words: FormWord[],
  controls: readonly Element[],
): Promise<FieldValue[]> {
  const lists: { element: Element; options: string[] }[] = [];
  for (const element of controls.filter(isChoice))
    if (await isNativeSelect(state, element)) lists.push({ element, options: await readOptions(state, element) });
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

/** Presses the button after the fields that is named after the verb, or the only one. */
export async function* pressSubmit(
  state: ExecutionState,
  clause: string,
  names: readonly string[],
  last: Element | undefined,
): Execution {
  if (state.nextInstruction && formInstructions.has(state.nextInstruction.kind)) {
    state.pendingSubmit = () => pressSubmit(state, clause, names, last);
    return;
  }
  if (await isSubmittedNext(state)) return;
  const { elements } = state.turn.observation;
  const dialog = elements.find(({ role }) => role === 'Dialog');
  const after = elements.filter(
    ({ role, name, bounds, states, interactive }) =>
      role === 'Button' &&
      interactive &&
      !states.includes('disabled') &&
      !cancelNames.test(name.trim()) &&
      (!last || bounds.y >= last.bounds.y - 8) &&
      (!dialog || (bounds.x >= dialog.bounds.x && bounds.y <= dialog.bounds.y + dialog.bounds.height)),
  );
  for (const name of names) {
    const [first = ''] = name.split(' ');
    const named = after.filter((button) => button.name.toLowerCase().split(/\s+/u).includes(first));
    const one = single(named);
    if (!one) continue;
    yield* click(state, clause, `${one.id} "${one.name}" submits the form.`, one);
    await recordFormError(state, clause, one);
    return;
  }
  const [only] = after;
  if (only && after.length === 1) {
    yield* click(state, clause, `${only.id} "${only.name}" is the button after the fields.`, only);
    await recordFormError(state, clause, only);
    return;
  }
  yield* submitForm(state, { kind: 'submit', clause });
}

/** Whether the next instruction presses the submit button itself: "…, continue and confirm". */
export async function isSubmittedNext(state: ExecutionState): Promise<boolean> {
  const next = state.nextInstruction;
  if (next?.kind === 'submit') return true;
  const target = next?.kind === 'click' || next?.kind === 'press_named_control' ? next.target : undefined;
  if (target === undefined) return false;
  const { one } = await matchTarget(state, target, 'click');
  return one !== undefined && one.element.role === 'Button';
}
