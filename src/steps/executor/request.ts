import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { nearLabels } from '../../perception/grounding/label-fields.js';
import { type ExecutionState, perform, performAll, type Script } from '../execution-state.js';
import type { Field, Instruction } from '../instruction.js';
import {
  formWords,
  type Placed,
  placeByKind,
  placeByLabel,
  placeByName,
  placeOption,
  placeSlots,
  unplaced,
} from '../parser/form-words.js';
import { nameField } from '../resolver/new-name-field.js';
import { allSaid } from '../resolver/row-holds.js';
import { ambiguous, lookFor, tell } from '../resolver/target.js';
import { isChoice, isField } from '../resolver/want.js';
import { isNativeSelect, optionsOf } from './browser/choose.js';
import { fill, setPlan, typing, valueText } from './browser/fields.js';
import { submit } from './browser/forms.js';
import { pointing } from './browser/pointer.js';
import { settle } from './row.js';
import { noteDoubt } from './unverified-claims.js';

/** What goes on filling in the form: it is sent off after that. */
const fillsIn = new Set<Instruction['do']>([
  'check',
  'choose',
  'type',
  'fill',
  'set',
  'date',
  'upload',
  'clear',
  'answer_to',
]);

const undoes = /^(?:cancel|reset|back|close|clear|delete|remove|discard|previous|×|✕)\b|^[×✕]$/iu;

type Deed = Extract<Instruction, { do: 'deed' }>;

/** "Create a ticket with title X and priority High": opens its form where it is not open, fills it in and sends it. */
export async function* requestWith(world: ExecutionState, step: Deed, thing: string, fields: readonly Field[]): Script {
  const { verb, words } = step;
  const bare = thing.replace(/^(?:an?|the|my|new|another)\s+/giu, '').replace(/^new\s+/iu, '');
  if (!allSaid(bare, world.turn.observation.elements))
    throw new HandrailError(
      'not_found',
      `"${words}": the page has no place for all of "${bare}".`,
      'Say into which field each part of it goes.',
    );
  const [label] = fields[0] ?? [''];
  const before = world.turn.observation.elements;
  if (!(await lookFor(world, label, { kind: 'set' })).one) {
    for (const name of [`${verb} ${bare}`, `new ${bare}`, `add ${bare}`, `create ${bare}`, verb, 'new', 'add']) {
      const { one } = await lookFor(world, name, { kind: 'click' });
      if (!one?.element.interactive || one.score < 0.85 || isField(one.element)) continue;
      yield* perform(
        world,
        words,
        `${tell(name, one)} Its form is to be filled in.`,
        pointing(world, 'click', one.element),
      );
      break;
    }
  }
  const lone = fields.length === 1 && /^(?:name|title)$/u.test(label) ? nameField(world, before) : undefined;
  if (lone && fields[0]) {
    yield* perform(
      world,
      words,
      `${lone.id} "${lone.name}" takes the name.`,
      typing(lone, await valueText(world, fields[0][1])),
    );
    return yield* settle(world, words, lone);
  }
  yield* fill(world, fields, words);
  const last = (await lookFor(world, fields.at(-1)?.[0] ?? '', { kind: 'set' })).one?.element;
  yield* sendOff(world, words, [`${verb} ${bare}`, verb, 'save', 'submit'], last);
}

/** A form whose choices and fields are named in one sentence. Nothing when none of them is; refuses when a word has no place. */
export async function* requestByWords(
  world: ExecutionState,
  verb: string,
  what: string,
  words: string,
): Script<boolean> {
  const { elements, title = '' } = world.turn.observation;
  const said = formWords(what);
  const labels = nearLabels(elements);
  const dialog = elements.find(({ role }) => role === 'Dialog');
  const usable = elements
    // What stands in the rows of a list, or behind a dialog, is no part of the form.
    .filter((element) => (dialog ? isInside(element, dialog) : !(isChoice(element) && element.list)))
    .filter(({ states }) => !states.includes('disabled') && !states.includes('readonly'))
    .map((element) =>
      element.name === '' || isChoice(element) ? { ...element, name: labels.get(element) ?? element.name } : element,
    );
  const fields = usable.filter((element) => isField(element) && !isChoice(element));
  const placed: Placed[] = placeByLabel(said, fields);
  const free = (): Element[] => fields.filter((field) => !placed.some(({ element }) => element.id === field.id));
  for (const { value, fitting } of placeByKind(said, free())) {
    const [element] = fitting;
    if (!element) continue;
    if (fitting.length > 1)
      throw ambiguous(
        value,
        fitting.map((one) => ({ element: one, score: 1, why: '' })),
        world,
      );
    placed.push({ element, value });
  }
  const boxes = placeByName(said, usable);
  const lists: { list: Element; options: string[] }[] = [];
  for (const list of usable.filter(isChoice))
    if (await isNativeSelect(world, list)) lists.push({ list, options: await optionsOf(world, list) });
  for (const { list, options } of lists) {
    const rivals = lists.filter((other) => other.list !== list && other.options.some((one) => options.includes(one)));
    const [counted] = placeByLabel(said, [list]);
    // An option that two lists have belongs to neither, unless one of them is named.
    if (!counted && rivals.length > 0) continue;
    const option = counted ? options.find((one) => one.trim() === counted.value) : placeOption(said, options);
    if (option !== undefined) placed.push({ element: list, value: option });
  }
  const slots = placed.length + boxes.length > 0 ? placeSlots(said, usable) : [];
  if (placed.length + boxes.length === 0) return false;
  const left = unplaced(said, elements, title);
  if (left.length > 0)
    throw new HandrailError(
      'not_found',
      `"${words}": the page has no place for ${left.map((word) => `"${word}"`).join(', ')}.`,
      'Say which field or choice of the page is meant.',
    );
  const all = [...placed, ...boxes.map((element): Placed => ({ element, value: 'yes' }))];
  yield* performAll(
    world,
    all.map(({ element, value }) => ({
      words,
      make: async () => setPlan(world, element.name, { element, score: 0.9, why: 'named in the sentence' }, value),
    })),
  );
  for (const slot of slots)
    yield* perform(world, words, `${slot.id} "${slot.name}" is named in the sentence.`, pointing(world, 'click', slot));
  const last = all.map(({ element }) => element).sort((one, other) => other.bounds.y - one.bounds.y)[0];
  yield* sendOff(world, words, [`${verb} ${what}`, verb], last);
  return true;
}

/** The button after the fields that is named after the verb, or the only one that sends. */
export async function* sendOff(
  world: ExecutionState,
  words: string,
  names: readonly string[],
  last: Element | undefined,
): Script {
  if (world.next && fillsIn.has(world.next.do)) {
    world.pending = () => sendOff(world, words, names, last);
    return;
  }
  if (await isSentNext(world)) return;
  const { elements } = world.turn.observation;
  const dialog = elements.find(({ role }) => role === 'Dialog');
  const after = elements.filter(
    ({ role, name, bounds, states, interactive }) =>
      role === 'Button' &&
      interactive &&
      !states.includes('disabled') &&
      !undoes.test(name.trim()) &&
      (!last || bounds.y >= last.bounds.y - 8) &&
      (!dialog || (bounds.x >= dialog.bounds.x && bounds.y <= dialog.bounds.y + dialog.bounds.height)),
  );
  for (const name of names) {
    const [first = ''] = name.split(' ');
    const named = after.filter((button) => button.name.toLowerCase().split(/\s+/u).includes(first));
    const [one] = named;
    if (!one || named.length > 1) continue;
    yield* perform(world, words, `${one.id} "${one.name}" sends it off.`, pointing(world, 'click', one));
    await noteDoubt(world, words, one);
    return;
  }
  const [only] = after;
  if (only && after.length === 1) {
    yield* perform(
      world,
      words,
      `${only.id} "${only.name}" is the button after the fields.`,
      pointing(world, 'click', only),
    );
    await noteDoubt(world, words, only);
    return;
  }
  yield* submit(world, { do: 'submit', words });
}

/** What comes next in the task may be the button itself: "…, continue and confirm". */
export async function isSentNext(world: ExecutionState): Promise<boolean> {
  const { next } = world;
  if (next?.do === 'submit') return true;
  const target = next?.do === 'click' || next?.do === 'deed' ? next.target : undefined;
  if (target === undefined) return false;
  const { one } = await lookFor(world, target, { kind: 'click' });
  return one !== undefined && one.score >= 0.8 && one.element.role === 'Button';
}

function isInside({ bounds: a }: Element, { bounds: b }: Element): boolean {
  return a.x >= b.x - 1 && a.y >= b.y - 1 && a.x + a.width <= b.x + b.width + 1 && a.y + a.height <= b.y + b.height + 1;
}
