import { type Element, isElementId } from '../../core/element.js';
import { type ExecutionState, visibleElements } from '../execution-state.js';
import { searchWords } from '../parser/phrasings.js';
import { single } from '../single.js';
import { isOfFound, matchOwned, narrowToRow, resolvePronouns } from './context.js';
import { findUnlistedIcon, withIconNames } from './icons.js';
import { matchItemRow } from './item-rows.js';
import type { Match, Matches } from './match.js';
import { matchPhrase } from './match-phrase.js';
import type { Purpose } from './purpose.js';
import { resultAt } from './result-rows.js';
import { matchShapes } from './shapes.js';
import { ambiguous, notFound, tooFew } from './target-errors.js';
import { readWholePage } from './whole-page.js';

const ordinal =
  /(?:^|\s)(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))\s/u;

/** Resolves a phrase to one element. Throws `not_found` or `ambiguous` with the candidates. */
export async function resolveTarget(state: ExecutionState, phrase: string, purpose: Purpose): Promise<Match> {
  const found = await matchTarget(state, phrase, purpose);
  if (found.one) return found.one;
  if (found.several) throw ambiguous(phrase, found.several, state);
  if (ordinal.test(phrase)) {
    const counted = await matchTarget(state, phrase.replace(ordinal, ' ').trim(), purpose);
    const candidates = counted.several ?? (counted.one ? [counted.one.element] : []);
    if (candidates.length > 0) throw tooFew(state, phrase, candidates);
  }
  throw notFound(phrase, found.nearest);
}

/** The same, but returns undefined when nothing matches. */
export async function resolveOptionalTarget(
  state: ExecutionState,
  phrase: string,
  purpose: Purpose,
): Promise<Match | undefined> {
  const found = await matchTarget(state, phrase, purpose);
  if (found.several) throw ambiguous(phrase, found.several, state);
  return found.one;
}

/** Matches a phrase with elements on the screen, then anywhere on the page, then with drawn shapes and nameless icons. */
export async function matchTarget(state: ExecutionState, phrase: string, purpose: Purpose): Promise<Matches> {
  const target = resolvePronouns(state, phrase);
  const { observation } = state.turn;
  if (isElementId(target)) {
    const element = observation.elements.find(({ id }) => id === target);
    if (element) return { one: { element, why: 'by its id' }, nearest: [] };
  }
  const structural = matchOwned(state, phrase) ?? (await resultAt(state, target));
  if (structural) return { one: structural, nearest: [] };
  const onScreen = await matchPhrase(state, target, visibleElements(state), purpose);
  const found = isFound(onScreen) ? onScreen : await matchElsewhere(state, target, purpose);
  const matches = found ? await matchNearFound(state, target, purpose, found) : onScreen;
  if (matches.one) state.lastTarget = { phrase, element: matches.one.element };
  return matches;
}

/**
 * Prefers the match in the row of the last found element. Parts of that row may be out of sight while the same control of another row is
 * visible, so the rest of the page counts, too.
 */
async function matchNearFound(
  state: ExecutionState,
  target: string,
  purpose: Purpose,
  found: Matches,
): Promise<Matches> {
  const narrowed = narrowToRow(state, found);
  if (!state.lastFound || narrowed !== found || isOfFound(state, found.one)) return narrowed;
  const { elements, hasHidden } = await readWholePage(state);
  if (!hasHidden || !elements.some(({ id }) => id === state.lastFound?.id)) return found;
  const onPage = await matchPhrase(state, target, visibleElements(state, elements), purpose);
  return onPage.several ? narrowToRow(state, onPage, elements) : found;
}

function isFound({ one, several }: Matches): boolean {
  return one !== undefined || several !== undefined;
}

async function matchElsewhere(state: ExecutionState, target: string, purpose: Purpose): Promise<Matches | undefined> {
  const known = new Map<string, Element>(state.turn.observation.elements.map((element) => [element.id, element]));
  for (const query of searchWords(target)) {
    const { elements } = await state.turn.observe({ find: query, budget: 1 });
    // The screen shows more of the structure around an element than a search does.
    for (const element of elements) if (!known.has(element.id)) known.set(element.id, element);
    const onPage = await matchPhrase(state, target, visibleElements(state, [...known.values()]), purpose);
    if (isFound(onPage)) return onPage;
  }
  const row = matchItemRow(target, visibleElements(state, [...known.values()]));
  if (row) return { one: row, nearest: [] };
  const shape = single(await matchShapes(state, target));
  if (shape) return { one: { element: shape, why: 'by its shape and color' }, nearest: [] };
  const named = await withIconNames(state, target, [...known.values()]);
  const byIcon = named && (await matchPhrase(state, named.phrase, visibleElements(state, named.elements), purpose));
  if (byIcon && isFound(byIcon)) return byIcon;
  const icon = purpose === 'click' ? await findUnlistedIcon(state, target) : undefined;
  return icon && { one: { element: icon, why: 'by its class' }, nearest: [] };
}
