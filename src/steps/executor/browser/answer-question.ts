import type { Element } from '../../../core/element.js';
import { normalizeText, stem } from '../../../perception/grounding/text-similarity.js';
import type { Execution } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { contentWords } from '../../parser/question.js';
import { resolveTarget } from '../../resolver/target.js';
import { notFound } from '../../resolver/target-errors.js';
import type { Step } from '../../step.js';
import { pickChoice } from '../element-calls.js';

/** "Answer Yes to …": clicks the first choice of that name after the question. */
export async function* answerQuestion(step: Step, { choice, question }: InstructionOf<'answer_question'>): Execution {
  const found = question === undefined ? undefined : choiceAfter(step, choice, question);
  if (question !== undefined && !found) throw notFound(`"${choice}" for ${question}`, []);
  const match = found
    ? { element: found, why: 'first after the question' }
    : await resolveTarget(step, `"${choice}"`, 'click');
  yield* pickChoice(step, choice, match);
}

/** The first choice of that name after the only text that contains all words of the question. */
export function choiceAfter({ screen: { turn } }: Step, choice: string, question: string): Element | undefined {
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
