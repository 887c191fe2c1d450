import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import { contentWords, readQuestion } from '../parser/question.js';
import { splitWindow } from '../resolver/program-windows.js';
import { isDesktop, type Step } from '../step.js';
import { countThings, labelledCount, refusePartialCount } from './count.js';
import { besideAnswers, fieldAnswers, pairAnswers, selectedAnswer } from './label.js';
import { asksForOutcome, outcomeAnswer } from './outcome.js';
import { pageFactAnswer } from './page-facts.js';
import { pickAnswer } from './pick-answer.js';
import { quantityAnswer } from './quantity.js';
import { rowAnswers } from './row.js';
import { tableAnswers } from './table.js';
import { tableQuestionAnswer } from './table-questions.js';
import { textAnswers } from './text.js';

export interface Answer {
  value: string | string[];
  why: string;
}

/** Reads the answer to a question from the page. Throws `not_found` or `ambiguous` with the candidates. */
export async function readAnswer(step: Step, text: string): Promise<Answer> {
  const found = await findAnswer(step, text);
  if (found) return found;
  throw new HandrailError(
    'not_found',
    `Nothing on the page answers "${text}".`,
    'Use the words of a label, a column or a heading of the page, or go first to the page that shows the answer.',
  );
}

export async function findAnswer(step: Step, text: string): Promise<Answer | undefined> {
  const resolved = withoutPronoun(step, text);
  const special = await pageFactAnswer(step, resolved);
  if (special) return special;
  const outcome = asksForOutcome(resolved) ? await outcomeAnswer(step) : undefined;
  if (outcome) return outcome;
  const question = readQuestion(resolved);
  if (question.words.length === 0 && question.countedNoun === undefined) return undefined;
  const { blocks } = await step.screen.turn.read({ what: 'data' });
  const page = await step.screen.turn.read({ what: 'text' });
  const labelled = question.countedNoun === undefined ? undefined : labelledCount(question.countedNoun, page.text);
  if (labelled) return labelled;
  const fromTable = tableQuestionAnswer(question, blocks);
  if (fromTable && question.countedNoun !== undefined) refusePartialCount(text, page.text);
  if (fromTable) return fromTable;
  const elements = step.screen.turn.observation.elements;
  const counted = quantityAnswer(resolved, page.text);
  if (counted) return counted;
  const chosen = selectedAnswer(resolved, elements);
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
    contentWords([step.screen.turn.observation.title ?? '', ...headings(elements), ...blocks.map(headingOf)].join(' ')),
  );
  const best = pickAnswer(question, candidates, context, text);
  if (best && !(question.countedNoun && !/^\D*\d[\d.,]*\D*$/u.test(String(best.value)))) return best;
  if (question.countedNoun !== undefined && !question.isRestricted)
    return countThings(step, question.countedNoun, blocks, page.text);
  return undefined;
}

function withoutPronoun(step: Step, text: string): string {
  const placed = isDesktop(step) ? splitWindow(step, text) : undefined;
  if (placed?.window.active) return placed.target;
  const name = step.discourse.target?.element?.name;
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
