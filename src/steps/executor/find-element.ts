import { findAnswer } from '../answers/answer.js';
import type { Execution } from '../calls.js';
import type { InstructionOf } from '../instruction.js';
import { isSameRow } from '../resolver/layout.js';
import { matchTarget } from '../resolver/target.js';
import { notFound } from '../resolver/target-errors.js';
import type { Step } from '../step.js';
import { seekTarget } from './seek.js';

const asksValue = /^(?:the\s+)?[\p{L}\s-]+?\s+(?:of|for)\s+\S|['’]s\s+\p{L}/iu;

/** Finds an element. As the last instruction, it also answers: "the role of Ada" with the value, other phrases with the text of the row. */
export async function* findElement(step: Step, instruction: InstructionOf<'find'>): Execution {
  const isAsked =
    asksValue.test(instruction.target) && !/["“]/u.test(instruction.target.replace(/(?:of|for)\s.*$/u, ''));
  const answer = step.isLast && isAsked ? await findAnswer(step, instruction.target) : undefined;
  if (answer) {
    step.report.answers.push({ question: instruction.target, value: answer.value });
    return;
  }
  const items = await matchTarget(step, instruction.target, 'item');
  const matches = items.one?.element.interactive ? items : await matchTarget(step, instruction.target, 'any');
  if (matches.one) {
    if (step.isLast && isAsked && !matches.one.why.startsWith('same name'))
      throw notFound(instruction.target, matches.nearest);
    step.discourse.found = matches.one.element;
  } else
    yield* seekTarget(step, {
      kind: 'seek',
      by: 'tree',
      target: instruction.target,
      click: false,
    });
  if (step.isLast && step.discourse.found)
    step.report.answers.push({
      question: instruction.target,
      value: rowText(step) || step.discourse.found.value || step.discourse.found.name,
    });
}

function rowText({ discourse: { found }, screen: { turn } }: Step): string {
  if (!found?.list) return '';
  const names = turn.observation.elements
    .filter((element) => isSameRow(element, found) && !element.interactive && element.role !== 'TableRow')
    .map(({ name }) => name)
    .filter((name) => name !== '');
  return [...new Set(names)].join(', ').slice(0, 300);
}
