import type { Element } from '../../core/element.js';
import { ground } from '../../perception/ground.js';
import { aim } from './aim.js';
import { find } from './find.js';
import type { Instruction, Pointing } from './instruction.js';
import { alsoNames } from './key-words.js';
import { ambiguous, type Found, lookFor, resolve, tell } from './target.js';
import { isCheckable, type Want } from './want.js';
import { type Deed, perform, performAll, reply, type Script, type World } from './world.js';

type PointStep = Extract<Instruction, { do: Pointing }>;

const accepting =
  /^(?:the\s+)?["“]?(?:ok|okay|yes|accept|confirm|continue|leave)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;
const dismissing = /^(?:the\s+)?["“]?(?:cancel|no|dismiss|stay|close|x)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;

/** Clicks, double-clicks, right-clicks, hovers over or focuses what is pointed at. */
export async function* point(world: World, step: PointStep): Script {
  const { modal } = world.turn.observation;
  if (world.answered && accepting.test(step.target)) {
    world.answered = false;
    return;
  }
  world.answered = false;
  if (modal && step.do === 'click' && (accepting.test(step.target) || dismissing.test(step.target))) {
    const accept = accepting.test(step.target) || modal.kind === 'alert';
    yield* perform(
      world,
      step.words,
      `"${step.target}" answers the open ${modal.kind}: "${modal.text.slice(0, 80)}".`,
      { tool: 'handle_dialog', input: { accept } },
    );
    return;
  }
  if (step.every) return yield* pointAtEvery(world, step);
  if (step.parts.length > 1) {
    const whole = await lookFor(world, step.target, { kind: 'click' });
    if (!(whole.one && whole.one.score >= 0.8)) {
      for (const part of step.parts) yield* pointAt(world, step, part);
      return;
    }
  }
  yield* pointAt(world, step, step.target);
}

async function* pointAt(world: World, step: PointStep, phrase: string): Script {
  const isField = /\b(?:field|text\s*box|input|text\s*area)$/iu.test(phrase);
  const want: Want = { kind: step.do === 'focus' || isField ? 'field' : step.do === 'click' ? 'click' : 'thing' };
  const first = notTicked(world, step, phrase, yield* find(world, phrase, want));
  let known: typeof first | undefined = first;
  const plan = {
    words: step.words,
    async make() {
      const found = known ?? (await resolve(world, phrase, want));
      known = undefined;
      return { thought: tell(phrase, found), deed: pointing(world, step.do, found.element) };
    },
  };
  const times = Math.min(step.times ?? 1, 50);
  yield* performAll(world, [plan]);
  if (times > 1) yield* again(world, step, phrase, want, times - 1);
}

/** "Click Ana Silva" is not "Select Ana Silva": a box whose name only holds the words gives way to the words themselves. */
function notTicked(world: World, step: PointStep, phrase: string, found: Found): Found {
  const bare = phrase.replace(/["“”]/gu, '').trim().toLowerCase();
  if (step.do !== 'click' || !isCheckable(found.element) || found.element.name.trim().toLowerCase() === bare)
    return found;
  const same = world.turn.observation.elements.filter(
    (element) => !isCheckable(element) && element.name.trim().toLowerCase() === bare,
  );
  const one = same.find(({ interactive }) => interactive) ?? same.at(-1);
  return one ? { element: one, score: 0.95, why: 'same name' } : found;
}

/** The same once more, as often as asked, in one turn where the element stays. */
async function* again(world: World, step: PointStep, phrase: string, want: Want, times: number): Script {
  const plans = Array.from({ length: times }, () => ({
    words: step.words,
    async make() {
      const found = await resolve(world, phrase, want);
      return { thought: `${tell(phrase, found)} Again.`, deed: pointing(world, step.do, found.element) };
    },
  }));
  yield* performAll(world, plans);
}

/** A click or the like, aimed at the element itself. */
export function pointing(world: World, how: Pointing, element: Element): Deed {
  return { tool: how, input: { selector: how === 'focus' ? element.id : aim(world, element) } };
}

/** Each of the elements that a phrase means equally, in their order. */
async function* pointAtEvery(world: World, step: PointStep): Script {
  const elements = everyOne(world, step.target);
  if (elements.length === 0) await resolve(world, step.target, { kind: 'click' });
  if (step.atMost && elements.length < step.atMost)
    throw ambiguous(
      step.target,
      elements.map((element) => ({ element, score: 1, why: '' })),
    );
  for (const element of elements.slice(0, step.atMost ?? 40)) {
    yield* perform(
      world,
      step.words,
      `"${step.target}", each of ${elements.length}: ${element.id} ${element.role} "${element.name}".`,
      pointing(world, step.do, element),
    );
  }
}

/** Everything that answers a phrase as well as the best does. */
export function everyOne(world: World, phrase: string, margin = 0.06): Element[] {
  const { elements } = world.turn.observation;
  const singular = phrase
    .replace(/\b(boxes|checkboxes)\b/giu, 'checkbox')
    .replace(/\b(button|link|option|item|tab|icon|row)s\b/giu, '$1');
  const ranked = ground(singular, elements, { limit: 200 }).filter(({ element }) => element.interactive);
  const top = ranked[0]?.score ?? 0;
  return top < 0.55
    ? []
    : elements.filter((element) =>
        ranked.some((one) => one.element === element && one.score >= Math.max(0.55, top - margin)),
      );
}

/** Presses keys; a button of that name goes first where a key's name is also a word for buttons. */
export async function* press(world: World, step: Extract<Instruction, { do: 'press' }>): Script {
  if (alsoNames.has(step.keys) && !/\bkey\b/iu.test(step.words)) {
    const name = step.keys === ' ' ? 'space' : step.keys;
    const { one } = await lookFor(world, name, { kind: 'click' });
    if (one?.element.interactive && one.score >= 0.97) {
      yield* perform(
        world,
        step.words,
        `A control is named so: ${tell(name, one)}`,
        pointing(world, 'click', one.element),
      );
      return;
    }
  }
  const on = step.target === undefined ? undefined : yield* find(world, step.target, { kind: 'any' });
  const input = {
    key: step.keys,
    ...(on ? { selector: on.element.id } : {}),
    ...(step.times ? { repeat: step.times } : {}),
  };
  yield* perform(
    world,
    step.words,
    `"${step.words}" is the key ${step.keys}.${on && step.target ? ` ${tell(step.target, on)}` : ''}`,
    { tool: 'press_key', input },
  );
}

/** Opens menus one inside the other, by pointing first and clicking when that does not open them. */
export async function* menu(world: World, { path, words }: Extract<Instruction, { do: 'menu' }>): Script {
  for (const [index, name] of path.entries()) {
    const found = yield* find(world, name, { kind: 'click' });
    const next = path[index + 1];
    if (next === undefined) {
      yield* perform(world, words, tell(name, found), pointing(world, 'click', found.element));
      return;
    }
    if (index > 0 || found.element.states.includes('expanded')) {
      yield* perform(
        world,
        words,
        `${tell(name, found)} Pointing at it may open it.`,
        pointing(world, 'hover', found.element),
      );
      if ((await lookFor(world, next, { kind: 'click' })).one) continue;
    }
    yield* perform(world, words, `${tell(name, found)} Opening it.`, pointing(world, 'click', found.element));
  }
}

/** Drags one thing onto another, or to a place in its list. */
export async function* drag(world: World, step: Extract<Instruction, { do: 'drag' | 'drag_to_position' }>): Script {
  const source = yield* find(world, step.source, { kind: 'drag' });
  const target =
    step.do === 'drag'
      ? yield* find(world, step.target, { kind: 'drag' })
      : { element: placeInList(world, source.element, step.position), score: 0.9, why: `position ${step.position}` };
  const where = step.do === 'drag' ? step.target : `position ${step.position}`;
  if (source.element.id === target.element.id) return;
  yield* perform(world, step.words, `${tell(step.source, source)} ${tell(where, target)}`, {
    tool: 'drag',
    input: { source: source.element.id, target: target.element.id },
  });
}

function placeInList(world: World, element: Element, position: number): Element {
  const { elements } = world.turn.observation;
  const alike = elements.filter(({ role, bounds, list }) => {
    if (element.list && list)
      return list.of === element.list.of && role === element.role && Math.abs(bounds.x - element.bounds.x) < 4;
    return (
      role === element.role &&
      Math.abs(bounds.height - element.bounds.height) < 4 &&
      Math.abs(bounds.x - element.bounds.x) < 4
    );
  });
  const rows = alike.sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const place = rows.at(position > 0 ? position - 1 : position);
  if (!place)
    throw ambiguous(
      `position ${position}`,
      rows.map((one) => ({ element: one, score: 1, why: '' })),
    );
  return place;
}

/** Marks the text of a thing: three clicks. */
export async function* selectText(
  world: World,
  { target, words }: Extract<Instruction, { do: 'select_text' }>,
): Script {
  const found = yield* find(world, target.replace(/^(?:the\s+)?text\s+(?:in|of)\s+/iu, ''), { kind: 'any' });
  yield* reply(world, `${tell(target, found)} Three clicks mark it ("${words}").`, [
    { action: { type: 'click', target: { element: found.element.id }, count: 3 } },
  ]);
}
