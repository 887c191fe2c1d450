import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { goToCell, resolveCell } from '../../packs/sheets/cells.js';
import { isChoice } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { clickMatch, pressKey } from '../element-calls.js';

/** Sets a list to an option, or clicks the item, cell or row of that name. */
export async function* chooseOnDesktop(
  state: ExecutionState,
  { options, from, clause }: InstructionOf<'choose'>,
): Execution {
  const isAll = options.length === 1 && /^all$/iu.test(options[0] ?? '') && from === undefined;
  if (isAll) return yield* pressKey(state, clause, 'Control+A selects all.', 'Control+A');
  for (const option of options) {
    const list = from === undefined ? undefined : (await matchTarget(state, from, 'choice')).one;
    if (list && isChoice(list.element)) {
      const input = { selector: list.element.id, option };
      yield* performCall(state, clause, `${describeMatch(from ?? '', list)} Choosing "${option}".`, {
        tool: 'select',
        input,
      });
      continue;
    }
    const cell = yield* resolveCell(state, option);
    if (cell !== undefined) yield* goToCell(state, cell, clause);
    else yield* clickMatch(state, clause, option, yield* waitForTarget(state, `"${option}"`, 'click'));
  }
}
