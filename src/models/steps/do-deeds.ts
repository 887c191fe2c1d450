import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { foldText } from '../../perception/ground-text.js';
import { setPlan } from './do-fields.js';
import { point, pointing } from './do-point.js';
import { requestByWords, requestWith } from './do-request.js';
import { byRowMenu, sameDeed } from './do-row.js';
import type { Instruction } from './instruction.js';
import { readNumberIn } from './numbers.js';
import { withoutKind } from './phrasings.js';
import { rowHolds } from './row-holds.js';
import { ambiguous, type Found, lookFor, notFound, tell } from './target.js';
import { isField } from './want.js';
import { perform, performAll, reply, type Script, type World } from './world.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** "employee in Madrid": the kind says nothing that the row does not. */
const inPlace = /^\p{L}+\s+(?:in|at|for|with|on)\s+(?=["“#@\p{Lu}\d])/u;

/** A control named after the verb, by the thing: "Delete" in the row of it. */
export async function* deed(world: World, step: Of<'deed'>): Script {
  const { verb, what, target, words } = step;
  const dismissing = verb === 'accept' || verb === 'reject' || verb === 'dismiss' || verb === 'decline';
  const exact = await lookFor(world, target, { kind: 'click' });
  const holds = (element: Element): boolean => rowHolds(element, what, world.turn.observation.elements);
  if (exact.one && exact.one.score >= 0.85 && exact.one.element.interactive && holds(exact.one.element)) {
    yield* perform(world, words, tell(target, exact.one), pointing(world, 'click', exact.one.element));
    return;
  }
  const form = step.fields && formOf(what);
  if (form && step.fields) return yield* requestWith(world, step, form, step.fields);
  const plain = withoutKind(what.replace(/^(?:the|a|an|my|this|that)\s+/iu, '')).replace(inPlace, '');
  const ordinal = /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(.+)$/iu.exec(plain);
  const tail = /^(.+?)\s+((?:to|as|for)\s+.+)$/iu.exec(plain);
  const phrases = ordinal
    ? [`the ${ordinal[1]} ${verb} button`]
    : [
        ...(tail ? [`"${verb} ${tail[2]}" in the row with ${tail[1]}`] : []),
        `"${verb}" in the row with ${plain}`,
        `${verb} in the row with ${plain}`,
        `${verb} next to ${plain}`,
        ...(sameDeed[verb] ?? []).map((other) => `"${other}" in the row with ${plain}`),
        ...(/^(?:delete|remove)$/u.test(verb) ? [`"×" next to ${plain}`] : []),
      ];
  let found = await firstNamed(world, phrases, verb, words);
  if (!found && world.acted) {
    const [waited] = yield* reply(world, `"${words}" has nothing to act on yet: waiting for "${plain}".`, [
      { tool: 'wait_for', input: { text: plain.replace(/["“”]/gu, ''), timeout: 2_500 } },
    ]);
    if (waited?.result.success) found = await firstNamed(world, [target, ...phrases], verb, words);
  }
  if (found && holds(found.element)) {
    yield* perform(world, words, tell(target, found), pointing(world, 'click', found.element));
    return;
  }
  const general = await lookFor(world, verb, { kind: 'click' });
  const isGeneral =
    dismissing ||
    /^(?:it|this|form|changes?|document|entry|order|page|file|settings|account|purchase|payment|appointment|message|cart|game|timer|video|music)\b/iu.test(
      plain,
    );
  if (isGeneral && general.one && general.one.score >= 0.7 && general.one.element.interactive) {
    yield* perform(world, words, tell(verb, general.one), pointing(world, 'click', general.one.element));
    return;
  }
  if (!ordinal && (yield* byRowMenu(world, verb, plain, words))) return;
  if (yield* requestByWords(world, verb, what, words)) return;
  yield* point(world, { do: 'click', target, parts: [target], words });
}

/** "a ticket with title X": what the form is for. */
function formOf(what: string): string | undefined {
  return /^(.+?)(?:\s*:|,?\s+(?:with|having|where|using))\s/iu.exec(what)?.[1];
}

/** The first phrase that means one control; several that are all named after the verb are refused. */
async function firstNamed(
  world: World,
  phrases: readonly string[],
  verb: string,
  words: string,
): Promise<Found | undefined> {
  for (const phrase of phrases) {
    const { one, several } = await lookFor(world, phrase, { kind: 'click' });
    const isNamed = (element: Element): boolean => foldText(element.name).text.includes(foldText(verb).text);
    if (several?.every(({ element }) => isNamed(element))) throw ambiguous(words, several, world);
    if (one && one.score >= 0.65 && one.element.interactive && !isField(one.element)) return one;
  }
  return undefined;
}

/** Buttons that count up and down, until the number is reached. */
export async function* stepTo(world: World, step: Of<'step'>): Script {
  const { words } = step;
  const target = step.target ?? 'counter';
  const { one } = await lookFor(world, target, { kind: 'set' });
  const current = (): number | undefined => readNumberIn(counterText(world, target, one?.element));
  const start = current();
  const goal = step.to ?? (start === undefined || step.by === undefined ? undefined : start + step.by);
  if (one && isField(one.element) && goal !== undefined) {
    yield* performAll(world, [{ words, make: async () => setPlan(world, target, one, String(goal)) }]);
    return;
  }
  if (start === undefined || goal === undefined)
    throw new HandrailError(
      'not_found',
      `"${words}": no number is to be read at "${target}".`,
      'Say which button to click, and how often.',
    );
  const button = stepButton(world, target, goal > start);
  if (!button) throw notFound(`a button that counts ${goal > start ? 'up' : 'down'}`, []);
  for (let tries = 0; tries < 4 && current() !== goal; tries += 1) {
    const away = Math.abs(goal - (current() ?? goal));
    yield* reply(
      world,
      `It shows ${current()}; ${button.id} "${button.name}" counts towards ${goal}.`,
      Array.from({ length: Math.min(away, 30) }, () => pointing(world, 'click', button)),
    );
  }
  if (current() !== goal)
    throw new HandrailError('expectation_failed', `"${words}": it shows ${current()} and not ${goal}.`);
}

function counterText(world: World, target: string, field: Element | undefined): string {
  if (field?.value) return field.value;
  const { elements } = world.turn.observation;
  const bare = target.replace(/^the\s+/iu, '').toLowerCase();
  const labelled = elements.find(({ name }) => name.toLowerCase().includes(bare) && /\d/u.test(name));
  return (
    labelled?.name ?? elements.find(({ name, interactive }) => !interactive && /^-?\d+$/u.test(name.trim()))?.name ?? ''
  );
}

function stepButton(world: World, target: string, up: boolean): Element | undefined {
  const names = up
    ? /^(?:\+|➕|increase|increment|plus|more|add|up|▲|↑)(?:\s|$)/iu
    : /^(?:-|−|–|➖|decrease|decrement|minus|less|fewer|down|▼|↓)(?:\s|$)/iu;
  const all = world.turn.observation.elements.filter(
    ({ name, interactive, role }) => interactive && role !== 'TextInput' && names.test(name.trim()),
  );
  const about = all.filter(({ name }) => name.toLowerCase().includes(target.replace(/^the\s+/iu, '').toLowerCase()));
  return about.length === 1 ? about[0] : all.length === 1 ? all[0] : undefined;
}
