import { answerIfAny } from '../answers/answer.js';
import type { ExecutionState, Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { lookFor, notFound } from '../resolver/target.js';
import { seek } from './seek.js';

const asksValue = /^(?:the\s+)?[\p{L}\s-]+?\s+(?:of|for)\s+\S|['’]s\s+\p{L}/iu;

/** Looks for a thing; "the role of Ada" is told, and a search that ends the task tells what was found. */
export async function* findThing(
  world: ExecutionState,
  step: Extract<Instruction, { do: 'find' }>,
  isLast: boolean,
): Script {
  const isAsked = asksValue.test(step.target) && !/["“]/u.test(step.target.replace(/(?:of|for)\s.*$/u, ''));
  const told = isLast && isAsked ? await answerIfAny(world, step.target) : undefined;
  if (told) {
    world.answers.push({ question: step.target, value: told.value });
    return;
  }
  const usable = await lookFor(world, step.target, { kind: 'item' });
  const looked = usable.one?.element.interactive ? usable : await lookFor(world, step.target, { kind: 'any' });
  if (looked.one) {
    if (isLast && isAsked && !looked.one.why.startsWith('same name')) throw notFound(step.target, looked.nearest);
    world.found = looked.one.element;
  } else yield* seek(world, { do: 'seek', by: 'tree', target: step.target, click: false, words: step.words });
  if (isLast && world.found)
    world.answers.push({ question: step.target, value: rowText(world) || world.found.value || world.found.name });
}

function rowText({ found, turn }: ExecutionState): string {
  if (!found?.list) return '';
  const { of, row } = found.list;
  const names = turn.observation.elements
    .filter(({ list, interactive, role }) => list?.of === of && list.row === row && !interactive && role !== 'TableRow')
    .map(({ name }) => name)
    .filter((name) => name !== '');
  return [...new Set(names)].join(', ').slice(0, 300);
}
