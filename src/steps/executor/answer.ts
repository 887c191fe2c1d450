import type { Element } from '../../core/element.js';
import { type Answer, findAnswer, readAnswer } from '../answers/answer.js';
import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { InstructionOf } from '../instruction.js';
import { contentWords } from '../parser/question.js';
import { waitUntil } from '../resolver/wait-until.js';
import { single } from '../single.js';
import { click } from './element-calls.js';

/** Answers a question from the page. */
export async function* answerOnPage(state: ExecutionState, { question }: InstructionOf<'answer'>): Execution {
  const { value } = yield* waitForAnswer(state, question);
  state.answers.push({ question, value });
}

/** Retries for a moment after a call, because the page may still load the answer. Then looks in a collapsed section. */
async function* waitForAnswer(state: ExecutionState, question: string): Execution<Answer> {
  const found = await waitUntil(state, () => findAnswer(state, question), state.hasActed ? undefined : 0);
  if (found) return found;
  const section = collapsedSection(state, question);
  if (!section) return readAnswer(state, question);
  const namesBefore = new Set(state.turn.observation.elements.map(({ name }) => name));
  yield* click(state, question, `${section.id} "${section.name}" is collapsed: expanding it.`, section);
  const precise = await findAnswer(state, question);
  if (precise) return precise;
  const added = state.turn.observation.elements.filter(
    ({ name, interactive }) => !interactive && name !== '' && !namesBefore.has(name),
  );
  if (added.length === 0) return readAnswer(state, question);
  return { value: added.map(({ name }) => name).join(' '), why: `under "${section.name}"` };
}

/** The only collapsed section whose heading contains the words of the question. */
function collapsedSection({ turn }: ExecutionState, question: string): Element | undefined {
  const asked = contentWords(question);
  const sections = turn.observation.elements.filter(({ states, interactive, name }) => {
    const words = new Set(contentWords(name));
    return interactive && states.includes('collapsed') && asked.length > 0 && asked.every((word) => words.has(word));
  });
  return single(sections);
}
