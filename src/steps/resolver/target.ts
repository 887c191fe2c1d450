import { type Element, isElementId } from '../../core/element.js';
import { searchWords } from '../parser/phrasings.js';
import type { Step } from '../step.js';
import { isOfFound, matchOwned, narrowToRow, resolvePronouns } from './context.js';
import type { Match, Matches } from './match.js';
import { matchPhrase } from './match-phrase.js';
import type { Purpose } from './purpose.js';
import { matchItemRow, resultAt } from './result-rows.js';
import { ambiguous, notFound, tooFew } from './target-errors.js';
import { readWholePage } from './whole-page.js';

const ordinal =
  /(?:^|\s)(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))\s/u;

/** Resolves a phrase to one element. Throws `not_found` or `ambiguous` with the candidates. */
export async function resolveTarget(step: Step, phrase: string, purpose: Purpose): Promise<Match> {
  const found = await matchTarget(step, phrase, purpose);
  if (found.one) return found.one;
  if (found.several) throw ambiguous(phrase, found.several, step);
  if (ordinal.test(phrase)) {
    const counted = await matchTarget(step, phrase.replace(ordinal, ' ').trim(), purpose);
    const candidates = counted.several ?? (counted.one ? [counted.one.element] : []);
    if (candidates.length > 0) throw tooFew(step, phrase, candidates);
  }
  throw notFound(phrase, found.nearest);
}

/** The same, but returns undefined when nothing matches. */
export async function resolveOptionalTarget(step: Step, phrase: string, purpose: Purpose): Promise<Match | undefined> {
  const found = await matchTarget(step, phrase, purpose);
  if (found.several) throw ambiguous(phrase, found.several, step);
  return found.one;
}

/** Matches a phrase with elements on the screen, then anywhere on the page. */
export async function matchTarget(step: Step, phrase: string, purpose: Purpose): Promise<Matches> {
  const target = resolvePronouns(step, phrase);
  const { observation } = step.screen.turn;
  if (isElementId(target)) {
    const element = observation.elements.find(({ id }) => id === target);
    if (element) return { one: { element, why: 'by its id' }, nearest: [] };
  }
  const structural = matchOwned(step, phrase) ?? (await resultAt(step, target));
  if (structural) return { one: structural, nearest: [] };
  const onScreen = await matchPhrase(step, target, step.screen.turn.observation.elements, purpose);
  const found = isFound(onScreen) ? onScreen : await matchElsewhere(step, target, purpose);
  const matches = found ? await matchNearFound(step, target, purpose, found) : onScreen;
  if (matches.one) step.discourse.target = { phrase, element: matches.one.element };
  return matches;
}

/**
 * Prefers the match in the row of the last found element. Parts of that row may be out of sight while the same control of another row is
 * visible, so the rest of the page counts, too.
 */
async function matchNearFound(step: Step, target: string, purpose: Purpose, found: Matches): Promise<Matches> {
  const narrowed = narrowToRow(step, found);
  if (!step.discourse.found || narrowed !== found || isOfFound(step, found.one)) return narrowed;
  const { elements, hasHidden } = await readWholePage(step);
  if (!hasHidden || !elements.some(({ id }) => id === step.discourse.found?.id)) return found;
  const onPage = await matchPhrase(step, target, elements, purpose);
  return onPage.several ? narrowToRow(step, onPage, elements) : found;
}

function isFound({ one, several }: Matches): boolean {
  return one !== undefined || several !== undefined;
}

async function matchElsewhere(step: Step, target: string, purpose: Purpose): Promise<Matches | undefined> {
  const known = new Map<string, Element>(step.screen.turn.observation.elements.map((element) => [element.id, element]));
  for (const query of searchWords(target)) {
    const { elements } = await step.screen.turn.observe({ find: query, budget: 1 });
    // The screen shows more of the structure around an element than a search does.
    for (const element of elements) if (!known.has(element.id)) known.set(element.id, element);
    const onPage = await matchPhrase(step, target, [...known.values()], purpose);
    if (isFound(onPage)) return onPage;
  }
  const row = matchItemRow(target, [...known.values()]);
  return row && { one: row, nearest: [] };
}
