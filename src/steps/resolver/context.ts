import type { Element } from '../../core/element.js';
import { belongingTo } from '../../perception/grounding/structural-relation.js';
import { single } from '../single.js';
import type { Discourse, Step } from '../step.js';
import type { Match, Matches } from './match.js';

/** Replaces pronouns: "it" is the last target; "their phone number" is in its row. */
export function resolvePronouns(step: Step, phrase: string): string {
  const { target: last, searched } = step.discourse;
  const inFound = /^(.+?)\s+in\s+(?:its|their|that|the same|her|his)\s+row$/iu.exec(phrase.trim());
  if (inFound && searched !== undefined && !step.discourse.found) return `${inFound[1]} in the row with "${searched}"`;
  if (!last) return phrase;
  if (/^(?:it|this|that|them|(?:this|that) one|the same)$/iu.test(phrase.trim()))
    return last.element?.id ?? last.phrase;
  const owned = /^(?:on\s+)?(?:their|its|his|her)\s+(.+)$/iu.exec(phrase.trim());
  if (owned) return `${owned[1]} in the row with ${quoteName(last)}`;
  const inIts = /^(.+?)\s+in\s+(?:its|their|that|the same|her|his)\s+row$/iu.exec(phrase.trim());
  return inIts ? `${inIts[1]} in the row with ${quoteName(last)}` : phrase;
}

const shapes: Readonly<Record<string, RegExp>> = {
  phone: /^\+?[\d\s().-]{6,}$/u,
  email: /^\S+@\S+$/u,
  price: /[$€£]\s?\d|\d\s?[$€£]/u,
};

/** "their phone number": the element in the row of the last found element that has the format of one. */
export function matchOwned(step: Step, phrase: string): Match | undefined {
  const kind = /^(?:on\s+)?(?:their|its|his|her)\s+(phone|e-?mail|price)/iu
    .exec(phrase.trim())?.[1]
    ?.toLowerCase()
    .replace('-', '');
  const anchor = step.discourse.found ?? step.discourse.target?.element;
  const shape = kind && shapes[kind];
  if (!anchor || !shape) return undefined;
  const fitting = aroundFound(step.screen.turn.observation.elements, anchor).filter(({ name }) =>
    shape.test(name.trim()),
  );
  const one = single(fitting.filter(({ interactive }) => interactive)) ?? single(fitting);
  return one && { element: one, why: `looks like a ${kind}, in the row of the last found element` };
}

/** The elements in the row of an element, or below it when it is a heading. */
function aroundFound(elements: readonly Element[], anchor: Element): readonly Element[] {
  const index = elements.findIndex(({ id }) => id === anchor.id);
  if (anchor.level === undefined || index === -1) return belongingTo(anchor, elements, elements);
  const after = elements.slice(index + 1);
  const end = after.findIndex(({ level }) => level !== undefined);
  return end === -1 ? after : after.slice(0, end);
}

function quoteName({ element, phrase }: NonNullable<Discourse['target']>): string {
  return element?.name ? `"${element.name.replaceAll('"', '')}"` : phrase;
}

/** Of several matches, the one in the row of the last found element: "Find the email by Ann and click the star". */
export function narrowToRow(
  { screen: { turn }, discourse: { found: lastFound } }: Step,
  matches: Matches,
  elements: readonly Element[] = turn.observation.elements,
): Matches {
  if (!matches.several || !lastFound) return matches;
  const anchor = elements.find(({ id }) => id === lastFound.id);
  const only = anchor && single(belongingTo(anchor, matches.several, elements));
  return only ? { one: { element: only, why: 'in the row of the last found element' }, nearest: [] } : matches;
}

/** Whether a match is the last found element, or in its row. */
export function isOfFound(
  { screen: { turn }, discourse: { found: lastFound } }: Step,
  match: Match | undefined,
): boolean {
  if (!match || !lastFound || match.element.id === lastFound.id) return match !== undefined;
  const { elements } = turn.observation;
  const anchor = elements.find(({ id }) => id === lastFound.id);
  return anchor !== undefined && belongingTo(anchor, [match.element], elements).length > 0;
}
