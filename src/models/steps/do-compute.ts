import { HandrailError } from '../../core/errors.js';
import { changedAnswer } from './answer-changed.js';
import { pointing } from './do-point.js';
import type { Instruction } from './instruction.js';
import { resolve, tell } from './target.js';
import { perform, type Script, type World } from './world.js';

const signs: Readonly<Record<string, readonly string[]>> = {
  '*': ['*', '×', 'x', '✕'],
  x: ['×', '*', 'x'],
  '×': ['×', '*', 'x'],
  '/': ['/', '÷', ':'],
  '÷': ['÷', '/', ':'],
  '-': ['-', '−', '–'],
  '−': ['−', '-', '–'],
};

/** Presses the keys of a calculator on the page, and tells what it shows then. */
export async function* compute(world: World, { keys, words }: Extract<Instruction, { do: 'compute' }>): Script {
  for (const key of [...keys, '=']) {
    const names = signs[key] ?? [key];
    const { elements } = world.turn.observation;
    const name = names.find((one) => elements.some((element) => element.interactive && element.name.trim() === one));
    const found = await resolve(world, `"${name ?? key}"`, { kind: 'click' });
    yield* perform(world, words, tell(key, found), pointing(world, 'click', found.element));
  }
  const shown = await changedAnswer(world);
  if (!shown) throw new HandrailError('not_found', `"${words}": the keys were pressed, and no result is to be seen.`);
  const { next } = world;
  const isAsked = next?.do === 'answer' && /^(?:the\s+)?(?:result|answer|value|outcome)$/iu.test(next.question);
  if (!isAsked) world.answers.push({ question: words, value: shown.value });
}
