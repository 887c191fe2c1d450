import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performPlanned, sendCalls } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { readAmount } from '../../parser/amounts.js';
import { isField } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { notFound } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import { clickCall } from '../element-calls.js';
import { prepareFieldCall } from './fill.js';

/** Sets a counter: types into its field, or presses its buttons until it shows the number. */
export async function* setCounter(state: ExecutionState, instruction: InstructionOf<'set_counter'>): Execution {
  const { clause } = instruction;
  const target = instruction.target ?? 'counter';
  const { one } = await matchTarget(state, target, 'set');
  const current = (): number | undefined => readAmount(readCounter(state, target, one?.element));
  const start = current();
  const goal =
    instruction.to ?? (start === undefined || instruction.by === undefined ? undefined : start + instruction.by);
  if (one && isField(one.element) && goal !== undefined) {
    yield* performPlanned(state, [{ clause, prepare: async () => prepareFieldCall(state, target, one, String(goal)) }]);
    return;
  }
  if (start === undefined || goal === undefined)
    throw new HandrailError(
      'not_found',
      `"${clause}": no number is shown at "${target}".`,
      'State in the task which button to click, and how many times.',
    );
  const button = stepButton(state, target, goal > start);
  if (!button) throw notFound(`a button to ${goal > start ? 'increase' : 'decrease'} the number`, []);
  for (let tries = 0; tries < 4 && current() !== goal; tries += 1) {
    const away = Math.abs(goal - (current() ?? goal));
    yield* sendCalls(
      state,
      `It shows ${current()}; ${button.id} "${button.name}" changes it to ${goal}.`,
      Array.from({ length: Math.min(away, 30) }, () => clickCall(button)),
    );
  }
  if (current() !== goal)
    throw new HandrailError(
      'expectation_failed',
      `"${clause}": it shows ${current()} instead of ${goal}.`,
      'State in the task which button to click, and how many times.',
    );
}

function readCounter(state: ExecutionState, target: string, field: Element | undefined): string {
  if (field?.value) return field.value;
  const { elements } = state.turn.observation;
  const bare = target.replace(/^the\s+/iu, '').toLowerCase();
  const labelled = elements.find(({ name }) => name.toLowerCase().includes(bare) && /\d/u.test(name));
  const numbers = elements.filter(({ name, interactive }) => !interactive && /^-?\d+$/u.test(name.trim()));
  return labelled?.name ?? single(numbers)?.name ?? '';
}

function stepButton(state: ExecutionState, target: string, up: boolean): Element | undefined {
  const names = up
    ? /^(?:\+|➕|increase|increment|plus|more|add|up|▲|↑)(?:\s|$)/iu
    : /^(?:-|−|–|➖|decrease|decrement|minus|less|fewer|down|▼|↓)(?:\s|$)/iu;
  const all = state.turn.observation.elements.filter(
    ({ name, interactive, role }) => interactive && role !== 'TextInput' && names.test(name.trim()),
  );
  const about = all.filter(({ name }) => name.toLowerCase().includes(target.replace(/^the\s+/iu, '').toLowerCase()));
  return about.length === 1 ? about[0] : single(all);
}
