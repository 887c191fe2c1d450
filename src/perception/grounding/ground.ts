import { type Element, isSecretField, type Role } from '../../core/element.js';
import { checkOptions, option } from '../../core/options.js';
import { cleanText } from '../quote-text.js';
import { findNearbyLabels } from './nearby-labels.js';
import { type Interpretation, parsePhrase } from './parse-phrase.js';
import { hasState } from './qualifiers.js';
import { scoreRelation } from './spatial-relation.js';
import { compareTexts, normalizeText, type Similarity } from './text-similarity.js';

export interface RankedElement {
  element: Element;
  /** 0 to 1. Equal scores are ties: nothing in the phrase distinguishes the elements. */
  score: number;
  why: string;
}

export interface GroundOptions {
  /** Maximum number of results. Default 20. */
  limit?: number;
}

interface Scored {
  score: number;
  why: string;
}

interface Search {
  elements: readonly Element[];
  labels: ReadonlyMap<Element, string>;
  /** Searches for the element that a phrase refers to, not for one to act on. */
  isAnchor: boolean;
  depth: number;
}

type Matcher = (text: string) => Similarity;

const defaultLimit = 20;
/** Elements with a lower score are not returned. */
const minScore = 0.3;
/** With a better match than this, more specific interpretations are not tried. */
const certainScore = 0.95;
/** With a better match than this, "X of Y" is not read as "X that belongs to Y". */
const goodScore = 0.7;
const maxAnchorDepth = 2;
const noMatch: Scored = { score: 0, why: '' };

/** Factors for elements that are less likely to be meant. */
const stateFactors = { disabled: 0.93, covered: 0.95, offscreen: 0.97 } as const;
const passiveFactor = 0.72;
const otherStateFactor = 0.6;
const otherRowFactor = 0.3;
const otherOrdinalFactor = 0.5;
/** The weight of the role in the score of a named element. */
const roleWeight = 0.3;
/** Scores of elements that a phrase names by role only, or not at all. */
const exactRoleScore = 0.8;
const similarRoleScore = 0.45;
const unnamedScore = 0.7;
/** How much a match of each property counts. The name counts fully. */
const weights = {
  nameWithoutCount: 0.97,
  labelOfUnnamed: 0.85,
  labelOfNamed: 0.75,
  description: 0.8,
  value: 0.75,
  kind: 0.6,
} as const;

/** The elements that a phrase may mean, best first. Equal ones are in reading order. */
export function ground(phrase: string, elements: readonly Element[], options: GroundOptions = {}): RankedElement[] {
  checkOptions('ground', options, { limit: option.number });
  const search: Search = { elements, labels: findNearbyLabels(elements), isAnchor: false, depth: 0 };
  return rank(phrase, search).slice(0, options.limit ?? defaultLimit);
}

function rank(phrase: string, search: Search): RankedElement[] {
  const best: Scored[] = search.elements.map(() => noMatch);
  let top = 0;
  for (const interpretation of parsePhrase(phrase)) {
    if (top >= certainScore && isSpecific(interpretation)) break;
    if (top >= goodScore && interpretation.relation?.kind === 'belongs') continue;
    scoreInterpretation(interpretation, search).forEach((scored, index) => {
      if (scored.score > (best[index]?.score ?? 0)) best[index] = scored;
      top = Math.max(top, scored.score);
    });
  }
  return search.elements
    .map((element, index) => applyStates(element, best[index] ?? noMatch, search))
    .filter(({ score }) => score >= minScore)
    .sort((one, other) => other.score - one.score);
}

function applyStates(element: Element, { score, why }: Scored, { isAnchor }: Search): RankedElement {
  let result = score;
  if (!isAnchor) {
    for (const state of ['disabled', 'covered', 'offscreen'] as const)
      if (element.states.includes(state)) result *= stateFactors[state];
  }
  return { element, score: Math.round(result * 1000) / 1000, why };
}

function scoreInterpretation(interpretation: Interpretation, search: Search): Scored[] {
  const match = createMatcher(interpretation);
  let scores = search.elements.map((element) => scoreElement(interpretation, match, element, search));
  if (interpretation.relation) scores = applyRelation(interpretation.relation, scores, search);
  if (interpretation.row) scores = applyRow(interpretation.row, scores, search.elements);
  if (interpretation.ordinal) scores = applyOrdinal(interpretation.ordinal, scores);
  return scores;
}

function scoreElement(interpretation: Interpretation, match: Matcher, element: Element, search: Search): Scored {
  const { role, state } = interpretation;
  let scored = scoreNameAndRole(interpretation, match, element, search);
  if (scored.score === 0) return noMatch;
  const isPassive = !element.interactive && !role?.passive && !search.isAnchor;
  if (isPassive) scored = { score: scored.score * passiveFactor, why: `${scored.why}, not interactive` };
  if (!state) return scored;
  return hasState(state, element)
    ? { ...scored, why: `${scored.why}, ${state}` }
    : { ...scored, score: scored.score * otherStateFactor };
}

function scoreNameAndRole(interpretation: Interpretation, match: Matcher, element: Element, search: Search): Scored {
  const { role, name, quotedTexts } = interpretation;
  const fit = role ? roleFit(role, element) : 1;
  if (name.words.length > 0 || quotedTexts.length > 0) {
    const similarity = nameSimilarity(match, element, search);
    if (similarity.score < minScore) return noMatch;
    const score = similarity.score * (1 - roleWeight + roleWeight * fit);
    return { score, why: explain(similarity, role ? fit : undefined, element.role) };
  }
  if (role) {
    if (fit < minScore) return noMatch;
    return { score: fit === 1 ? exactRoleScore : similarRoleScore * fit, why: `a ${element.role}` };
  }
  return element.interactive && isSpecific(interpretation) ? { score: unnamedScore, why: 'interactive' } : noMatch;
}

/** Whether more than a name or a role selects the element. */
function isSpecific({ ordinal, row, relation, state }: Interpretation): boolean {
  return Boolean(ordinal || row || relation || state);
}

function roleFit(role: NonNullable<Interpretation['role']>, element: Element): number {
  if (role.heading && element.level !== undefined) return 1;
  if (element.kind && role.kinds?.includes(element.kind)) return 1;
  return role.roles[element.role] ?? 0;
}

function nameSimilarity(match: Matcher, element: Element, { labels }: Search): Similarity {
  let best: Similarity = { score: 0, kind: 'none' };
  const consider = (text: string | undefined, weight: number): void => {
    if (!text || best.score >= weight) return;
    const { score, kind } = match(text);
    if (score * weight > best.score) best = { score: score * weight, kind };
  };
  const { name, description, value, kind, states } = element;
  consider(name, 1);
  // "Cart (2)" is called "Cart".
  if (/\d\)?$/.test(name)) consider(name.replace(/\s*(?:\(\d+\)|\s\d+)$/, ''), weights.nameWithoutCount);
  consider(labels.get(element), name === '' ? weights.labelOfUnnamed : weights.labelOfNamed);
  consider(description, weights.description);
  if (!isSecretField({ states })) consider(value, weights.value);
  consider(kind, weights.kind);
  return best;
}

/** Scores of a quoted text that is part of a name. */
const quotedScores = { exact: 1, otherCase: 0.98, contained: 0.85, containedOtherCase: 0.8 } as const;

/** Compares texts with the name in an interpretation. Caches the results. */
function createMatcher({ name, quotedTexts }: Interpretation): Matcher {
  const cache = new Map<string, Similarity>();
  const compare: Matcher = (text) => {
    if (quotedTexts.length === 0) return compareTexts(name, normalizeText(text));
    const quoted = Math.min(...quotedTexts.map((part) => scoreQuoted(part, text)));
    // Words outside the quotes that the name does not contain mean something else.
    const others = name.words.length === 0 ? 1 : 0.5 + 0.5 * compareTexts(name, normalizeText(text)).score;
    return { score: quoted * others, kind: quoted >= quotedScores.otherCase ? 'exact' : 'contains' };
  };
  return (text) => {
    const similarity = cache.get(text) ?? compare(text);
    cache.set(text, similarity);
    return similarity;
  };
}

function scoreQuoted(quoted: string, text: string): number {
  const name = text.replace(/\s+/g, ' ').trim();
  if (name === quoted.trim()) return quotedScores.exact;
  if (name.toLowerCase() === quoted.trim().toLowerCase()) return quotedScores.otherCase;
  if (name.includes(quoted)) return quotedScores.contained;
  return name.toLowerCase().includes(quoted.toLowerCase()) ? quotedScores.containedOtherCase : 0;
}

const maxAnchors = 10;
const minAnchorScore = 0.5;
const maxAnchorTie = 0.05;
/** A weaker relation does not hold. */
const minRelation = 0.15;
/** The weight of the relation in the score, and of its absolute strength in the relation. */
const relationWeight = 0.7;
const strengthWeight = 0.15;

function applyRelation(relation: NonNullable<Interpretation['relation']>, scores: Scored[], search: Search): Scored[] {
  const { elements } = search;
  if (search.depth >= maxAnchorDepth || scores.every(({ score }) => score === 0)) return scores.map(() => noMatch);
  const found = rank(relation.anchor, { ...search, isAnchor: true, depth: search.depth + 1 });
  const minFound = Math.max(minAnchorScore, (found[0]?.score ?? 0) - maxAnchorTie);
  const anchors = found.filter(({ score }) => score >= minFound).slice(0, maxAnchors);
  const fits = elements.map((element, index) =>
    scores[index]?.score === 0
      ? 0
      : Math.max(0, ...anchors.map((anchor) => scoreRelation(relation.kind, element, anchor.element, elements))),
  );
  const top = topScore(scores);
  const bestFit = Math.max(0, ...fits.filter((_, index) => (scores[index]?.score ?? 0) >= top / 2));
  if (bestFit < minRelation) return scores.map(() => noMatch);
  const location = `${relation.kind === 'belongs' ? 'by' : relation.kind} ${cleanText(relation.anchor, 40)}`;
  return scores.map(({ score, why }, index) => {
    const fit = Math.min(1, (fits[index] ?? 0) / bestFit) * (1 - strengthWeight + strengthWeight * bestFit);
    return { score: score * (1 - relationWeight + relationWeight * fit), why: `${why}, ${location}` };
  });
}

function topScore(scores: readonly Scored[]): number {
  return scores.reduce((top, { score }) => Math.max(top, score), 0);
}

const minRowScore = 0.5;

function applyRow(wanted: number, scores: Scored[], elements: readonly Element[]): Scored[] {
  const matching = elements.filter((element, index) => element.list && (scores[index]?.score ?? 0) >= minRowScore);
  const rows = [...new Set(matching.map((element) => element.list?.row ?? 0))].sort((one, other) => one - other);
  // The row with this number if it is visible, else the visible row at this position.
  const row = wanted > 0 && rows.includes(wanted - 1) ? wanted - 1 : rows.at(wanted > 0 ? wanted - 1 : wanted);
  if (row === undefined) return applyOrdinal(wanted, scores);
  return scores.map(({ score, why }, index) =>
    elements[index]?.list?.row === row
      ? { score, why: `${why}, row ${row + 1}` }
      : { score: score * otherRowFactor, why },
  );
}

const minOrdinalScore = 0.4;
const maxOrdinalTie = 0.03;

/** Selects one of the elements that match equally well. */
function applyOrdinal(wanted: number, scores: Scored[]): Scored[] {
  const top = topScore(scores);
  const equals = scores.flatMap(({ score }, index) =>
    score > minOrdinalScore && score >= top - maxOrdinalTie ? [index] : [],
  );
  const chosen = equals.at(wanted > 0 ? wanted - 1 : wanted);
  const position = `${wanted > 0 ? wanted : equals.length + wanted + 1} of ${equals.length}`;
  return scores.map(({ score, why }, index) =>
    index === chosen ? { score, why: `${why}, ${position}` } : { score: score * otherOrdinalFactor, why },
  );
}

const explanations: Record<Similarity['kind'], string> = {
  exact: 'same name',
  contains: 'name contains it',
  words: 'name has the words',
  spelling: 'similar spelling',
  synonym: 'synonym',
  none: 'no name',
};
/** With a lower role fit, the explanation names the actual role. */
const minRoleFit = 0.9;

function explain({ kind }: Similarity, fit: number | undefined, role: Role): string {
  return fit === undefined || fit >= minRoleFit ? explanations[kind] : `${explanations[kind]}, but a ${role}`;
}
