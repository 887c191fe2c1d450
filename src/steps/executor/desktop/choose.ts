import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { goToCell, resolveCell } from '../../packs/sheets/cells.js';
import { isChoice } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { clickMatch, pressKey } from '../element-calls.js';

/** Sets a list to an option, or clicks the item, cell or row of that name. */
export async function* chooseOnDesktop(step: Step, { options, from }: InstructionOf<'choose'>): Execution {
  const isAll = options.length === 1 && /^all$/iu.test(options[0] ?? '') && from === undefined;
  if (isAll) return yield* pressKey(step, 'Control+A selects all.', 'Control+A');
  for (const option of options) {
    const list = from === undefined ? undefined : (await matchTarget(step, from, 'choice')).one;
    if (list && isChoice(list.element)) {
      const input = { selector: list.element.id, option };
      yield* performCall(step, `${describeMatch(from ?? '', list)} Choosing "${option}".`, 'select', input);
      continue;
    }
    const cell = yield* resolveCell(step, option);
    if (cell !== undefined) yield* goToCell(step, cell);
    else yield* clickMatch(step, option, yield* waitForTarget(step, `"${option}"`, 'click'));
  }
}
