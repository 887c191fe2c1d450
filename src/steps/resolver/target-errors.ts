import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { describeElements } from '../../perception/grounding/describe-elements.js';
import type { Step } from '../step.js';
import { isSameRow } from './layout.js';
import type { Match } from './match.js';

/** The phrase in quotes, without quotes of its own. */
function quote(phrase: string): string {
  return `"${phrase.replace(/["“”]/gu, '')}"`;
}

/** With `step`, each candidate is described with the other texts of its row. */
export function ambiguous(phrase: string, elements: readonly Element[], step?: Step): HandrailError {
  return new HandrailError(
    'ambiguous',
    `${quote(phrase)} could be any of ${elements.length}: ${step ? describeRows(elements, step) : describeElements(elements)}.`,
    'State which one: the first, the last, the one in the row with …, the one next to …, or use its full name.',
  );
}

/** The error for "the ninth Delete button" when there are seven. */
export function tooFew(step: Step, phrase: string, candidates: readonly Element[]): HandrailError {
  return new HandrailError(
    'not_found',
    `No element on the page matches ${quote(phrase)}: there are ${candidates.length} candidates, ${describeRows(candidates, step)}.`,
    'Use a lower number, or name the element.',
  );
}

const maxDescribed = 6;

function describeRows(elements: readonly Element[], step: Step): string {
  const described = elements.slice(0, maxDescribed).map((element) => {
    const row = step.screen.turn.observation.elements.filter(
      (other) => other.id !== element.id && isSameRow(other, element),
    );
    const plain = row.filter(({ interactive, role }) => !interactive && role !== 'TableRow').map(({ name }) => name);
    const [longest = ''] = row.map(({ name }) => name).sort((one, other) => other.length - one.length);
    const texts = (plain.length > 0 ? plain : [longest]).filter((name) => name !== '');
    return texts.length > 0
      ? `${describeElements([element])} in the row ${[...new Set(texts)].join(' ').slice(0, 80)}`
      : describeElements([element]);
  });
  const others = elements.length - maxDescribed;
  return others > 0 ? `${described.join(', ')} and ${others} more` : described.join(', ');
}

export function notFound(phrase: string, nearest: readonly Element[]): HandrailError {
  const near = nearest.length > 0 ? ` Similar: ${describeElements(nearest)}.` : '';
  return new HandrailError(
    'not_found',
    `No element on the page matches ${quote(phrase)}.${near}`,
    'Use the words of the page, in quotes, or state in the task how to get there first.',
  );
}

/** "the Save button" is el_5 Button "Save" (same name or tooltip, Button). */
export function describeMatch(phrase: string, { element, why }: Match): string {
  const name = element.name || element.value || '';
  const named = name ? ` "${name.replace(/\s+/gu, ' ').slice(0, 60)}"` : '';
  return `${quote(phrase)} is ${element.id} ${element.role}${named} (${why}).`;
}
