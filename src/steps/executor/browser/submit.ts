import type { Element } from '../../../core/element.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous, notFound } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { pressKey } from '../element-calls.js';
import { requireAccepted } from '../form-errors.js';

const submitNames =
  /^(?:submit|send|save|continue|confirm|finish|done|ok|apply|create|register|sign\s*up|next|go|update|place order|request|search|log\s*in|sign\s*in|book|pay)\b/iu;

/** Submits a form with its button, or with Enter. */
export async function* submitForm(step: Step, instruction: InstructionOf<'submit'>): Execution {
  const button = await submitButton(step, instruction);
  if (!button) {
    yield* pressKey(step, 'No button submits the form: pressing Enter in the field.', 'Enter');
    return;
  }
  yield* performCall(step, `${button.id} "${button.name}" submits the form.`, 'click', { selector: button.id });
  await requireAccepted(step, button);
}

/** The named button, the submit button of the form, or the only button with such a name. Returns undefined when Enter submits the focused field. */
async function submitButton(step: Step, { target }: InstructionOf<'submit'>): Promise<Element | undefined> {
  const form = target?.replace(/^the\s+/iu, '');
  const phrases = form ? [`"submit ${form}"`, `submit button in the ${form}`] : ['submit button'];
  for (const phrase of phrases) {
    const { one } = await matchTarget(step, phrase, 'click');
    if (one && !isField(one.element)) return one.element;
  }
  const css = 'form button[type=submit], form button:not([type]), form input[type=submit], form input[type=image]';
  const { elements } = await step.screen.turn.read({ what: 'elements', css });
  const usable = elements.filter(({ states }) => !states.includes('disabled'));
  const named = usable.length > 1 ? usable.filter(({ name }) => submitNames.test(name.trim())) : usable;
  const focused = step.screen.turn.observation.elements.find(({ states }) => states.includes('focused'));
  const sameForm = named.length > 1 && focused ? inSameForm(step, named, focused) : named;
  const only = single(sameForm);
  if (only) return only;
  if (sameForm.length > 1) throw ambiguous(step.clause, sameForm);
  const namedButtons = step.screen.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && submitNames.test(name.trim()),
  );
  const one = single(namedButtons);
  if (one) return one;
  if (namedButtons.length > 1) throw ambiguous(step.clause, namedButtons);
  if (focused && isField(focused)) return undefined;
  throw notFound('a submit button', []);
}

/** The buttons in the smallest part of the document that contains the field and a button. */
export function inSameForm({ screen: { turn } }: Step, buttons: readonly Element[], field: Element): Element[] {
  const pathOf = ({ id }: Element): readonly string[] =>
    turn.observation.elements.find((element) => element.id === id)?.path ?? [];
  const own = pathOf(field);
  const sharedDepth = (button: Element): number => {
    const other = pathOf(button);
    const differs = own.findIndex((part, index) => part !== other[index]);
    return differs === -1 ? own.length : differs;
  };
  const deepest = Math.max(0, ...buttons.map(sharedDepth));
  return buttons.filter((button) => sharedDepth(button) === deepest);
}
