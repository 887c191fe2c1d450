import type { Element } from '../../core/element.js';
import { ground } from '../../perception/grounding/ground.js';
import { answerIfAny } from '../answers/answer.js';
import { countThings, matching } from '../answers/count.js';
import type { ExecutionState } from '../execution-state.js';
import type { Comparison, Condition } from '../instruction.js';
import { readNumberIn } from '../parser/numbers.js';
import { lookFor } from '../resolver/target.js';
import { isCheckable, isField } from '../resolver/want.js';
import { consentBanner } from './consent.js';

export interface Held {
  ok: boolean;
  /** What was seen that decides it. */
  seen: string;
}

/** Whether a condition holds on the page as it is now. */
export async function holds(world: ExecutionState, condition: Condition): Promise<Held> {
  const { observation } = world.turn;
  switch (condition.is) {
    case 'all':
    case 'any': {
      const parts = [];
      for (const one of condition.of) parts.push(await holds(world, one));
      const ok = condition.is === 'all' ? parts.every((part) => part.ok) : parts.some((part) => part.ok);
      return { ok, seen: parts.map(({ seen }) => seen).join('; ') };
    }
    case 'not': {
      const { ok, seen } = await holds(world, condition.one);
      return { ok: !ok, seen };
    }
    case 'loaded':
      return { ok: true, seen: 'the page is loaded' };
    case 'dialog':
      return {
        ok: observation.modal !== undefined,
        seen: observation.modal ? `a dialog says "${observation.modal.text}"` : 'no dialog is open',
      };
    case 'end': {
      const { scroll, screen } = observation;
      const ok = !scroll || scroll.y + screen.height >= scroll.height - 2;
      return { ok, seen: ok ? 'the page is at its end' : 'the page goes on' };
    }
    case 'url':
    case 'title': {
      const actual = (condition.is === 'url' ? observation.url : observation.title) ?? '';
      return { ok: compare(actual, condition.compare, condition.value), seen: `the ${condition.is} is "${actual}"` };
    }
    case 'shown':
      return isShown(world, condition.what);
    case 'count': {
      const { blocks } = await world.turn.read({ what: 'data' });
      const { text } = await world.turn.read({ what: 'text' });
      const counted = await countThings(world, condition.what, blocks, text);
      const number = String(counted?.value ?? matching(condition.what, observation.elements).length);
      return { ok: compare(number, condition.compare, condition.value), seen: `there are ${number} ${condition.what}` };
    }
    case 'state':
      return hasState(world, condition);
    case 'value':
      return hasValue(world, condition);
  }
}

/** Whether words, or a thing that is pointed at, can be seen on the page. */
async function isShown(world: ExecutionState, what: string): Promise<Held> {
  const { observation } = world.turn;
  const quoted = /^(?:the\s+)?(?:text\s+|words?\s+|message\s+)?["“](.+)["”]$/iu.exec(what)?.[1];
  const words = (quoted ?? what.replace(/^(?:the|a|an|some|any)\s+/iu, '')).trim();
  const said = textHolds(observation.modal?.text ?? '', words) ? 'in the dialog' : await pageSays(world, words);
  if (said) return { ok: true, seen: `"${words}" is ${said}` };
  if (quoted !== undefined) return { ok: false, seen: `"${words}" is nowhere on the page` };
  if (
    /\b(?:cookies?|consent|privacy|gdpr)\b/iu.test(what) &&
    /\b(?:banner|notice|pop-?up|dialog|bar|message|cookies|prompt)\b/iu.test(what)
  ) {
    const banner = consentBanner(world);
    return {
      ok: banner !== undefined,
      seen: banner ? `a banner says "${banner.text.slice(0, 80)}"` : 'nothing asks for consent',
    };
  }
  if (/^(?:an?|any|the)?\s*(?:alert|dialog|popup|pop-up|modal)(?:\s+(?:box|window))?$/iu.test(what)) {
    const open = observation.modal !== undefined || observation.elements.some(({ role }) => role === 'Dialog');
    return { ok: open, seen: open ? 'a dialog is open' : 'no dialog is open' };
  }
  const { one, several } = await lookFor(world, what, { kind: 'any' });
  const found = one?.element ?? several?.[0]?.element;
  return found
    ? { ok: true, seen: `${found.id} ${found.role} "${found.name.slice(0, 60)}" is there` }
    : { ok: false, seen: `nothing on the page is "${what}"` };
}

async function pageSays(world: ExecutionState, words: string): Promise<string | undefined> {
  const { elements, title } = world.turn.observation;
  const element = elements.find(
    ({ name, value, states }) =>
      textHolds(name, words) || (!states.includes('password') && textHolds(value ?? '', words)),
  );
  if (element) return `in ${element.id} ${element.role}`;
  const { text } = await world.turn.read({ what: 'text' });
  if (textHolds(text, words)) return 'on the page';
  return textHolds(title ?? '', words) ? 'in the title' : undefined;
}

function textHolds(text: string, words: string): boolean {
  const fold = (raw: string): string =>
    raw.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(/[’‘]/gu, "'").trim();
  return words !== '' && fold(text).includes(fold(words));
}

async function hasState(world: ExecutionState, { what, state }: Extract<Condition, { is: 'state' }>): Promise<Held> {
  const { one, several } = await lookFor(world, what, {
    kind: state === 'checked' ? 'check' : state === 'empty' ? 'field' : 'any',
  });
  const element = one?.element ?? several?.[0]?.element;
  if (!element) return { ok: false, seen: `nothing on the page is "${what}"` };
  const states: readonly string[] = element.states;
  // A switch that is said to be enabled is on.
  if (state === 'disabled' && isCheckable(element)) {
    const isOff = states.includes('unchecked') || states.includes('disabled');
    return {
      ok: isOff,
      seen: `${element.id} ${element.role} "${element.name.slice(0, 60)}" is ${element.states.join(', ')}`,
    };
  }
  const ok =
    state === 'empty'
      ? (element.value ?? '') === ''
      : state === 'checked'
        ? states.includes('checked') || states.includes('pressed')
        : state === 'selected'
          ? states.includes('selected') || states.includes('checked')
          : states.includes(state);
  return {
    ok,
    seen: `${element.id} ${element.role} "${element.name.slice(0, 60)}" is ${element.states.join(', ') || 'in no special state'}`,
  };
}

async function hasValue(
  world: ExecutionState,
  { what, compare: how, value }: Extract<Condition, { is: 'value' }>,
): Promise<Held> {
  const { observation } = world.turn;
  if (/^(?:it|this|that)$/iu.test(what.trim())) return isShown(world, `"${value}"`);
  const ranked = ground(what, observation.elements, { limit: 8 }).filter(({ score }) => score >= 0.6);
  const texts = ranked.flatMap(({ element }) => readable(element));
  const hit = texts.find(({ text }) => compare(text, how, value));
  if (hit) return { ok: true, seen: `${hit.id} says "${hit.text.slice(0, 80)}"` };
  const read = await answerIfAny(world, what);
  const actual = read && String(read.value);
  if (actual !== undefined && compare(actual, how, value))
    return { ok: true, seen: `${what} is "${actual}" (${read?.why})` };
  if (how === 'contains' && ranked[0]) {
    const { text } = await world.turn.read({ what: 'text', element: ranked[0].element.id });
    if (textHolds(text, value)) return { ok: true, seen: `${ranked[0].element.id} says "${value}"` };
  }
  return {
    ok: false,
    seen:
      actual === undefined
        ? `${what} was ${texts.length > 0 ? `"${texts[0]?.text}"` : 'not found'}`
        : `${what} is "${actual}"`,
  };
}

function readable(element: Element): { id: string; text: string }[] {
  const own =
    isField(element) || element.role === 'Dropdown' || element.kind === 'slider'
      ? [element.value ?? '']
      : [element.value ?? '', element.name];
  return own.filter((text) => text !== '').map((text) => ({ id: element.id, text }));
}

/** Texts are compared without case and spaces around, numbers by their size. */
export function compare(actual: string, how: Comparison, wanted: string): boolean {
  const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  const [one, other] = [fold(actual), fold(wanted)];
  if (how === 'equals') {
    const [a, b] = [readNumberIn(actual), readNumberIn(wanted)];
    return (
      one === other ||
      (a !== undefined &&
        a === b &&
        /^[\s$€£¥]*-?[\d.,]+\s*(?:[$€£¥%]|\p{L}{1,4})?$/u.test(wanted) &&
        /^[\s$€£¥]*-?[\d.,]+\s*(?:[$€£¥%]|\p{L}{1,4})?$/u.test(actual))
    );
  }
  if (how === 'contains') return one.includes(other);
  if (how === 'starts') return one.startsWith(other);
  if (how === 'ends') return one.endsWith(other);
  const [a, b] = [readNumberIn(actual), readNumberIn(wanted)];
  if (a === undefined || b === undefined) return false;
  return how === 'above' ? a > b : how === 'below' ? a < b : how === 'least' ? a >= b : a <= b;
}
