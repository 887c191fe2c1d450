import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Execution } from '../calls.js';
import type { Field, Instruction, InstructionOf } from '../instruction.js';
import { isWithin } from '../resolver/layout.js';
import { pageMentions } from '../resolver/own-object.js';
import { isField } from '../resolver/purpose.js';
import { resolveValue } from '../resolver/resolve-value.js';
import { matchTarget } from '../resolver/target.js';
import { describeMatch } from '../resolver/target-errors.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import { fillFields } from './browser/fields.js';
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
