import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { describeElements } from '../../perception/grounding/describe-elements.js';
import { ground, type RankedElement } from '../../perception/grounding/ground.js';
import { type ExecutionState, visibleElements } from '../execution-state.js';
import { isSameRow } from './layout.js';
import type { Match } from './match.js';
import { minScore, scoreMargin } from './ranking.js';

export function ambiguous(phrase: string, several: readonly RankedElement[], state?: ExecutionState): HandrailError {
  return new HandrailError(
    'ambiguous',
    `"${phrase}" could be any of ${several.length}: ${state ? describeRows(several, state) : describeElements(several.map(({ element }) => element))}.`,
    'State which one: the first, the last, the one in the row with …, the one next to …, or use its full name.',
  );
}

/** The same for elements that match equally well. */
export function ambiguousElements(phrase: string, elements: readonly Element[], state?: ExecutionState): HandrailError {
  return ambiguous(
    phrase,
    elements.map((element) => ({ element, score: 1, why: '' })),
    state,
  );
}

/** The error for "the ninth Delete button" when there are seven. */
export function tooFew(state: ExecutionState, phrase: string, place: string): HandrailError {
  const ranked = ground(phrase.replace(place, ''), visibleElements(state), { limit: 100 });
  const top = ranked[0]?.score ?? 0;
  const equals = top < minScore ? [] : ranked.filter(({ score }) => score >= top - scoreMargin);
  if (equals.length === 0) return notFound(phrase, ranked.slice(0, 5));
  return new HandrailError(
    'not_found',
    `No element on the page matches "${phrase}": there are ${equals.length} candidates, ${describeRows(equals, state)}.`,
    'Use a lower number, or name the element.',
  );
}

/** The candidates, each with the other texts of its row. */
function describeRows(several: readonly RankedElement[], state: ExecutionState): string {
  const described = several.slice(0, 6).map((one) => {
    const row = state.turn.observation.elements.filter(
      (other) => other.id !== one.element.id && isSameRow(other, one.element),
    );
    const plain = row.filter(({ interactive, role }) => !interactive && role !== 'TableRow').map(({ name }) => name);
    const [longest = ''] = row.map(({ name }) => name).sort((a, b) => b.length - a.length);
    const texts = (plain.length > 0 ? plain : [longest]).filter((name) => name !== '');
    return texts.length > 0
      ? `${describeElements([one.element])} in the row ${[...new Set(texts)].join(' ').slice(0, 80)}`
      : describeElements([one.element]);
  });
  return several.length > 6 ? `${described.join(', ')} and ${several.length - 6} more` : described.join(', ');
}

export function notFound(phrase: string, nearest: readonly RankedElement[]): HandrailError {
  const near = nearest.length > 0 ? ` Nearest: ${describeElements(nearest.map(({ element }) => element))}.` : '';
  return new HandrailError(
    'not_found',
    `No element on the page matches "${phrase}".${near}`,
    'Use the words of the page, in quotes, or state in the task how to get there first.',
  );
}

/** "the Save button" → el_5 Button "Save" (same name, 100 % sure). */
export function describeMatch(phrase: string, { element, score, why }: Match): string {
  const name = element.name || element.value || '';
  const named = name ? ` "${name.replace(/\s+/gu, ' ').slice(0, 60)}"` : '';
  return `"${phrase}" is ${element.id} ${element.role}${named} (${why}; ${Math.round(Math.min(1, score) * 100)} % sure).`;
}
