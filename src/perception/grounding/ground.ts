import type { Element, Role } from '../../core/element.js';
import { cleanText } from '../page-text.js';
import { nearLabels } from './label-fields.js';
import { type Reading, readPhrase } from './parse-phrase.js';
import { relationFit } from './relation.js';
import { foldText, type Likeness, likeness } from './text-similarity.js';

export interface Ranked {
  element: Element;
  /** 0 to 1. Equal scores are ties: nothing in the phrase tells them apart. */
  score: number;
  why: string;
}

export interface GroundOptions {
  /** How many to return at most; 20 if not said. */
  limit?: number;
}

interface Scored {
  score: number;
  why: string;
}

interface Scene {
  elements: readonly Element[];
  labels: ReadonlyMap<Element, string>;
  /** Looking for the thing a phrase refers to, not for something to act on. */
  anchor: boolean;
  depth: number;
}

type Matcher = (text: string) => Likeness;

const leastScore = 0.3;
const certain = 0.95;
const nothing: Scored = { score: 0, why: '' };
const penalties = { disabled: 0.93, covered: 0.95, offscreen: 0.97 } as const;

/** The elements a phrase may mean, best first; equal ones in reading order. */
export function ground(phrase: string, elements: readonly Element[], options: GroundOptions = {}): Ranked[] {
  const scene: Scene = { elements, labels: nearLabels(elements), anchor: false, depth: 0 };
  return rank(phrase, scene).slice(0, options.limit ?? 20);
}

function rank(phrase: string, scene: Scene): Ranked[] {
  const best: Scored[] = scene.elements.map(() => nothing);
  let top = 0;
  for (const reading of readPhrase(phrase)) {
    if (top >= certain && narrows(reading)) break;
    if (top >= 0.7 && reading.relation?.kind === 'belongs') continue;
    scoreReading(reading, scene).forEach((scored, index) => {
      if (scored.score > (best[index]?.score ?? 0)) best[index] = scored;
      top = Math.max(top, scored.score);
    });
  }
  return scene.elements
    .map((element, index) => finish(element, best[index] ?? nothing, scene))
    .filter(({ score }) => score >= leastScore)
    .sort((one, other) => other.score - one.score);
}

function finish(element: Element, { score, why }: Scored, scene: Scene): Ranked {
  let result = score;
  if (!scene.anchor) {
    if (element.states.includes('disabled')) result *= penalties.disabled;
    if (element.states.includes('covered')) result *= penalties.covered;
    if (element.states.includes('offscreen')) result *= penalties.offscreen;
  }
  return { element, score: Math.round(result * 1000) / 1000, why };
}

function scoreReading(reading: Reading, scene: Scene): Scored[] {
  const match = matcher(reading);
  let scores = scene.elements.map((element) => scoreElement(reading, match, element, scene));
  if (reading.relation) scores = applyRelation(reading.relation, scores, scene);
  if (reading.row) scores = applyRow(reading.row, scores, scene.elements);
  if (reading.ordinal) scores = applyOrdinal(reading.ordinal, scores);
  return scores;
}

function scoreElement(reading: Reading, match: Matcher, element: Element, scene: Scene): Scored {
  const { role } = reading;
  const fit = role ? roleFit(role, element) : 1;
  const isNamed = reading.asked.words.length > 0 || reading.literals.length > 0;
  let scored: Scored;
  if (isNamed) {
    const alike = nameLikeness(match, element, scene);
    if (alike.score < leastScore) return nothing;
    scored = { score: alike.score * (0.7 + 0.3 * fit), why: reason(alike, role ? fit : undefined, element.role) };
  } else if (role) {
    if (fit < leastScore) return nothing;
    scored = { score: fit === 1 ? 0.8 : 0.45 * fit, why: `a ${element.role}` };
  } else {
    if (!element.interactive || !narrows(reading)) return nothing;
    scored = { score: 0.7, why: 'can be acted on' };
  }
  const passive = !element.interactive && !role?.passive && !scene.anchor;
  if (passive) scored = { score: scored.score * 0.72, why: `${scored.why}, only text` };
  if (!reading.state) return scored;
  const isSo = element.states.includes(reading.state);
  return isSo ? { ...scored, why: `${scored.why}, ${reading.state}` } : { ...scored, score: scored.score * 0.6 };
}

/** Whether more than a name or a role tells which one is meant. */
function narrows(reading: Reading): boolean {
  return Boolean(reading.ordinal || reading.row || reading.relation || reading.state);
}

function roleFit(role: NonNullable<Reading['role']>, element: Element): number {
  if (role.heading && element.level !== undefined) return 1;
  if (element.kind && role.kinds?.includes(element.kind)) return 1;
  return role.roles[element.role] ?? 0;
}

function nameLikeness(match: Matcher, element: Element, scene: Scene): Likeness {
  let best: Likeness = { score: 0, how: 'none' };
  const consider = (text: string | undefined, weight: number): void => {
    if (!text || best.score >= weight) return;
    const { score, how } = match(text);
    if (score * weight > best.score) best = { score: score * weight, how };
  };
  consider(element.name, 1);
  // "Cart (2)" is called "Cart".
  if (/\d\)?$/.test(element.name)) consider(element.name.replace(/\s*(?:\(\d+\)|\s\d+)$/, ''), 0.97);
  consider(scene.labels.get(element), element.name === '' ? 0.85 : 0.75);
  consider(element.description, 0.8);
  if (!element.states.includes('password')) consider(element.value, 0.75);
  consider(element.kind, 0.6);
  return best;
}

/** Compares texts with the words of a reading; a text seen before is not compared again. */
function matcher({ asked, literals }: Reading): Matcher {
  const known = new Map<string, Likeness>();
  const compare: Matcher = (text) => {
    if (literals.length === 0) return likeness(asked, foldText(text));
    const literal = Math.min(...literals.map((part) => literalLikeness(part, text)));
    // Words around a quoted part that the name does not have speak of something else.
    const others = asked.words.length === 0 ? 1 : 0.5 + 0.5 * likeness(asked, foldText(text)).score;
    return { score: literal * others, how: literal >= 0.98 ? 'exact' : 'contains' };
  };
  return (text) => {
    const found = known.get(text) ?? compare(text);
    known.set(text, found);
    return found;
  };
}

function literalLikeness(literal: string, text: string): number {
  const name = text.replace(/\s+/g, ' ').trim();
  if (name === literal.trim()) return 1;
  if (name.toLowerCase() === literal.trim().toLowerCase()) return 0.98;
  if (name.includes(literal)) return 0.85;
  return name.toLowerCase().includes(literal.toLowerCase()) ? 0.8 : 0;
}

function applyRelation(relation: NonNullable<Reading['relation']>, scores: Scored[], scene: Scene): Scored[] {
  if (scene.depth >= 2 || scores.every(({ score }) => score === 0)) return scores.map(() => nothing);
  const found = rank(relation.anchor, { ...scene, anchor: true, depth: scene.depth + 1 });
  const least = Math.max(0.5, (found[0]?.score ?? 0) - 0.05);
  const anchors = found.filter(({ score }) => score >= least).slice(0, 10);
  const fits = scene.elements.map((element, index) => {
    if (scores[index]?.score === 0) return 0;
    return Math.max(0, ...anchors.map((one) => relationFit(relation.kind, element, one.element, scene.elements)));
  });
  const top = scores.reduce((most, { score }) => Math.max(most, score), 0);
  const most = fits.reduce(
    (best, fit, index) => ((scores[index]?.score ?? 0) >= top / 2 ? Math.max(best, fit) : best),
    0,
  );
  if (most < 0.15) return scores.map(() => nothing);
  const where = `${relation.kind === 'belongs' ? 'by' : relation.kind} ${cleanText(relation.anchor, 40)}`;
  return scores.map(({ score, why }, index) => {
    const fit = Math.min(1, (fits[index] ?? 0) / most) * (0.85 + 0.15 * most);
    return { score: score * (0.3 + 0.7 * fit), why: `${why}, ${where}` };
  });
}

function applyRow(wanted: number, scores: Scored[], elements: readonly Element[]): Scored[] {
  const answering = elements.filter((element, index) => element.list && (scores[index]?.score ?? 0) >= 0.5);
  const rows = [...new Set(answering.map((element) => element.list?.row ?? 0))].sort((one, other) => one - other);
  // The row itself if it is among those seen, else the one at that place among those seen.
  const row = wanted > 0 && rows.includes(wanted - 1) ? wanted - 1 : rows.at(wanted > 0 ? wanted - 1 : wanted);
  if (row === undefined) return applyOrdinal(wanted, scores);
  return scores.map(({ score, why }, index) =>
    elements[index]?.list?.row === row ? { score, why: `${why}, row ${row + 1}` } : { score: score * 0.3, why },
  );
}

/** Among those that answer equally well, the one at the place asked for. */
function applyOrdinal(wanted: number, scores: Scored[]): Scored[] {
  const top = scores.reduce((most, { score }) => Math.max(most, score), 0);
  const equals = scores.flatMap(({ score }, index) => (score > 0.4 && score >= top - 0.03 ? [index] : []));
  const chosen = equals.at(wanted > 0 ? wanted - 1 : wanted);
  const place = `${wanted > 0 ? wanted : equals.length + wanted + 1} of ${equals.length}`;
  return scores.map(({ score, why }, index) =>
    index === chosen ? { score, why: `${why}, ${place}` } : { score: score * 0.5, why },
  );
}

function reason(alike: Likeness, fit: number | undefined, role: Role): string {
  const words = {
    exact: 'same name',
    contains: 'name contains it',
    words: 'name has the words',
    spelling: 'name is spelled nearly so',
    synonym: 'name means the same',
    none: 'no name',
  }[alike.how];
  if (fit === undefined || fit >= 0.9) return words;
  return `${words}, but a ${role}`;
}
