import { HandrailError } from '../../../core/errors.js';
import { asksForOutcome, outcomeAnswer } from '../../answers/outcome.js';
import type { Execution } from '../../calls.js';
import { clickMatch } from '../../executor/element-calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { labelsForSymbol } from './key-labels.js';

function calculatorKey({ screen: { turn } }: Step, key: string): Match | undefined {
  const keys = turn.observation.elements.filter(
    ({ interactive, states }) => interactive && !states.includes('offscreen'),
  );
  const element = labelsForSymbol(key)
    .map((mark) => keys.find(({ name }) => name.trim().toLowerCase() === mark))
    .find((one) => one !== undefined);
  return element && { element, why: 'the key for this symbol' };
}

/** Presses the keys of a calculator and answers with its result. */
export async function* calculate(step: Step, { keys }: InstructionOf<'calculate'>): Execution {
  for (const key of [...keys, '=']) {
    const found = calculatorKey(step, key) ?? (yield* waitForTarget(step, `"${key}"`, 'click'));
    yield* clickMatch(step, key, found);
  }
  const shown = await outcomeAnswer(step);
  if (!shown)
    throw new HandrailError(
      'not_found',
      `"${step.clause}": the keys were pressed, but no result is shown.`,
      'State in the task where the result is shown.',
    );
  const next = step.next;
  const isAskedNext = next?.kind === 'answer' && asksForOutcome(next.question);
  if (!isAskedNext) step.report.answers.push({ question: step.clause, value: shown.value });
}
