import { HandrailError } from '../../../core/errors.js';
import { type Execution, performPlanned } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { readAmount } from '../../parser/number-words.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isChoice, isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { chooseOption } from './choose.js';
import { planField } from './fields.js';

/** Sets a field, list, switch or slider to a value. */
export async function* setValue(step: Step, { target, value }: InstructionOf<'set'>): Execution {
  const text = await resolveValue(step, value);
  const { one } = await matchTarget(step, target, 'set');
  const found = one ?? onlyOfKind(step, target);
  const isSwitchValue = /^(?:on|off|yes|no|true|false|checked|unchecked)$/iu.test(text);
  if (found && (isChoice(found.element) || (isCheckable(found.element) && !isSwitchValue)))
    return yield* chooseOption(step, text, target);
  if (!found) {
    const { one: member } = await matchTarget(step, `"${text}" in ${target}`, 'check');
    if (member && isCheckable(member.element)) return yield* chooseOption(step, text, target);
    yield* waitForTarget(step, target, 'set');
  }
  const isThere = (id: string): boolean => step.screen.turn.observation.elements.some((element) => element.id === id);
  const find = async (): Promise<Match> =>
    found && isThere(found.element.id) ? found : resolveTarget(step, target, 'set');
  yield* performPlanned(step, [planField(target, text, find)]);
}

/** "the slider", "the spinner": the only one. */
function onlyOfKind({ screen: { turn } }: Step, target: string): Match | undefined {
  const word = /\b(?:slider|spinner|range|knob|stepper)\b/iu.exec(target)?.[0];
  if (word === undefined) return undefined;
  const { elements } = turn.observation;
  const isSpinner = /^s(?:pinner|tepper)$/iu.test(word);
  const kind = isSpinner ? 'spinbutton' : 'slider';
  const ofKind = elements.filter((one) => one.kind === kind);
  const only = single(ofKind.length > 0 || !isSpinner ? ofKind : elements.filter(isField));
  return only && { element: only, why: `the only ${kind}` };
}

/** Sets a number field, or changes its number. */
export async function* setCounter(step: Step, { target = 'counter', to, by }: InstructionOf<'set_counter'>): Execution {
  const field = yield* waitForTarget(step, target, 'field');
  const shown = readAmount(field.element.value ?? '');
  const goal = to ?? (shown === undefined || by === undefined ? undefined : shown + by);
  if (goal === undefined)
    throw new HandrailError(
      'not_found',
      `"${step.clause}": ${field.element.id} "${field.element.name}" shows no number.`,
      'State in the task which button to click, and how many times.',
    );
  yield* performPlanned(step, [planField(target, String(goal), async () => field)]);
}
