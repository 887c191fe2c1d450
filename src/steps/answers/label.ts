import { type Element, isSecretField } from '../../core/element.js';
import type { DataBlock } from '../../core/read.js';
import { coveredWords, namesInFull, type Question } from '../parser/question.js';
import { isField } from '../resolver/purpose.js';
import type { Answer } from './answer.js';
import type { Candidate } from './pick-answer.js';

/** Values that the page pairs with a label of the question. */

export function pairAnswers(question: Question, blocks: readonly DataBlock[]): Candidate[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'pairs') return [];
    const extra = block.heading && namesInFull(question, block.heading) ? coveredWords(question, block.heading) : [];
    return block.pairs.map(
      ([label, value]): Candidate => ({
        value,
        covered: withExtra(coveredWords(question, label), extra),
        weight: 1,
        why: `beside "${label}"`,
      }),
    );
  });
}

function withExtra(covered: readonly string[], extra: readonly string[]): string[] {
  return covered.length > 0 ? [...covered, ...extra] : [];
}

/** Texts to the right of or below a label of the question. */
export function besideAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  const texts = elements.filter((element) => !element.interactive && element.name !== '' && element.name.length <= 200);
  return texts.flatMap((label): Candidate[] => {
    if (label.name.length > 60) return [];
    const covered = coveredWords(question, label.name.replace(/:$/u, ''));
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

/** Values of fields whose label is in the question. */
export function fieldAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  return elements.flatMap((element): Candidate[] => {
    if (
      !element.value ||
      isSecretField(element) ||
      !(isField(element) || element.role === 'Dropdown' || element.kind === 'slider')
    )
      return [];
    return [
      {
        value: element.value,
        covered: coveredWords(question, element.name),
        weight: 0.95,
        why: `in the field "${element.name}"`,
      },
    ];
  });
}

const asksChosen =
  /^(?:which|what)\s+(.+?)\s+(?:is|are)\s+(?:currently\s+)?(?:selected|checked|chosen|ticked|active|set|picked)$/iu;

/** "Which theme is selected?": the selected radio button, tab or checkbox, or the value of the list of that name. */
export function selectedAnswer(text: string, elements: readonly Element[]): Answer | undefined {
  const asked = asksChosen.exec(text.trim().replace(/[?.!]+$/u, ''));
  if (!asked) return undefined;
  const word = (asked[1] ?? '').toLowerCase();
  const list = elements.find(
    ({ role, name, value }) => role === 'Dropdown' && value !== undefined && name.toLowerCase().includes(word),
  );
  if (list?.value) return { value: list.value, why: `in the list "${list.name}"` };
  const isTab = /\btabs?$/u.test(word);
  const isBox = /\b(?:check)?boxe?s?$/u.test(word);
  const chosen = elements.filter(({ role, states }) => {
    if (isTab) return role === 'Tab' && states.includes('selected');
    return role === (isBox ? 'Checkbox' : 'Radio') && states.includes('checked');
  });
  const names = chosen.map(({ name }) => name);
  const [only] = names;
  if (only === undefined || (!isBox && names.length > 1)) return undefined;
  return { value: names.length === 1 ? only : names, why: isTab ? 'the selected tab' : 'the checked boxes' };
}
