import type { Element } from '../../core/element.js';
import { ground, type RankedElement } from '../../perception/grounding/ground.js';
import type { ExecutionState } from '../execution-state.js';
import { labelsForSymbol, labelsForWord } from '../packs/calculator/key-labels.js';
import { phrasings } from '../parser/phrasings.js';
import { single } from '../single.js';
import { distinctMatches } from './distinct.js';
import type { Match, Matches } from './match.js';
import { fitness, type Purpose } from './purpose.js';

export const minScore = 0.6;

export const scoreMargin = 0.015;

export async function matchAmong(
  state: ExecutionState,
  asked: string,
  elements: readonly Element[],
  want: Purpose,
): Promise<Matches> {
  let nearest: RankedElement[] = [];
  const any = firstOfKind(asked, elements);
  if (any) return { one: any, nearest: [] };
  const phrase = withCloseName(asked, elements);
  const sign = phrase.replace(/["“”]|^the\s|\s(?:button|key|sign|icon)$/giu, '').trim();
  if (sign !== '' && !/[\p{L}\p{N}]/u.test(sign)) {
    const called = (mark: string): Element[] =>
      elements.filter(({ name, interactive }) => interactive && name.trim().toLowerCase() === mark);
    const drawn =
      labelsForSymbol(sign)
        .map(called)
        .find(({ length }) => length > 0) ?? [];
    return pickMatch(
      state,
      drawn.map((element) => ({ element, score: 1, why: 'same sign' })),
      want,
    );
  }
  const marked = matchKeyLabel(phrase, elements);
  if (marked) return { one: marked, nearest: [] };
  for (const wording of phrasings(phrase)) {
    const ranked = ground(wording, elements, { limit: 60 });
    const matches = await pickMatch(state, withRelation(wording, withOrdinal(wording, ranked)), want);
    if (matches.one || matches.several) return matches;
    if (nearest.length === 0) nearest = matches.nearest;
  }
  return { nearest };
}

/** "the plus button" is the one labelled "+", unless a control is named "plus". */
function matchKeyLabel(phrase: string, elements: readonly Element[]): Match | undefined {
  const bare = phrase.replace(/["“”]/gu, '').trim();
  const marks = labelsForWord(bare);
  if (!marks) return undefined;
  const keys = elements.filter(({ interactive }) => interactive);
  const word = bare.replace(/^the\s+|\s+(?:button|key|sign)$/giu, '').toLowerCase();
  if (keys.some(({ name }) => name.trim().toLowerCase() === word)) return undefined;
  const found = marks
    .flatMap(labelsForSymbol)
    .map((mark) => keys.filter(({ name }) => name.trim().toLowerCase() === mark))
    .find(({ length }) => length > 0);
  const [element] = found ?? [];
  return element && found?.length === 1 ? { element, score: 0.95, why: `marked ${element.name.trim()}` } : undefined;
}

const cross = /["“][x×✕]["”]/iu;

/** Replaces "x" by "Close", unless a control is named "x". */
function withCloseName(phrase: string, elements: readonly Element[]): string {
  const isNamed = elements.some(({ name, interactive }) => interactive && /^[x×✕]$/iu.test(name.trim()));
  return cross.test(phrase) && !isNamed ? phrase.replace(cross, '"Close"') : phrase;
}

const kindOnly =
  /^(?:an?|any)\s+["“]?(button|check\s*box|radio(?:\s+button)?|text(?:\s*(?:box|field|input))?|text\s*-?area|link)["”]?(?:\s+(?:widget|element|control))?$/iu;

/** "a checkbox": the first one. */
function firstOfKind(phrase: string, elements: readonly Element[]): Match | undefined {
  const kind = kindOnly.exec(phrase.trim())?.[1]?.toLowerCase().replace(/[\s-]/gu, '');
  if (!kind) return undefined;
  const element = elements.find(({ role, states, interactive }) => {
    if (!interactive) return false;
    if (kind.startsWith('textarea')) return states.includes('multiline');
    if (kind.startsWith('text')) return role === 'TextInput' && !states.includes('multiline');
    if (kind.startsWith('radio')) return role === 'Radio';
    return role.toLowerCase() === kind;
  });
  return element && { element, score: 0.8, why: `the first ${kind}` };
}

export const ordinal =
  /(?:^|\s)(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))\s(?!name\b)/u;

const relation =
  /\b(?:in|on|of|from|for)\s+the\s+(?:same\s+)?(?:row|line|card)\s+(?:with|of|for|as|containing)\s|\s(?:next\s+to|beside)\s/iu;

/** "Add to cart in the row with X" matches nothing when X is missing. */
function withRelation(wording: string, ranked: readonly RankedElement[]): readonly RankedElement[] {
  if (!relation.test(wording.replace(/["“][^"”]*["”]/gu, '"…"'))) return ranked;
  return ranked.filter(({ why }) => /, (?:row|near|by|inside|right|left|below|above) /u.test(why));
}

const minScoreForAny = 0.55;

async function pickMatch(state: ExecutionState, ranked: readonly RankedElement[], want: Purpose): Promise<Matches> {
  const fit = ranked
    // In a short name every letter counts: "Send" is not "Sent".
    .filter(({ why, element }) => !(why.includes('similar spelling') && element.name.trim().length <= 5))
    .map((one): RankedElement => ({ ...one, score: one.score * fitness(want, one.element) }))
    .sort((one, other) => other.score - one.score);
  const best = fit[0];
  if (!best || best.score < (want === 'any' ? minScoreForAny : minScore)) return { nearest: ranked.slice(0, 5) };
  const equals = fit.filter(({ score }) => score >= best.score - scoreMargin);
  const distinct = await distinctMatches(state, equals);
  const only = single(distinct);
  if (only) return { one: only, nearest: [] };
  return { several: distinct, nearest: [] };
}

/** "the ninth Delete button" of seven matches nothing. */
export function withOrdinal(wording: string, ranked: readonly RankedElement[]): readonly RankedElement[] {
  const word = ordinal.exec(wording.replace(/["“][^"”]*["”]/gu, ' '))?.[1]?.toLowerCase();
  if (!word) return ranked;
  return ranked.filter(({ why, element }) => / of \d+|row \d+/u.test(why) || element.name.toLowerCase().includes(word));
}
