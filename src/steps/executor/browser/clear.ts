import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';

/** Clears a field. */
export async function* clearField(state: ExecutionState, { target, clause }: InstructionOf<'clear'>): Execution {
  const field = yield* waitForTarget(state, target, 'field');
  yield* performCall(state, clause, describeMatch(target, field), {
    tool: 'clear',
    input: { selector: field.element.id },
  });
}
