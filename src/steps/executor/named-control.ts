import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { foldText } from '../../perception/grounding/text-similarity.js';
import { type ExecutionState, perform, performAll, reply, type Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { readNumberIn } from '../parser/numbers.js';
import { withoutKind } from '../parser/phrasings.js';
import { resultAt } from '../resolver/results.js';
import { rowHolds } from '../resolver/row-holds.js';
import { ambiguous, type Found, lookFor, notFound, tell } from '../resolver/target.js';
import { isField } from '../resolver/want.js';
import { setPlan } from './browser/fields.js';
import { point, pointing } from './browser/pointer.js';
import { requestByWords, requestWith } from './request.js';
import { byRowMenu, sameDeed } from './row.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** "employee in Madrid": the kind says nothing that the row does not. */
const inPlace = /^\p{L}+\s+(?:in|at|for|with|on)\s+(?=["“#@\p{Lu}\d])/u;

/** "Watercolour course": the kind after the name says nothing that the row does not. */
const lastKind =
  /^([\p{Lu}"“].*)\s(?:course|class|workshop|lesson|event|room|plan|package|trip|tour|flight|product|item|job|project|ticket|invoice|order|team|group|channel|account|card|task|song|book|recipe|video|post)$/u;

/** A control named after the verb, by the thing: "Delete" in the row of it. */
export async function* deed(world: ExecutionState, step: Of<'deed'>): Script {
  const { verb, what, target, words } = step;
  const dismissing = verb === 'accept' || verb === 'reject' || verb === 'dismiss' || verb === 'decline';
  const form = step.fields && formOf(what);
  if (form && step.fields) return yield* requestWith(world, step, form, step.fields);
  const counted = await resultAt(world, what);
  const ofResult = counted && (await inRowOf(world, verb, counted.element));
  if (ofResult) {
    yield* perform(
      world,
      words,
      `${tell(what, counted)} ${ofResult.id} "${ofResult.name}" is in its row.`,
      pointing(world, 'click', ofResult),
    );
    return;
  }
  if (verb.startsWith('vote')) yield* pickFirst(world, what, words);
  const exact = await lookFor(world, target, { kind: 'click' });
  const holds = (element: Element): boolean => rowHolds(element, what, world.turn.observation.elements);
  if (exact.one && exact.one.score >= 0.85 && exact.one.element.interactive && !counted && holds(exact.one.element)) {
    yield* perform(world, words, tell(target, exact.one), pointing(world, 'click', exact.one.element));
    return;
  }
  const plain = withoutKind(what.replace(/^(?:(?:in|for|at|into)\s+)?(?:the|a|an|my|this|that)?\s*/iu, '')).replace(
    inPlace,
    '',
  );
  const ordinal = /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(.+)$/iu.exec(plain);
  const tail = /^(.+?)\s+((?:to|as|for)\s+.+)$/iu.exec(plain);
  const phrases = ordinal
    ? [`the ${ordinal[1]} ${verb} button`]
    : [
        ...(tail ? [`"${verb} ${tail[2]}" in the row with ${tail[1]}`] : []),
        `"${verb}" in the row with ${plain}`,
        `${verb} in the row with ${plain}`,
        `${verb} next to ${plain}`,
        ...(lastKind.test(plain) ? [`"${verb}" in the row with ${plain.replace(lastKind, '$1')}`] : []),
        ...(sameDeed[verb] ?? []).map((other) => `"${other}" in the row with ${plain}`),
        ...(/^(?:delete|remove)$/u.test(verb) ? [`"×" next to ${plain}`] : []),
      ];
  let found = await firstNamed(world, phrases, verb, words);
  if (!found && world.acted) {
    const [waited] = yield* reply(world, `"${words}" has nothing to act on yet: waiting for "${plain}".`, [
      { tool: 'wait_for', input: { text: plain.replace(/["“”]/gu, ''), timeout: 2_500 } },
    ]);
    if (waited?.result.success) found = await firstNamed(world, [target, ...phrases], verb, words);
    if (waited?.result.success && !found) {
      // The thing is there, and what can be done with it may come a moment after.
      yield* reply(world, `"${plain}" is there, and nothing to act on it yet: waiting a moment.`, [
        { tool: 'wait', input: { seconds: 0.7 } },
      ]);
      found = await firstNamed(world, [target, ...phrases], verb, words);
    }
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
  yield* openForm(world, verb, what, words);
  if (yield* requestByWords(world, verb, what, words)) return;
  yield* point(world, { do: 'click', target, parts: [target], words });
}

const begins = /^(?:invite|create|add|book|schedule|register|report|request|compose|plan|reserve)$/u;

/** "Invite kim@site as an Editor" where nothing is to be filled in yet: the one button named after the verb opens the form. */
async function* openForm(world: ExecutionState, verb: string, what: string, words: string): Script {
  const { elements } = world.turn.observation;
  const isFormThere = elements.some((element) => isField(element) && element.kind !== 'searchbox');
  const named = elements.filter(
    ({ role, name, list }) => role === 'Button' && !list && ` ${name.toLowerCase()} `.startsWith(` ${verb} `),
  );
  const [button] = named;
  if (!begins.test(verb) || !/@|["“]|\d/u.test(what) || isFormThere || !button || named.length > 1) return;
  yield* perform(world, words, `${button.id} "${button.name}" opens the form.`, pointing(world, 'click', button));
}

/** "Vote for X" where X is chosen first and one button takes the vote. */
async function* pickFirst(world: ExecutionState, what: string, words: string): Script {
  const buttons = world.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && /^vote\b/iu.test(name.trim()),
  );
  const choice = await lookFor(world, `"${what.replace(/["“”]/gu, '')}"`, { kind: 'click' });
  const { one } = choice;
  if (buttons.length !== 1 || !one?.element.interactive || one.element.id === buttons[0]?.id) return;
  yield* perform(world, words, tell(what, one), pointing(world, 'click', one.element));
}

/** The one control named after the verb that stands in the row of a thing. */
async function inRowOf({ turn }: ExecutionState, verb: string, thing: Element): Promise<Element | undefined> {
  const { list } = thing;
  if (!list) return ` ${thing.name.toLowerCase()} `.startsWith(` ${verb} `) ? thing : undefined;
  const named = turn.observation.elements.filter(
    ({ interactive, name, list: place }) =>
      interactive &&
      place?.of === list.of &&
      place.row === list.row &&
      ` ${name.toLowerCase()} `.startsWith(` ${verb} `),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** "a ticket with title X": what the form is for. */
function formOf(what: string): string | undefined {
  return /^(.+?)(?:\s*:|,?\s+(?:with|having|where|using))\s/iu.exec(what)?.[1];
}

/** The first phrase that means one control; several that are all named after the verb are refused. */
async function firstNamed(
  world: ExecutionState,
  phrases: readonly string[],
  verb: string,
  words: string,
): Promise<Found | undefined> {
  const names = [verb, ...(sameDeed[verb] ?? [])].map((name) => foldText(name).text);
  // Signs and pictures have no words to be named by.
  const isNamed = ({ name, description = '' }: Element): boolean =>
    !/\p{L}/u.test(name) || names.some((one) => foldText(`${name} ${description}`).text.includes(one));
  for (const phrase of phrases) {
    const { one, several } = await lookFor(world, phrase, { kind: 'click' });
    if (several?.every(({ element }) => isNamed(element))) throw ambiguous(words, several, world);
    if (one && one.score >= 0.65 && one.element.interactive && isNamed(one.element) && !isField(one.element))
      return one;
  }
  return undefined;
}

/** Buttons that count up and down, until the number is reached. */
export async function* stepTo(world: ExecutionState, step: Of<'step'>): Script {
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

function counterText(world: ExecutionState, target: string, field: Element | undefined): string {
  if (field?.value) return field.value;
  const { elements } = world.turn.observation;
  const bare = target.replace(/^the\s+/iu, '').toLowerCase();
  const labelled = elements.find(({ name }) => name.toLowerCase().includes(bare) && /\d/u.test(name));
  return (
    labelled?.name ?? elements.find(({ name, interactive }) => !interactive && /^-?\d+$/u.test(name.trim()))?.name ?? ''
  );
}

function stepButton(world: ExecutionState, target: string, up: boolean): Element | undefined {
  const names = up
    ? /^(?:\+|➕|increase|increment|plus|more|add|up|▲|↑)(?:\s|$)/iu
    : /^(?:-|−|–|➖|decrease|decrement|minus|less|fewer|down|▼|↓)(?:\s|$)/iu;
  const all = world.turn.observation.elements.filter(
    ({ name, interactive, role }) => interactive && role !== 'TextInput' && names.test(name.trim()),
  );
  const about = all.filter(({ name }) => name.toLowerCase().includes(target.replace(/^the\s+/iu, '').toLowerCase()));
  return about.length === 1 ? about[0] : all.length === 1 ? all[0] : undefined;
}
