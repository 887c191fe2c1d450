import { findAnswer } from '../answers/answer.js';
import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { InstructionOf } from '../instruction.js';
import { isSameRow } from '../resolver/layout.js';
import { matchTarget } from '../resolver/target.js';
import { notFound } from '../resolver/target-errors.js';
import { seekTarget } from './seek.js';

const asksValue = /^(?:the\s+)?[\p{L}\s-]+?\s+(?:of|for)\s+\S|['’]s\s+\p{L}/iu;

/** Finds an element. As the last instruction, it also answers: "the role of Ada" with the value, other phrases with the text of the row. */
export async function* findElement(
  state: ExecutionState,
  instruction: InstructionOf<'find'>,
  isLast: boolean,
): Execution {
  const isAsked =
    asksValue.test(instruction.target) && !/["“]/u.test(instruction.target.replace(/(?:of|for)\s.*$/u, ''));
  const answer = isLast && isAsked ? await findAnswer(state, instruction.target) : undefined;
  if (answer) {
    state.answers.push({ question: instruction.target, value: answer.value });
    return;
  }
  const items = await matchTarget(state, instruction.target, 'item');
  const matches = items.one?.element.interactive ? items : await matchTarget(state, instruction.target, 'any');
  if (matches.one) {
    if (isLast && isAsked && !matches.one.why.startsWith('same name'))
      throw notFound(instruction.target, matches.nearest);
    state.lastFound = matches.one.element;
  } else
    yield* seekTarget(state, {
      kind: 'seek',
      by: 'tree',
      target: instruction.target,
      click: false,
      clause: instruction.clause,
    });
  if (isLast && state.lastFound)
    state.answers.push({
      question: instruction.target,
      value: rowText(state) || state.lastFound.value || state.lastFound.name,
    });
}

function rowText({ lastFound: found, turn }: ExecutionState): string {
  if (!found?.list) return '';
  const names = turn.observation.elements
    .filter((element) => isSameRow(element, found) && !element.interactive && element.role !== 'TableRow')
    .map(({ name }) => name)
    .filter((name) => name !== '');
  return [...new Set(names)].join(', ').slice(0, 300);
}
