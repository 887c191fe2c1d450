import { isElementId } from '../../core/element.js';
import { type ExecutionState, visibleElements } from '../execution-state.js';
import { bareName, searchWords, withoutPurpose } from '../parser/phrasings.js';
import { single } from '../single.js';
import { inSameRow, matchOwned, narrowToRow, resolvePronouns } from './context.js';
import { iconBelow, isByIcon, matchIcons } from './icons.js';
import type { Match, Matches } from './match.js';
import { fitness, type Purpose } from './purpose.js';
import { matchAmong, ordinal } from './ranking.js';
import { resultAt } from './result-rows.js';
import { matchShapes } from './shapes.js';
import { ambiguous, notFound, tooFew } from './target-errors.js';

/** Resolves a phrase to one element. Throws `not_found` or `ambiguous` with the candidates. */
export async function resolveTarget(state: ExecutionState, phrase: string, want: Purpose): Promise<Match> {
  const found = await matchTarget(state, phrase, want);
  if (found.one) return found.one;
  const place = ordinal.exec(phrase);
  if (!found.several && place) throw tooFew(state, phrase, place[1] ?? '');
  if (found.several) throw ambiguous(phrase, found.several, state);
  throw notFound(phrase, found.nearest);
}

/** The same, but returns undefined when nothing matches. */
export async function resolveOptionalTarget(
  state: ExecutionState,
  phrase: string,
  want: Purpose,
): Promise<Match | undefined> {
  const found = await matchTarget(state, phrase, want);
  if (found.several) throw ambiguous(phrase, found.several, state);
  return found.one;
}

/** Matches a phrase with elements on the screen, then anywhere on the page, then by shape, and last by attributes such as the class. */
export async function matchTarget(state: ExecutionState, phrase: string, want: Purpose): Promise<Matches> {
  const target = resolvePronouns(state, phrase);
  const { observation } = state.turn;
  if (isElementId(target)) {
    const element = observation.elements.find(({ id }) => id === target);
    if (element) return { one: { element, score: 1, why: 'by its id' }, nearest: [] };
  }
  const owned = matchOwned(state, phrase);
  if (owned) return { one: owned, nearest: [] };
  if (isByIcon(target)) {
    const icon = await matchIcon(state, target, want);
    if (icon) return rememberTarget(state, phrase, { one: icon, nearest: [] });
  }
  const withOrdinal = await resultAt(state, target);
  if (withOrdinal) return { one: withOrdinal, nearest: [] };
  const onScreen = await matchAmong(state, target, visibleElements(state), want);
  if (onScreen.one || onScreen.several) return rememberTarget(state, phrase, onScreen);
  const known = new Map(observation.elements.map((element) => [element.id, element]));
  for (const query of searchWords(target)) {
    const { elements } = await state.turn.observe({ find: query, budget: 1 });
    for (const element of elements) known.set(element.id, element);
    const onPage = await matchAmong(state, target, visibleElements(state, [...known.values()]), want);
    if (onPage.one || onPage.several) return rememberTarget(state, phrase, onPage);
  }
  const shapes = await matchShapes(state, target);
  const shape = single(shapes);
  if (shape)
    return rememberTarget(state, phrase, {
      one: { element: shape, score: 0.75, why: 'by its shape and color' },
      nearest: [],
    });
  const byAttribute = await matchIcon(state, target, want);
  return rememberTarget(state, phrase, byAttribute ? { one: byAttribute, nearest: [] } : onScreen);
}

function rememberTarget(state: ExecutionState, phrase: string, given: Matches): Matches {
  const matches = narrowToRow(state, given);
  if (matches.one) state.lastTarget = { phrase, element: matches.one.element };
  return matches;
}

/** A nameless element whose attributes contain the phrase. */
async function matchIcon(state: ExecutionState, phrase: string, want: Purpose): Promise<Match | undefined> {
  const icons = (await matchIcons(state, phrase)).filter((element) => fitness(want, element) >= 1);
  const anchor = state.lastFound ?? state.lastTarget?.element;
  const beside = icons.length > 1 && anchor ? inSameRow(icons, anchor) : icons;
  const next = beside.length === 0 && anchor ? iconBelow(icons, anchor) : undefined;
  const near = next ? [next] : beside;
  const only = single(near);
  return only
    ? { element: only, score: 0.7, why: `no name, but its attributes contain "${bareName(withoutPurpose(phrase))}"` }
    : undefined;
}
