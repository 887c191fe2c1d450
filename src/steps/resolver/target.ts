import type { Element } from '../../core/element.js';
import { isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { describeCandidates } from '../../perception/grounding/choose.js';
import { ground, type Ranked } from '../../perception/grounding/ground.js';
import { type ExecutionState, seen } from '../execution-state.js';
import { bareName, phrasings, searchWords, withoutPurpose } from '../parser/phrasings.js';
import { marksCalled, marksOf } from '../parser/sign-words.js';
import { distinct } from './distinct.js';
import { drawn } from './drawn.js';
import { below, isByIcon, nameless } from './nameless.js';
import { resultAt } from './results.js';
import { suits, type Want } from './want.js';

/** An element that a phrase means, and how sure that is. */
export interface Found {
  element: Element;
  score: number;
  why: string;
}

const sure = 0.6;
const likely = 0.55;
const margin = 0.015;

/** The element a phrase means. Throws `not_found` or `ambiguous`, with the candidates. */
export async function resolve(world: ExecutionState, phrase: string, want: Want): Promise<Found> {
  const found = await lookFor(world, phrase, want);
  if (found.one) return found.one;
  const place = ordinal.exec(phrase);
  if (!found.several && place) throw tooFew(world, phrase, place[1] ?? '');
  if (found.several) throw ambiguous(phrase, found.several, world);
  throw notFound(phrase, found.nearest);
}

/** The same, but nothing where there is none; still throws when several could be meant. */
export async function resolveIfAny(world: ExecutionState, phrase: string, want: Want): Promise<Found | undefined> {
  const found = await lookFor(world, phrase, want);
  if (found.several) throw ambiguous(phrase, found.several, world);
  return found.one;
}

interface Looked {
  one?: Found;
  several?: Ranked[];
  nearest: Ranked[];
}

/** On the screen first, then anywhere on the page, then by what the page's makers called it. */
export async function lookFor(world: ExecutionState, phrase: string, want: Want): Promise<Looked> {
  const meant = pronounced(world, phrase);
  const { observation } = world.turn;
  if (isElementId(meant)) {
    const element = observation.elements.find(({ id }) => id === meant);
    if (element) return { one: { element, score: 1, why: 'by its id' }, nearest: [] };
  }
  const owned = ownedThing(world, phrase);
  if (owned) return { one: owned, nearest: [] };
  if (isByIcon(meant)) {
    const icon = await byAttributes(world, meant, want);
    if (icon) return noted(world, phrase, { one: icon, nearest: [] });
  }
  const counted = await resultAt(world, meant);
  if (counted) return { one: counted, nearest: [] };
  const here = await decide(world, meant, seen(world), want);
  if (here.one || here.several) return noted(world, phrase, here);
  const known = new Map(observation.elements.map((element) => [element.id, element]));
  for (const words of searchWords(meant)) {
    const { elements } = await world.turn.see({ find: words, budget: 1 });
    for (const element of elements) known.set(element.id, element);
    const there = await decide(world, meant, seen(world, [...known.values()]), want);
    if (there.one || there.several) return noted(world, phrase, there);
  }
  const painted = await drawn(world, meant);
  const [shape] = painted;
  if (shape && painted.length === 1)
    return noted(world, phrase, { one: { element: shape, score: 0.75, why: 'by its shape and colour' }, nearest: [] });
  const hidden = await byAttributes(world, meant, want);
  return noted(world, phrase, hidden ? { one: hidden, nearest: [] } : here);
}

function noted(world: ExecutionState, phrase: string, given: Looked): Looked {
  const looked = narrowed(world, given);
  if (looked.one) world.last = { phrase, element: looked.one.element };
  return looked;
}

/** Of several, the one in the row of what was looked for just before: "Find the email by Ann and click the star". */
function narrowed(world: ExecutionState, looked: Looked): Looked {
  if (!looked.several || !world.found) return looked;
  const ids = new Set(
    inSameRow(
      looked.several.map(({ element }) => element),
      world.found,
    ).map(({ id }) => id),
  );
  const near = looked.several.filter(({ element }) => ids.has(element.id));
  const [only] = near;
  return near.length === 1 && only
    ? { one: { ...only, why: `${only.why}, in the row found before` }, nearest: [] }
    : looked;
}

/** "it" is what was pointed at last; "their phone number" is the one beside it. */
function pronounced(world: ExecutionState, phrase: string): string {
  const { last, searched } = world;
  const inFound = /^(.+?)\s+in\s+(?:its|their|that|the same|her|his)\s+row$/iu.exec(phrase.trim());
  if (inFound && searched !== undefined && !world.found) return `${inFound[1]} in the row with "${searched}"`;
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

/** "their phone number": what looks like one in the row of what was found. */
function ownedThing(world: ExecutionState, phrase: string): Found | undefined {
  const kind = /^(?:on\s+)?(?:their|its|his|her)\s+(phone|e-?mail|price)/iu
    .exec(phrase.trim())?.[1]
    ?.toLowerCase()
    .replace('-', '');
  const anchor = world.found ?? world.last?.element;
  const shape = kind && shapes[kind];
  if (!anchor) return undefined;
  if (!shape) return labelledThing(world, phrase, anchor);
  const fitting = belongingTo(world.turn.observation.elements, anchor).filter(({ name }) => shape.test(name.trim()));
  const one = fitting.find(({ interactive }) => interactive) ?? fitting[0];
  return one && { element: one, score: 0.85, why: `looks like a ${kind}, in the row found before` };
}

/** What stands in the row of a thing, or under it where it is a heading. */
function belongingTo(elements: readonly Element[], anchor: Element): Element[] {
  const place = elements.findIndex(({ id }) => id === anchor.id);
  if (anchor.level === undefined || place === -1) return inSameRow(elements, anchor);
  const after = elements.slice(place + 1);
  const end = after.findIndex(({ level }) => level !== undefined);
  return end === -1 ? after : after.slice(0, end);
}

/** "their address" under a heading: what stands beside the label. */
function labelledThing(world: ExecutionState, phrase: string, anchor: Element): Found | undefined {
  const label = /^(?:on\s+)?(?:their|its|his|her)\s+(\p{L}+)$/iu.exec(phrase.trim())?.[1]?.toLowerCase();
  if (!label || anchor.level === undefined) return undefined;
  const things = belongingTo(world.turn.observation.elements, anchor);
  const place = things.findIndex(({ name }) => name.toLowerCase().replace(/\s*:$/u, '') === label);
  const element = things[place + 1];
  return place !== -1 && element?.interactive
    ? { element, score: 0.85, why: `beside "${label}", under what was found before` }
    : undefined;
}

function quoteName({ element, phrase }: NonNullable<ExecutionState['last']>): string {
  return element?.name ? `"${element.name.replaceAll('"', '')}"` : phrase;
}

async function decide(world: ExecutionState, asked: string, elements: readonly Element[], want: Want): Promise<Looked> {
  let nearest: Ranked[] = [];
  const any = anyOfKind(asked, elements);
  if (any) return { one: any, nearest: [] };
  const phrase = withoutCross(asked, elements);
  const sign = phrase.replace(/["“”]|^the\s|\s(?:button|key|sign|icon)$/giu, '').trim();
  if (sign !== '' && !/[\p{L}\p{N}]/u.test(sign)) {
    const called = (mark: string): Element[] =>
      elements.filter(({ name, interactive }) => interactive && name.trim().toLowerCase() === mark);
    const drawn =
      marksOf(sign)
        .map(called)
        .find(({ length }) => length > 0) ?? [];
    return pick(
      world,
      drawn.map((element) => ({ element, score: 1, why: 'same sign' })),
      want,
    );
  }
  const marked = calledByWord(phrase, elements);
  if (marked) return { one: marked, nearest: [] };
  for (const wording of phrasings(phrase)) {
    const ranked = ground(wording, elements, { limit: 60 });
    const looked = await pick(world, related(wording, counted(wording, ranked)), want);
    if (looked.one || looked.several) return looked;
    if (nearest.length === 0) nearest = looked.nearest;
  }
  return { nearest };
}

/** "the plus button" is the one marked +, where nothing is called "plus". */
function calledByWord(phrase: string, elements: readonly Element[]): Found | undefined {
  const bare = phrase.replace(/["“”]/gu, '').trim();
  const marks = marksCalled(bare);
  if (!marks) return undefined;
  const keys = elements.filter(({ interactive }) => interactive);
  const word = bare.replace(/^the\s+|\s+(?:button|key|sign)$/giu, '').toLowerCase();
  if (keys.some(({ name }) => name.trim().toLowerCase() === word)) return undefined;
  const found = marks
    .flatMap(marksOf)
    .map((mark) => keys.filter(({ name }) => name.trim().toLowerCase() === mark))
    .find(({ length }) => length > 0);
  const [element] = found ?? [];
  return element && found?.length === 1 ? { element, score: 0.95, why: `marked ${element.name.trim()}` } : undefined;
}

const cross = /["“][x×✕]["”]/iu;

/** "the x" of a window is what closes it, whatever it is named. */
function withoutCross(phrase: string, elements: readonly Element[]): string {
  const isNamed = elements.some(({ name, interactive }) => interactive && /^[x×✕]$/iu.test(name.trim()));
  return cross.test(phrase) && !isNamed ? phrase.replace(cross, '"Close"') : phrase;
}

const kindOnly =
  /^(?:an?|any)\s+["“]?(button|check\s*box|radio(?:\s+button)?|text(?:\s*(?:box|field|input))?|text\s*-?area|link)["”]?(?:\s+(?:widget|element|control))?$/iu;

/** "a checkbox": any of them will do. */
function anyOfKind(phrase: string, elements: readonly Element[]): Found | undefined {
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

const ordinal =
  /(?:^|\s)(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))\s(?!name\b)/u;

/** "the ninth Delete button" of seven is none of them. */
function counted(wording: string, ranked: readonly Ranked[]): readonly Ranked[] {
  const word = ordinal.exec(wording.replace(/["“][^"”]*["”]/gu, ' '))?.[1]?.toLowerCase();
  if (!word) return ranked;
  return ranked.filter(({ why, element }) => / of \d+|row \d+/u.test(why) || element.name.toLowerCase().includes(word));
}

const relation =
  /\b(?:in|on|of|from|for)\s+the\s+(?:same\s+)?(?:row|line|card)\s+(?:with|of|for|as|containing)\s|\s(?:next\s+to|beside)\s/iu;

/** "Add to cart in the row with X" is none of those on the screen when X is not there. */
function related(wording: string, ranked: readonly Ranked[]): readonly Ranked[] {
  if (!relation.test(wording.replace(/["“][^"”]*["”]/gu, '"…"'))) return ranked;
  return ranked.filter(({ why }) => /, (?:row|near|by|inside|right|left|below|above) /u.test(why));
}

async function pick(world: ExecutionState, ranked: readonly Ranked[], want: Want): Promise<Looked> {
  const fit = ranked
    // "Send" is not "Sent": in a short word every letter counts.
    .filter(({ why, element }) => !(why.includes('spelled nearly') && element.name.trim().length <= 5))
    .map((one): Ranked => ({ ...one, score: one.score * suits(want, one.element) }))
    .sort((one, other) => other.score - one.score);
  const best = fit[0];
  if (!best || best.score < (want.kind === 'any' ? likely : sure)) return { nearest: ranked.slice(0, 5) };
  const equals = fit.filter(({ score }) => score >= best.score - margin);
  const apart = await distinct(world, equals);
  const [only] = apart;
  if (apart.length === 1 && only) return { one: only, nearest: [] };
  return { several: apart, nearest: [] };
}

/** What has no name of its own, but is called so by the page's makers. */
async function byAttributes(world: ExecutionState, phrase: string, want: Want): Promise<Found | undefined> {
  const icons = (await nameless(world, phrase)).filter((element) => suits(want, element) >= 1);
  const anchor = world.found ?? world.last?.element;
  const beside = icons.length > 1 && anchor ? inSameRow(icons, anchor) : icons;
  const next = beside.length === 0 && anchor ? below(icons, anchor) : undefined;
  const near = next ? [next] : beside;
  const [only] = near;
  return near.length === 1 && only
    ? { element: only, score: 0.7, why: `no name, but the page calls it "${bareName(withoutPurpose(phrase))}"` }
    : undefined;
}

function inSameRow(elements: readonly Element[], anchor: Element): Element[] {
  const middle = anchor.bounds.y + anchor.bounds.height / 2;
  return elements.filter(({ list, bounds }) =>
    list && anchor.list
      ? list.of === anchor.list.of && list.row === anchor.list.row
      : (bounds.y <= middle && middle <= bounds.y + bounds.height) || holds(anchor, bounds),
  );
}

/** Whether a box lies between the top and the bottom of an element. */
function holds({ bounds }: Element, { y, height }: Element['bounds']): boolean {
  return bounds.y <= y && y + height <= bounds.y + bounds.height;
}

export function ambiguous(phrase: string, several: readonly Ranked[], world?: ExecutionState): HandrailError {
  return new HandrailError(
    'ambiguous',
    `"${phrase}" could be any of ${several.length}: ${world ? describeRows(several, world) : describeCandidates(several)}.`,
    'Say which: the first, the last, the one in the row with …, the one next to …, or use its full name.',
  );
}

/** "the ninth Delete button" when there are seven. */
function tooFew(world: ExecutionState, phrase: string, place: string): HandrailError {
  const ranked = ground(phrase.replace(place, ''), seen(world), { limit: 100 });
  const top = ranked[0]?.score ?? 0;
  const equals = top < sure ? [] : ranked.filter(({ score }) => score >= top - margin);
  if (equals.length === 0) return notFound(phrase, ranked.slice(0, 5));
  return new HandrailError(
    'not_found',
    `Nothing on the page is "${phrase}": there are ${equals.length} such, ${describeRows(equals, world)}.`,
    'Count again, or name it.',
  );
}

/** The candidates, each with what else stands in its row. */
function describeRows(several: readonly Ranked[], world: ExecutionState): string {
  const told = several.slice(0, 6).map((one) => {
    const { list, id } = one.element;
    const row = list
      ? world.turn.observation.elements.filter(
          (other) =>
            other.id !== id &&
            !other.interactive &&
            other.list?.of === list.of &&
            other.list.row === list.row &&
            other.role !== 'TableRow',
        )
      : [];
    const wide = list
      ? world.turn.observation.elements.filter(
          (other) => other.id !== id && other.list?.of === list.of && other.list.row === list.row,
        )
      : [];
    const longest = wide
      .map(({ name }) => name)
      .sort((one, other) => other.length - one.length)
      .slice(0, 1);
    const words = (row.length > 0 ? row.map(({ name }) => name) : longest).filter((name) => name !== '');
    return words.length > 0
      ? `${describeCandidates([one])} in the row ${[...new Set(words)].join(' ').slice(0, 80)}`
      : describeCandidates([one]);
  });
  return several.length > 6 ? `${told.join(', ')} and ${several.length - 6} more` : told.join(', ');
}

export function notFound(phrase: string, nearest: readonly Ranked[]): HandrailError {
  const near = nearest.length > 0 ? ` Nearest: ${describeCandidates(nearest)}.` : '';
  return new HandrailError(
    'not_found',
    `Nothing on the page is "${phrase}".${near}`,
    'Use the words that the page uses, in quotes, or say how to get there first.',
  );
}

/** "the Save button" → el_5 Button "Save" (same name, 100 % sure). */
export function tell(phrase: string, { element, score, why }: Found): string {
  const name = element.name || element.value || '';
  const named = name ? ` "${name.replace(/\s+/gu, ' ').slice(0, 60)}"` : '';
  return `"${phrase}" is ${element.id} ${element.role}${named} (${why}; ${Math.round(Math.min(1, score) * 100)} % sure).`;
}
