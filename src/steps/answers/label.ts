import type { Element } from '../../core/element.js';
import type { DataBlock } from '../../core/read.js';
import { covers, isNamed, type Question } from '../parser/question.js';
import { isField } from '../resolver/want.js';
import type { Candidate } from './best.js';

/** Answers to a question that has the words of a label: what is paired with it, stands beside it, or was filled in. */

export function pairAnswers(question: Question, blocks: readonly DataBlock[]): Candidate[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'pairs') return [];
    const extra = block.heading && isNamed(question, block.heading) ? covers(question, block.heading) : [];
    return block.pairs.map(
      ([label, value]): Candidate => ({
        value,
        covered: withExtra(covers(question, label), extra),
        weight: 1,
        why: `beside "${label}"`,
      }),
    );
  });
}

function withExtra(covered: readonly string[], extra: readonly string[]): string[] {
  return covered.length > 0 ? [...covered, ...extra] : [];
}

/** A label on the screen and what stands to its right, or below it. */
export function besideAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  const texts = elements.filter((element) => !element.interactive && element.name !== '' && element.name.length <= 200);
  return texts.flatMap((label): Candidate[] => {
    if (label.name.length > 60) return [];
    const covered = covers(question, label.name.replace(/:$/u, ''));
    if (covered.length === 0) return [];
    const value = beside(label, texts);
    return value
      ? [{ value: value.name, covered, weight: value.level === undefined ? 0.9 : 0.8, why: `beside "${label.name}"` }]
      : [];
  });
}

function beside(label: Element, texts: readonly Element[]): Element | undefined {
  const { x, y, width, height } = label.bounds;
  const right = texts
    .filter(
      ({ bounds, id }) =>
        id !== label.id && bounds.x >= x + width - 2 && bounds.y < y + height && bounds.y + bounds.height > y,
    )
    .sort((one, other) => one.bounds.x - other.bounds.x)[0];
  if (right && right.bounds.x - (x + width) < 400) return right;
  const below = texts
    .filter(
      ({ bounds, id }) =>
        id !== label.id &&
        bounds.y >= y + height - 2 &&
        bounds.y - (y + height) < 24 &&
        bounds.x < x + width &&
        bounds.x + bounds.width > x,
    )
    .sort((one, other) => one.bounds.y - other.bounds.y)[0];
  return below;
}

/** A field with that name, and what is in it. */
export function fieldAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  return elements.flatMap((element): Candidate[] => {
    if (
      !element.value ||
      element.states.includes('password') ||
      !(isField(element) || element.role === 'Dropdown' || element.kind === 'slider')
    )
      return [];
    return [
      {
        value: element.value,
        covered: covers(question, element.name),
        weight: 0.95,
        why: `in the field "${element.name}"`,
      },
    ];
  });
}
