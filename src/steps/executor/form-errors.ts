import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Instruction } from '../instruction.js';
import type { Step } from '../step.js';

const errorText =
  /\b(?:required|invalid|must (?:be|have|contain|match|start|begin)|please (?:enter|fill|select|choose|provide|check|correct)|is not valid|cannot be (?:empty|blank)|can't be (?:empty|blank)|error|wrong|incorrect|failed|denied|does not match|do not match|try again)\b/iu;

/** Instructions that inspect the page: the task expects that the form may be rejected. */
const inspections = new Set<Instruction['kind'] | undefined>([
  'answer',
  'verify',
  'answer_condition',
  'wait_for',
  'if',
  'remember_answer',
  'copy_text',
]);

/** Throws when the form is still shown with invalid fields or error messages, unless the task inspects the page next. */
export async function requireAccepted(step: Step, button: Element | undefined): Promise<void> {
  const { turn, before = [] } = step.screen;
  const { elements, modal } = turn.observation;
  if (inspections.has(step.next?.kind) || !button || modal || !elements.some(({ id }) => id === button.id)) return;
  const css = 'form :is(input, select, textarea):invalid:focus';
  const { elements: focused } = await turn.read({ what: 'elements', css });
  const knownTexts = new Set(before.map(({ name }) => name));
  const messages = elements.filter(
    ({ name, interactive }) => !interactive && !knownTexts.has(name) && name.length <= 160 && errorText.test(name),
  );
  const wasInvalid = new Set(before.filter(({ states }) => states.includes('invalid')).map(({ id }) => id));
  const invalid = elements.filter(
    ({ id, states, value }) => states.includes('invalid') && !wasInvalid.has(id) && value === undefined,
  );
  const reasons = [
    ...messages.map(({ name }) => `the page shows "${name}"`),
    ...(focused.length > 0 ? focused : invalid).map(({ name, id }) => `${id} "${name}" is invalid`),
  ];
  if (reasons.length === 0) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}": the page rejected the form: ${reasons.slice(0, 4).join(', ')}.`,
    'Correct the fields first.',
  );
}
