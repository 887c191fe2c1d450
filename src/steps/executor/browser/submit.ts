import type { Element } from '../../../core/element.js';
import { type CallRequest, type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous, notFound } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import { pressKey } from '../element-calls.js';
import { recordFormError } from '../form-errors.js';

const submitNames =
  /^(?:submit|send|save|continue|confirm|finish|done|ok|apply|create|register|sign\s*up|next|go|update|place order|request|search|log\s*in|sign\s*in|book|pay)\b/iu;

/** Submits a form with its button, or with Enter. */
export async function* submitForm(state: ExecutionState, instruction: InstructionOf<'submit'>): Execution {
  const { clause } = instruction;
  const button = await submitButton(state, instruction);
  if (!button) {
    yield* pressKey(state, clause, 'No button submits the form: pressing Enter in the field.', 'Enter');
    return;
  }
  yield* performCall(state, clause, `${button.id} "${button.name}" submits the form.`, sendingOff(button));
  await recordFormError(state, clause, button);
}

/** The named button, the submit button of the form, or the only button with such a name. Returns undefined when Enter submits the focused field. */
async function submitButton(
  state: ExecutionState,
  { target, clause }: InstructionOf<'submit'>,
): Promise<Element | undefined> {
  const form = target?.replace(/^the\s+/iu, '');
  const phrases = form ? [`"submit ${form}"`, `submit button in the ${form}`] : ['submit button'];
  for (const phrase of phrases) {
    const { one } = await matchTarget(state, phrase, 'click');
    if (one && !isField(one.element)) return one.element;
  }
  const css = 'form button[type=submit], form button:not([type]), form input[type=submit], form input[type=image]';
  const { elements } = await state.turn.read({ what: 'elements', css });
  const usable = elements.filter(({ states }) => !states.includes('disabled'));
  const named = usable.length > 1 ? usable.filter(({ name }) => submitNames.test(name.trim())) : usable;
  const focused = state.turn.observation.elements.find(({ states }) => states.includes('focused'));
  const sameForm = named.length > 1 && focused ? inSameForm(state, named, focused) : named;
  const only = single(sameForm);
  if (only) return only;
  if (sameForm.length > 1) throw ambiguous(clause, sameForm);
  const namedButtons = state.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && submitNames.test(name.trim()),
  );
  const one = single(namedButtons);
  if (one) return one;
  if (namedButtons.length > 1) throw ambiguous(clause, namedButtons);
  if (focused && isField(focused)) return undefined;
  throw notFound('a submit button', []);
}

/** A user who writes "submit" asks for this click explicitly. */
function sendingOff({ id }: Element): CallRequest {
  return { tool: 'click', input: { selector: id } };
}

/** The buttons in the smallest part of the document that contains the field and a button. */
export function inSameForm({ turn }: ExecutionState, buttons: readonly Element[], field: Element): Element[] {
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
