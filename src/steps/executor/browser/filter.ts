import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { isCheckable } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch } from '../../resolver/target-errors.js';
import { clickCall } from '../element-calls.js';
import { chooseOption } from './choose.js';

/** Filters a list with the tab, button, checkbox or option of that name. */
export async function* applyFilter(
  state: ExecutionState,
  { option, from, clause }: InstructionOf<'filter'>,
): Execution {
  if (!from) {
    const { one, several } = await matchTarget(state, `"${option}"`, 'click');
    if (several) throw ambiguous(clause, several, state);
    if (one && one.element.role !== 'Dropdown') {
      const { element } = one;
      yield* performCall(
        state,
        clause,
        describeMatch(option, one),
        isCheckable(element) ? { tool: 'check', input: { selector: element.id, checked: true } } : clickCall(element),
      );
      return;
    }
  }
  const shorter = option.replace(/\s+\p{Ll}+s$/u, '');
  if (!from && shorter !== option) return yield* applyFilter(state, { kind: 'filter', option: shorter, clause });
  const parts = from ? [] : option.split(/\s+(?:by|from|in|and)\s+/iu);
  if (parts.length > 1) {
    for (const part of parts) yield* applyFilter(state, { kind: 'filter', option: part, clause });
    return;
  }
  yield* chooseOption(state, option, from, clause);
}
