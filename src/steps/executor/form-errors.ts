import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ExecutionState } from '../execution-state.js';
import type { Instruction } from '../instruction.js';

const errorText =
  /\b(?:required|invalid|must (?:be|have|contain|match|start|begin)|please (?:enter|fill|select|choose|provide|check|correct)|is not valid|cannot be (?:empty|blank)|can't be (?:empty|blank)|error|wrong|incorrect|failed|denied|does not match|do not match|try again)\b/iu;

/** Records an error when the form is still shown with invalid fields or error messages. It is thrown later, unless the task inspects the page next. */
export async function recordFormError(
  state: ExecutionState,
  clause: string,
  button: Element | undefined,
): Promise<void> {
  const { elements, modal } = state.turn.observation;
  if (!button || modal || !elements.some(({ id }) => id === button.id)) return;
  const { elements: invalidFocused } = await state.turn.read({
    what: 'elements',
    css: 'form :is(input, select, textarea):invalid:focus',
  });
  const before = new Set((state.elementsBefore ?? []).map(({ name }) => name));
  const messages = elements.filter(
    ({ name, interactive, kind }) =>
      !interactive &&
      !before.has(name) &&
      name.length <= 160 &&
      (errorText.test(name) || kind === 'alert') &&
      errorText.test(name),
  );
  const invalidBefore = new Set(
    (state.elementsBefore ?? []).filter(({ states }) => states.includes('invalid')).map(({ id }) => id),
  );
  const newlyInvalid = elements.filter(
    ({ id, states, value }) => states.includes('invalid') && !invalidBefore.has(id) && value === undefined,
  );
  const fields = invalidFocused.length > 0 ? invalidFocused : newlyInvalid;
  if (fields.length === 0 && messages.length === 0) return;
  const reasons = [
    ...messages.map(({ name }) => `the page shows "${name}"`),
    ...fields.map(({ name, id }) => `${id} "${name}" is invalid`),
  ];
  state.formError = new HandrailError(
    'expectation_failed',
    `"${clause}": the page rejected the form: ${reasons.slice(0, 4).join(', ')}.`,
    'Correct the fields first.',
  );
}

const inspections = new Set<Instruction['kind']>([
  'answer',
  'verify',
  'answer_condition',
  'wait_for',
  'if',
  'remember_answer',
  'copy_text',
]);

/** Throws the recorded form error, unless the next instruction inspects the page. */
export function throwFormError(state: ExecutionState, next: Instruction | undefined): void {
  const error = state.formError;
  state.formError = undefined;
  if (error && !(next && inspections.has(next.kind))) throw error;
}
