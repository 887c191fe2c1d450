import { HandrailError } from '../../core/errors.js';
import { asksForOutcome, changedAnswer } from './answer-changed.js';
import { pointing } from './do-point.js';
import { find } from './find.js';
import type { Instruction } from './instruction.js';
import { marksOf } from './sign-words.js';
import { tell } from './target.js';
import { perform, type Script, type World } from './world.js';

/** Presses the keys of a calculator, and tells what it shows then. */
export async function* compute(world: World, { keys, words }: Extract<Instruction, { do: 'compute' }>): Script {
  for (const key of [...keys, '=']) {
    const { elements } = world.turn.observation;
    const isMarked = (mark: string): boolean =>
      elements.some(({ interactive, name }) => interactive && name.trim() === mark);
    const found = yield* find(world, `"${marksOf(key).find(isMarked) ?? key}"`, { kind: 'click' });
    yield* perform(world, words, tell(key, found), pointing(world, 'click', found.element));
  }
  const shown = await changedAnswer(world);
  if (!shown) throw new HandrailError('not_found', `"${words}": the keys were pressed, and no result is to be seen.`);
  const { next } = world;
  const isAskedNext = next?.do === 'answer' && asksForOutcome(next.question);
  if (!isAskedNext) world.answers.push({ question: words, value: shown.value });
}
