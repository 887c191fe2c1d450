import type { Execution } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous } from '../../resolver/target-errors.js';
import type { Step } from '../../step.js';
import { pickChoice } from '../element-calls.js';
import { chooseOption } from './choose.js';

/** Filters a list with the tab, button, checkbox or option of that name. */
export async function* applyFilter(step: Step, { option, from }: InstructionOf<'filter'>): Execution {
  if (!from) {
    const { one, several } = await matchTarget(step, `"${option}"`, 'click');
    if (several) throw ambiguous(step.clause, several, step);
    if (one && one.element.role !== 'Dropdown') {
      return yield* pickChoice(step, option, one);
    }
  }
  const shorter = option.replace(/\s+\p{Ll}+s$/u, '');
  if (!from && shorter !== option) return yield* applyFilter(step, { kind: 'filter', option: shorter });
  const parts = from ? [] : option.split(/\s+(?:by|from|in|and)\s+/iu);
  if (parts.length > 1) {
    for (const part of parts) yield* applyFilter(step, { kind: 'filter', option: part });
    return;
  }
  yield* chooseOption(step, option, from);
}
