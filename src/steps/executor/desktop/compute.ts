import { HandrailError } from '../../../core/errors.js';
import { asksForOutcome, changedAnswer } from '../../answers/changed.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { marksOf } from '../../parser/sign-words.js';
import { find } from '../../resolver/find.js';
import { type Found, tell } from '../../resolver/target.js';
import { pointing } from '../browser/pointer.js';

function keyCalled({ turn }: ExecutionState, key: string): Found | undefined {
  const keys = turn.observation.elements.filter(
    ({ interactive, states }) => interactive && !states.includes('offscreen'),
  );
  const element = marksOf(key)
    .map((mark) => keys.find(({ name }) => name.trim().toLowerCase() === mark))
    .find((one) => one !== undefined);
  return element && { element, score: 1, why: 'the key of that sign' };
}

/** Presses the keys of a calculator, and tells what it shows then. */
export async function* compute(
  world: ExecutionState,
  { keys, words }: Extract<Instruction, { do: 'compute' }>,
): Script {
  for (const key of [...keys, '=']) {
    const found = keyCalled(world, key) ?? (yield* find(world, `"${key}"`, { kind: 'click' }));
    yield* perform(world, words, tell(key, found), pointing(world, 'click', found.element));
  }
  const shown = await changedAnswer(world);
  if (!shown) throw new HandrailError('not_found', `"${words}": the keys were pressed, and no result is to be seen.`);
  const { next } = world;
  const isAskedNext = next?.do === 'answer' && asksForOutcome(next.question);
  if (!isAskedNext) world.answers.push({ question: words, value: shown.value });
}
