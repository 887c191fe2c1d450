import type { Element } from '../../../core/element.js';
import { ground } from '../../../perception/grounding/ground.js';
import {
  type Deed,
  type ExecutionState,
  perform,
  performAll,
  reply,
  type Script,
  seen,
} from '../../execution-state.js';
import type { Instruction, Pointing } from '../../instruction.js';
import { alsoNames } from '../../parser/key-words.js';
import { readOrdinal } from '../../parser/pattern.js';
import { aim } from '../../resolver/click-point.js';
import { find } from '../../resolver/find.js';
import { nameless } from '../../resolver/nameless.js';
import { ambiguous, type Found, lookFor, resolve, tell } from '../../resolver/target.js';
import { isCheckable, isField, type Want } from '../../resolver/want.js';

type PointStep = Extract<Instruction, { do: Pointing }>;

const accepting =
  /^(?:the\s+)?["“]?(?:ok|okay|yes|accept|confirm|continue|leave)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;
const dismissing = /^(?:the\s+)?["“]?(?:cancel|no|dismiss|stay|close|x)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;

/** Clicks, double-clicks, right-clicks, hovers over or focuses what is pointed at. */
export async function* point(world: ExecutionState, step: PointStep): Script {
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

async function* pointAt(world: ExecutionState, step: PointStep, phrase: string): Script {
  const isForText = /\b(?:field|text\s*box|input|text\s*area)$/iu.test(phrase);
  const want: Want = { kind: step.do === 'focus' || isForText ? 'field' : step.do === 'click' ? 'click' : 'thing' };
  const behind = step.do === 'click' ? yield* openMore(world, step.words, phrase) : undefined;
  const first =
    behind ?? (await formButton(world, phrase)) ?? notTicked(world, step, phrase, yield* find(world, phrase, want));
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

const ofRow =
  /^(.+?)\s+((?:for|of|by|in|on)\s+(?:the\s+)?(?:(?:row|card|post)\s+(?:with|of|for|by)|user|person)\s+.+)$/iu;

/** What a row keeps behind its "more" icon: opened when the name is not to be seen in it. */
async function* openMore(world: ExecutionState, words: string, phrase: string): Script<Found | undefined> {
  const related = ofRow.exec(phrase);
  const looked = related && (await lookFor(world, phrase, { kind: 'click' }));
  if (!related || !looked || looked.one || looked.several) return undefined;
  const icons = await nameless(world, `the more icon ${related[2]}`);
  const [icon] = icons;
  if (!icon || icons.length > 1) return undefined;
  const before = new Set(world.turn.observation.elements.map(({ id }) => id));
  yield* perform(world, words, `"${phrase}" may be behind ${icon.id}, "more".`, pointing(world, 'click', icon));
  const { one } = await lookFor(world, related[1] ?? '', { kind: 'click' });
  return one && !before.has(one.element.id) ? one : undefined;
}

const sending = /^(?:the\s+)?["“]?(?:log\s?in|sign\s?in|submit|search)["”]?(?:\s+button)?$/iu;
const sends = /^(?:ok|okay|go!?|continue|enter|submit|log\s?in|sign\s?in|search)$/iu;

/** "press login" where the one button of the page that sends a form has another name: "OK". */
async function formButton(world: ExecutionState, phrase: string): Promise<Found | undefined> {
  if (!sending.test(phrase.trim())) return undefined;
  const { elements } = world.turn.observation;
  const buttons = elements.filter(({ role, kind }) => role === 'Button' && kind !== 'generic');
  const [only] = buttons;
  if (!only || buttons.length > 1 || !sends.test(only.name.trim()) || !elements.some(isField)) return undefined;
  const looked = await lookFor(world, phrase, { kind: 'click' });
  return looked.one || looked.several ? undefined : { element: only, score: 0.75, why: 'the only button of the form' };
}

/** "Click Ana Silva" is not "Select Ana Silva": a box whose name only holds the words gives way to the words themselves. */
function notTicked(world: ExecutionState, step: PointStep, phrase: string, found: Found): Found {
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
async function* again(world: ExecutionState, step: PointStep, phrase: string, want: Want, times: number): Script {
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
export function pointing(world: ExecutionState, how: Pointing, element: Element): Deed {
  return { tool: how, input: { selector: how === 'focus' ? element.id : aim(world, element) } };
}

/** Each of the elements that a phrase means equally, in their order. */
async function* pointAtEvery(world: ExecutionState, step: PointStep): Script {
  const named = everyOne(world, step.target);
  const elements = named.length > 0 ? named : await nameless(world, step.target);
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
export function everyOne(world: ExecutionState, phrase: string, margin = 0.06): Element[] {
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
export async function* press(world: ExecutionState, step: Extract<Instruction, { do: 'press' }>): Script {
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
export async function* menu(world: ExecutionState, { path, words }: Extract<Instruction, { do: 'menu' }>): Script {
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

/** Marks the text of a thing: three clicks. */
export async function* selectText(
  world: ExecutionState,
  { target, words }: Extract<Instruction, { do: 'select_text' }>,
): Script {
  const bare = target.replace(/^(?:the\s+)?text\s+(?:in|of)\s+/iu, '');
  const found = (await paragraph(world, bare)) ?? (yield* find(world, bare, { kind: 'any' }));
  yield* reply(world, `${tell(target, found)} Three clicks mark it ("${words}").`, [
    { action: { type: 'click', target: { element: found.element.id }, count: 3 } },
  ]);
}

/** "the 2nd paragraph", or the only one. */
async function paragraph(world: ExecutionState, phrase: string): Promise<Found | undefined> {
  const match = /^(?:the\s+)?(?:(\S+)\s+)?(?:paragraph|text)(?:\s+(?:below|above))?$/iu.exec(phrase.trim());
  if (!match) return undefined;
  const { elements: real } = await world.turn.read({ what: 'elements', css: 'p' });
  const texts = seen(world).filter(
    ({ role, name, level }) => role === 'Text' && level === undefined && /\p{L}\s+\p{L}.*[.!?…]$/u.test(name.trim()),
  );
  const all = real.length > 0 ? real : texts;
  const place = readOrdinal(match[1] ?? '');
  const element = place ? all.at(place > 0 ? place - 1 : place) : all.length === 1 ? all[0] : undefined;
  return element && { element, score: 0.85, why: place ? `paragraph ${place} of ${all.length}` : 'the only paragraph' };
}
