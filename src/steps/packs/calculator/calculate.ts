import { HandrailError } from '../../../core/errors.js';
import { asksForOutcome, outcomeAnswer } from '../../answers/outcome.js';
import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { clickMatch } from '../../executor/element-calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { labelsForSymbol } from './key-labels.js';

function calculatorKey({ turn }: ExecutionState, key: string): Match | undefined {
  const keys = turn.observation.elements.filter(
    ({ interactive, states }) => interactive && !states.includes('offscreen'),
  );
  const element = labelsForSymbol(key)
    .map((mark) => keys.find(({ name }) => name.trim().toLowerCase() === mark))
    .find((one) => one !== undefined);
  return element && { element, why: 'the key for this symbol' };
}

/** Presses the keys of a calculator and answers with its result. */
export async function* calculate(state: ExecutionState, { keys, clause }: InstructionOf<'calculate'>): Execution {
  for (const key of [...keys, '=']) {
    const found = calculatorKey(state, key) ?? (yield* waitForTarget(state, `"${key}"`, 'click'));
    yield* clickMatch(state, clause, key, found);
  }
  const shown = await outcomeAnswer(state);
  if (!shown)
    throw new HandrailError(
      'not_found',
      `"${clause}": the keys were pressed, but no result is shown.`,
      'State in the task where the result is shown.',
    );
  const next = state.nextInstruction;
  const isAskedNext = next?.kind === 'answer' && asksForOutcome(next.question);
  if (!isAskedNext) state.answers.push({ question: clause, value: shown.value });
}
