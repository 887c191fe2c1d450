import type { Element } from '../../../core/element.js';
import { foldText, stem } from '../../../perception/grounding/text-similarity.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { contentWords } from '../../parser/question.js';
import { notFound, resolve, tell } from '../../resolver/target.js';
import { isCheckable } from '../../resolver/want.js';
import { checking } from './fields.js';
import { pointing } from './pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** "Answer Yes to …": the choice of that name that comes first after the words of the question. */
export async function* answerTo(world: ExecutionState, { choice, question, words }: Of<'answer_to'>): Script {
  const found = question === undefined ? undefined : choiceAfter(world, choice, question);
  if (question !== undefined && !found) throw notFound(`"${choice}" for ${question}`, []);
  const one = found ?? (await resolve(world, `"${choice}"`, { kind: 'click' })).element;
  yield* perform(
    world,
    words,
    tell(choice, { element: one, score: 0.9, why: question ? 'first after the question' : 'same name' }),
    isCheckable(one) ? checking(one, true) : pointing(world, 'click', one),
  );
}

function choiceAfter({ turn }: ExecutionState, choice: string, question: string): Element | undefined {
  const { elements } = turn.observation;
  const asked = contentWords(question).filter((word) => word !== 'question');
  const shares = elements.map(({ name, interactive }) => {
    const said = new Set(interactive || name.length > 200 ? [] : foldText(name).words.map(stem));
    return asked.filter((word) => said.has(word)).length;
  });
  const most = Math.max(0, ...shares);
  if (asked.length === 0 || most < Math.ceil(asked.length * 0.6)) return undefined;
  const wanted = foldText(choice).text;
  const after = elements.slice(shares.lastIndexOf(most));
  return after.find(({ interactive, name }) => interactive && foldText(name).text === wanted);
}
