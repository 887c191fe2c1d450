import type { Element } from '../../core/element.js';
import { type Answer, findAnswer, readAnswer } from '../answers/answer.js';
import type { Execution } from '../calls.js';
import type { InstructionOf } from '../instruction.js';
import { contentWords } from '../parser/question.js';
import { waitUntil } from '../resolver/wait-until.js';
import { single } from '../single.js';
import { hasActed, type Step } from '../step.js';
import { click } from './element-calls.js';

/** Answers a question from the page. */
export async function* answerOnPage(step: Step, { question }: Pick<InstructionOf<'answer'>, 'question'>): Execution {
  const { value } = yield* waitForAnswer(step, question);
  step.report.answers.push({ question, value });
}

/** Retries for a moment after a call, because the page may still load the answer. Then looks in a collapsed section. */
async function* waitForAnswer(step: Step, question: string): Execution<Answer> {
  const found = await waitUntil(step, () => findAnswer(step, question), hasActed(step) ? undefined : 0);
  if (found) return found;
  const section = collapsedSection(step, question);
  if (!section) return readAnswer(step, question);
  const namesBefore = new Set(step.screen.turn.observation.elements.map(({ name }) => name));
  yield* click(step, `${section.id} "${section.name}" is collapsed: expanding it.`, section);
  const precise = await findAnswer(step, question);
  if (precise) return precise;
  const added = step.screen.turn.observation.elements.filter(
    ({ name, interactive }) => !interactive && name !== '' && !namesBefore.has(name),
  );
  if (added.length === 0) return readAnswer(step, question);
  return { value: added.map(({ name }) => name).join(' '), why: `under "${section.name}"` };
}

/** The only collapsed section whose heading contains the words of the question. */
function collapsedSection({ screen: { turn } }: Step, question: string): Element | undefined {
  const asked = contentWords(question);
  const sections = turn.observation.elements.filter(({ states, interactive, name }) => {
    const words = new Set(contentWords(name));
    return interactive && states.includes('collapsed') && asked.length > 0 && asked.every((word) => words.has(word));
  });
  return single(sections);
}
