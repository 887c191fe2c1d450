import { HandrailError } from '../../../core/errors.js';
import type { Execution } from '../../calls.js';
import { chooseOptions } from '../../executor/browser/choose.js';
import { click, clickMatch } from '../../executor/element-calls.js';
import type { InstructionOf } from '../../instruction.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';

/** Sorts with the list of sort orders if there is one, else with the column header. */
export async function* sortList(step: Step, instruction: InstructionOf<'sort'>): Execution {
  const { by, descending } = instruction;
  const bare = by.replace(/["“”]/gu, '');
  const lists = step.screen.turn.observation.elements.filter(
    ({ role, name }) => role === 'Dropdown' && /\b(?:sort|order)\b/iu.test(name),
  );
  const [list] = lists;
  if (list) {
    const candidates =
      descending === undefined
        ? [bare]
        : descending
          ? [`${bare}: high to low`, `${bare} (high to low)`, `${bare} descending`, `${bare} high to low`, bare]
          : [`${bare}: low to high`, `${bare} (low to high)`, `${bare} ascending`, `${bare} low to high`, bare];
    for (const [index, option] of candidates.entries()) {
      try {
        return yield* chooseOptions(step, {
          kind: 'choose',
          options: [option],
          whole: option,
          from: list.name,
        });
      } catch (error) {
        if (!(error instanceof HandrailError) || error.code !== 'unknown_option' || index === candidates.length - 1)
          throw error;
      }
    }
  }
  const named = (await matchTarget(step, `sort by ${bare}`, 'click')).one;
  const head = named ?? (yield* waitForTarget(step, `${bare} column header`, 'click'));
  yield* clickMatch(step, by, head);
  if (descending) {
    const again = await resolveTarget(step, `${bare} column header`, 'click');
    yield* click(step, `${describeMatch(by, again)} A second click reverses the order.`, again.element);
  }
}
