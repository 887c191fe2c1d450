import { type Element, isSecretField } from '../../core/element.js';
import { findAnswer } from '../answers/answer.js';
import { countThings, matchPlural } from '../answers/count.js';
import type { Comparison, Condition, ElementState } from '../instruction.js';
import { readAmount } from '../parser/number-words.js';
import { matchEvery } from '../resolver/match-phrase.js';
import { isCheckable, isField, type Purpose } from '../resolver/purpose.js';
import { matchTarget } from '../resolver/target.js';
import type { Step } from '../step.js';
import { findConsentBanner } from './browser/consent.js';

export interface ConditionResult {
  ok: boolean;
  /** The observation that decides it. */
  observed: string;
  /** The element that the condition is about does not exist, so neither yes nor no is an answer. */
  isMissing?: true;
}

/** Checks a condition on the current page. */
export async function checkCondition(step: Step, condition: Condition): Promise<ConditionResult> {
  const { observation } = step.screen.turn;
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const parts = [];
      for (const one of condition.conditions) parts.push(await checkCondition(step, one));
      const ok = condition.kind === 'all' ? parts.every((part) => part.ok) : parts.some((part) => part.ok);
      const observed = parts.map((part) => part.observed).join('; ');
      return { ok, observed, isMissing: parts.find(({ isMissing }) => isMissing)?.isMissing };
    }
    case 'not': {
      const result = await checkCondition(step, condition.condition);
      return { ...result, ok: !result.ok };
    }
    case 'loaded':
      return { ok: true, observed: 'the page is loaded' };
    case 'dialog':
      return {
        ok: observation.modal !== undefined,
        observed: observation.modal ? `a dialog shows "${observation.modal.text}"` : 'no dialog is open',
      };
    case 'scrolled_to_end': {
      const { scroll, screen } = observation;
      const ok = !scroll || scroll.y + screen.height >= scroll.height - 2;
      return { ok, observed: ok ? 'the page is scrolled to its end' : 'the page is not scrolled to its end' };
    }
    case 'url':
    case 'title': {
      const actual = (condition.kind === 'url' ? observation.url : observation.title) ?? '';
      return {
        ok: compare(actual, condition.compare, condition.value),
        observed: `the ${condition.kind} is "${actual}"`,
      };
    }
    case 'shown':
      return isShown(step, condition.what);
    case 'count': {
      const { blocks } = await step.screen.turn.read({ what: 'data' });
      const { text } = await step.screen.turn.read({ what: 'text' });
      const counted = await countThings(step, condition.what, blocks, text);
      const number = String(counted?.value ?? matchPlural(condition.what, observation.elements).length);
      return {
        ok: compare(number, condition.compare, condition.value),
        observed: `there are ${number} ${condition.what}`,
      };
    }
    case 'state':
      return hasState(step, condition);
    case 'value':
      return hasValue(step, condition);
  }
}

/** Whether a text or an element is visible on the page. */
async function isShown(step: Step, what: string): Promise<ConditionResult> {
  const { observation } = step.screen.turn;
  const quoted = /^(?:the\s+)?(?:text\s+|words?\s+|message\s+)?["“](.+)["”]$/iu.exec(what)?.[1];
  const text = (quoted ?? what.replace(/^(?:the|a|an|some|any)\s+/iu, '')).trim();
  const location = includesText(observation.modal?.text ?? '', text) ? 'in the dialog' : await locateText(step, text);
  if (location) return { ok: true, observed: `"${text}" is ${location}` };
  if (quoted !== undefined) return { ok: false, observed: `"${text}" is not on the page` };
  if (
    /\b(?:cookies?|consent|privacy|gdpr)\b/iu.test(what) &&
    /\b(?:banner|notice|pop-?up|dialog|bar|message|cookies|prompt)\b/iu.test(what)
  ) {
    const banner = findConsentBanner(step);
    return {
      ok: banner !== undefined,
      observed: banner ? `a banner shows "${banner.text.slice(0, 80)}"` : 'no consent banner is shown',
    };
  }
  if (/^(?:an?|any|the)?\s*(?:alert|dialog|popup|pop-up|modal)(?:\s+(?:box|window))?$/iu.test(what)) {
    const ok = observation.modal !== undefined || observation.elements.some(({ role }) => role === 'Dialog');
    return { ok, observed: ok ? 'a dialog is open' : 'no dialog is open' };
  }
  const found = await matchFirst(step, what, 'any');
  return found
    ? { ok: true, observed: `${describeElement(found)} is shown` }
    : { ok: false, observed: `nothing on the page matches "${what}"` };
}

async function matchFirst(step: Step, phrase: string, purpose: Purpose): Promise<Element | undefined> {
  const { one, several } = await matchTarget(step, phrase, purpose);
  return one?.element ?? several?.[0];
}

function describeElement({ id, role, name }: Element): string {
  return `${id} ${role} "${name.slice(0, 60)}"`;
}

/** Where the page shows a text. Returns undefined when it does not. */
async function locateText(step: Step, text: string): Promise<string | undefined> {
  const { elements, title } = step.screen.turn.observation;
  const element = elements.find(
    ({ name, value, states }) =>
      includesText(name, text) || (!isSecretField({ states }) && includesText(value ?? '', text)),
  );
  if (element) return `in ${element.id} ${element.role}`;
  const page = await step.screen.turn.read({ what: 'text' });
  if (includesText(page.text, text)) return 'on the page';
  return includesText(title ?? '', text) ? 'in the title' : undefined;
}

function includesText(text: string, part: string): boolean {
  const fold = (raw: string): string =>
    raw.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(/[’‘]/gu, "'").trim();
  return part !== '' && fold(text).includes(fold(part));
}

async function hasState(
  step: Step,
  { what, state: wanted }: Extract<Condition, { kind: 'state' }>,
): Promise<ConditionResult> {
  const purpose = wanted === 'checked' ? 'check' : wanted === 'empty' ? 'field' : 'any';
  const element = await matchFirst(step, what, purpose);
  if (!element) return { ok: false, isMissing: true, observed: `nothing on the page matches "${what}"` };
  const observed = `${describeElement(element)} is ${element.states.join(', ') || 'in no special state'}`;
  return { ok: isInState(element, wanted), observed };
}

function isInState(element: Element, wanted: ElementState): boolean {
  const has = (...states: string[]): boolean => element.states.some((one) => states.includes(one));
  if (wanted === 'empty') return (element.value ?? '') === '';
  if (wanted === 'checked') return has('checked', 'pressed');
  if (wanted === 'selected') return has('selected', 'checked');
  // "The switch is disabled" means that it is off.
  if (wanted === 'disabled' && isCheckable(element)) return has('unchecked', 'disabled');
  return has(wanted);
}

async function hasValue(
  step: Step,
  { what, compare: how, value }: Extract<Condition, { kind: 'value' }>,
): Promise<ConditionResult> {
  const { observation } = step.screen.turn;
  if (/^(?:it|this|that)$/iu.test(what.trim())) return isShown(step, `"${value}"`);
  const found = matchEvery(what, observation.elements, 'any');
  const texts = found.flatMap(readable);
  const hit = texts.find(({ text }) => compare(text, how, value));
  if (hit) return { ok: true, observed: `${hit.id} shows "${hit.text.slice(0, 80)}"` };
  const read = await findAnswer(step, what);
  const actual = read && String(read.value);
  if (actual !== undefined && compare(actual, how, value))
    return { ok: true, observed: `${what} is "${actual}" (${read?.why})` };
  if (how === 'contains' && found[0]) {
    const { text } = await step.screen.turn.read({ what: 'text', element: found[0].id });
    if (includesText(text, value)) return { ok: true, observed: `${found[0].id} shows "${value}"` };
  }
  return {
    ok: false,
    isMissing: actual === undefined && texts.length === 0 ? true : undefined,
    observed:
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

/** Compares texts without regard to case and surrounding spaces, and numbers by value. */
export function compare(actual: string, how: Comparison, wanted: string): boolean {
  const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  const [one, other] = [fold(actual), fold(wanted)];
  if (how === 'equals') {
    const [a, b] = [readAmount(actual), readAmount(wanted)];
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
  const [a, b] = [readAmount(actual), readAmount(wanted)];
  if (a === undefined || b === undefined) return false;
  return how === 'above' ? a > b : how === 'below' ? a < b : how === 'at_least' ? a >= b : a <= b;
}
