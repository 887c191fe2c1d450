import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import { type ExecutionState, seen } from '../execution-state.js';
import { contentWords, readQuestion } from '../parser/question.js';
import { isDesktop } from '../resolver/on-desktop.js';
import { placedIn } from '../resolver/placed.js';
import { pickBest } from './best.js';
import { asksForOutcome, changedAnswer } from './changed.js';
import { countThings, labelledCount, refusePages } from './count.js';
import { besideAnswers, fieldAnswers, pairAnswers } from './label.js';
import { rowAnswers } from './row.js';
import { sentenceAnswer } from './sentence.js';
import { shapeAnswer } from './shape.js';
import { specialAnswer } from './special.js';
import { chosenAnswer } from './state.js';
import { tableAnswers } from './table.js';
import { tableQuestion } from './table-questions.js';
import { textAnswers } from './text.js';
import { unitAnswer } from './unit.js';

export interface Answer {
  value: string | string[];
  why: string;
}

/** Reads the answer to a question from the page. Throws `not_found` or `ambiguous`, with what was read. */
export async function answer(world: ExecutionState, text: string): Promise<Answer> {
  const found = await answerIfAny(world, text);
  if (found) return found;
  throw new HandrailError(
    'not_found',
    `Nothing on the page answers "${text}".`,
    'Use the words of a label, a column or a heading of the page, or go to the page that shows it first.',
  );
}

export async function answerIfAny(world: ExecutionState, text: string): Promise<Answer | undefined> {
  const meant = pronouns(world, text);
  const special = await specialAnswer(world, meant);
  if (special) return special;
  const outcome = asksForOutcome(meant) ? await changedAnswer(world) : undefined;
  if (outcome) return outcome;
  const question = readQuestion(meant);
  if (question.words.length === 0 && question.counts === undefined) return undefined;
  const { blocks } = await world.turn.read({ what: 'data' });
  const page = await world.turn.read({ what: 'text' });
  const labelled = question.counts === undefined ? undefined : labelledCount(question.counts, page.text);
  if (labelled) return labelled;
  const whole = tableQuestion(question, blocks);
  if (whole && question.counts !== undefined) refusePages(text, page.text);
  if (whole) return whole;
  const counted = unitAnswer(meant, page.text);
  if (counted) return counted;
  const elements = seen(world);
  const chosen = chosenAnswer(meant, elements);
  if (chosen) return chosen;
  const candidates = [
    ...tableAnswers(question, blocks),
    ...pairAnswers(question, blocks),
    ...textAnswers(question, page.text).filter(({ value }) => !value.endsWith('?') && !isButton(elements, value)),
    ...rowAnswers(question, elements),
    ...besideAnswers(question, elements),
    ...fieldAnswers(question, elements),
  ];
  const context = new Set(
    contentWords([world.turn.observation.title ?? '', ...headings(elements), ...blocks.map(headingOf)].join(' ')),
  );
  const said = sentenceAnswer(meant, page.text, context);
  const best = said ?? pickBest(question, candidates, context, text) ?? shapeAnswer(meant, page.text, context);
  if (best && !(question.counts && !/^\D*\d[\d.,]*\D*$/u.test(String(best.value)))) return best;
  if (question.counts !== undefined && !question.isNarrowed)
    return countThings(world, question.counts, blocks, page.text);
  return undefined;
}

function pronouns(world: ExecutionState, text: string): string {
  const placed = isDesktop(world) ? placedIn(world, text) : undefined;
  if (placed?.window.active) return placed.thing;
  const name = world.last?.element?.name;
  return name && /^(?:its|their|his|her)\s/iu.test(text) ? text.replace(/^\S+\s+/u, '') : text;
}

function headings(elements: readonly Element[]): string[] {
  return elements.filter(({ level }) => level !== undefined).map(({ name }) => name);
}

function headingOf(block: DataBlock): string {
  if (block.kind === 'table') return `${block.caption ?? ''} ${block.headers.join(' ')}`;
  return 'heading' in block ? (block.heading ?? '') : '';
}

function isButton(elements: readonly Element[], value: string): boolean {
  return elements.some(({ role, name }) => (role === 'Button' || role === 'Tab') && name.trim() === value.trim());
}
