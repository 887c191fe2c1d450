import type { Element } from '../../../core/element.js';
import { normalizeText, stem } from '../../../perception/grounding/text-similarity.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { contentWords } from '../../parser/question.js';
import { isCheckable } from '../../resolver/purpose.js';
import { resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { checkCall, clickCall } from '../element-calls.js';

/** "Answer Yes to …": clicks the first choice of that name after the question. */
export async function* answerQuestion(
  state: ExecutionState,
  { choice, question, clause }: InstructionOf<'answer_question'>,
): Execution {
  const found = question === undefined ? undefined : choiceAfter(state, choice, question);
  if (question !== undefined && !found) throw notFound(`"${choice}" for ${question}`, []);
  const one = found ?? (await resolveTarget(state, `"${choice}"`, 'click')).element;
  yield* performCall(
    state,
    clause,
    describeMatch(choice, { element: one, why: question ? 'first after the question' : 'same name' }),
    isCheckable(one) ? checkCall(one, true) : clickCall(one),
  );
}

/** The first choice of that name after the only text that contains all words of the question. */
export function choiceAfter({ turn }: ExecutionState, choice: string, question: string): Element | undefined {
  const { elements } = turn.observation;
  const asked = contentWords(question).filter((word) => word !== 'question');
  const shared = elements.map(({ name, interactive }) => {
    const words = new Set(interactive || name.length > 200 ? [] : normalizeText(name).words.map(stem));
    return asked.filter((word) => words.has(word)).length;
  });
  const questions = shared.filter((count) => count === asked.length).length;
  if (asked.length === 0 || questions !== 1) return undefined;
  const wanted = normalizeText(choice).text;
  const after = elements.slice(shared.indexOf(asked.length));
  return after.find(({ interactive, name }) => interactive && normalizeText(name).text === wanted);
}
