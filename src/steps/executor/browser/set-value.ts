import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall, performPlanned, sendCalls } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { readAmount } from '../../parser/number-words.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isChoice, isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { clickCall } from '../element-calls.js';
import { chooseOption } from './choose.js';
import { planField } from './fields.js';

const sliders = '[role=slider], input[type=range], [class*="slider" i][tabindex], [class*="slider-handle" i]';

/** Sets a field, list, switch or slider to a value. */
export async function* setValue(step: Step, { target, value }: InstructionOf<'set'>): Execution {
  const text = await resolveValue(step, value);
  const { one } = await matchTarget(step, target, 'set');
  const found = one ?? (await onlySlider(step, target));
  if (found && /^(?:slider|handle)$/u.test(found.element.kind ?? '')) {
    const input = { selector: found.element.id, value: text };
    yield* performCall(step, `${describeMatch(target, found)} Setting it to ${text}.`, 'fill', input);
    return;
  }
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

/** "the slider", "the spinner": the only one, by its role or by its class name. */
async function onlySlider(step: Step, target: string): Promise<Match | undefined> {
  if (!/\b(?:slider|spinner|range|knob|stepper)\b/iu.test(target)) return undefined;
  const { elements } = step.screen.turn.observation;
  const kind = /spinner|stepper/iu.test(target) ? 'spinbutton' : 'slider';
  const only = single(elements.filter((element) => element.kind === kind));
  if (only) return { element: only, why: `the only ${kind}` };
  if (kind === 'spinbutton') {
    const field = single(elements.filter(isField));
    return field && { element: field, why: 'the only field' };
  }
  const drawn = single((await step.screen.turn.read({ what: 'elements', css: sliders })).elements);
  return drawn && { element: { ...drawn, kind: 'handle' }, why: 'a slider by its class name' };
}

/** Sets a counter: types into its field, or presses its buttons until it shows the number. */
export async function* setCounter(step: Step, instruction: InstructionOf<'set_counter'>): Execution {
  const { target = 'counter', to, by } = instruction;
  const { one } = await matchTarget(step, target, 'set');
  const current = (): number | undefined => readAmount(readCounter(step, target, one?.element));
  const start = current();
  const goal = to ?? (start === undefined || by === undefined ? undefined : start + by);
  if (one && isField(one.element) && goal !== undefined)
    return yield* performPlanned(step, [planField(target, String(goal), async () => one)]);
  if (start === undefined || goal === undefined)
    throw counterError('not_found', step, `no number is shown at "${target}"`);
  const button = stepButton(step, target, goal > start);
  if (!button) throw notFound(`a button to ${goal > start ? 'increase' : 'decrease'} the number`, []);
  for (let tries = 0; tries < 4 && current() !== goal; tries += 1) {
    const away = Math.min(Math.abs(goal - (current() ?? goal)), 30);
    const thought = `It shows ${current()}; ${button.id} "${button.name}" changes it to ${goal}.`;
    yield* sendCalls(
      step,
      thought,
      Array.from({ length: away }, () => clickCall(button)),
    );
  }
  if (current() !== goal) throw counterError('expectation_failed', step, `it shows ${current()} instead of ${goal}`);
}

function counterError(code: 'not_found' | 'expectation_failed', { clause }: Step, problem: string): HandrailError {
  return new HandrailError(
    code,
    `"${clause}": ${problem}.`,
    'State in the task which button to click, and how many times.',
  );
}

function readCounter(step: Step, target: string, field: Element | undefined): string {
  const { elements } = step.screen.turn.observation;
  const shown = elements.find(({ id }) => id === field?.id)?.value;
  const bare = target.replace(/^the\s+/iu, '').toLowerCase();
  const labelled = elements.find(({ name }) => name.toLowerCase().includes(bare) && /\d/u.test(name));
  const numbers = elements.filter(({ name, interactive }) => !interactive && /^-?\d+$/u.test(name.trim()));
  return shown || (labelled?.name ?? single(numbers)?.name ?? '');
}

function stepButton(step: Step, target: string, up: boolean): Element | undefined {
  const names = up
    ? /^(?:\+|➕|increase|increment|plus|more|add|up|▲|↑)(?:\s|$)/iu
    : /^(?:-|−|–|➖|decrease|decrement|minus|less|fewer|down|▼|↓)(?:\s|$)/iu;
  const all = step.screen.turn.observation.elements.filter(
    ({ name, interactive, role }) => interactive && role !== 'TextInput' && names.test(name.trim()),
  );
  const bare = target.replace(/^the\s+/iu, '').toLowerCase();
  return single(all.filter(({ name }) => name.toLowerCase().includes(bare))) ?? single(all);
}
