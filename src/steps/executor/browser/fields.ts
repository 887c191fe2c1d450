import { formatIsoDate, readDate, readTime } from '../../../core/dates/calendar-date.js';
import { type Element, isSecretField } from '../../../core/element.js';
import { type CallRequest, type Execution, type PlannedCall, performCall, performPlanned } from '../../calls.js';
import type { Field, InstructionOf, Value } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { matchEvery } from '../../resolver/match-phrase.js';
import { isCheckable, isChoice, isEditable, isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { findEvery } from '../every.js';
import { isNativeList } from './option-lists.js';
import { performOnEach } from './pointer.js';

/** Kinds of fields whose value is set at once. */
const setKinds = new Set(['month', 'week', 'color', 'slider', 'datetime-local', 'spinbutton']);

/** The call that enters a text into a field, in the format of the field. The field itself rejects an invalid date or time. */
export function typeCall({ id, kind = '', states }: Element, text: string, append = false): CallRequest {
  const fill = (value: string): CallRequest => ({ tool: 'fill', input: { selector: id, value } });
  const date = readDate(text);
  if (kind === 'date') return fill(date ? formatIsoDate(date) : text);
  if (kind === 'time') return fill(readTime(text) ?? text);
  if (setKinds.has(kind)) return fill(date && kind === 'month' ? formatIsoDate(date).slice(0, 7) : text);
  if (date && !states.includes('multiline')) return fill(text);
  return { tool: 'type', input: { selector: id, text, clear: !append } };
}

/** The call that sets a field of any kind to a value. */
export function fieldCall(element: Element, text: string): CallRequest {
  const { id } = element;
  const isOn = element.role === 'Radio' || !/^(?:no|off|false|unchecked|0)$/iu.test(text.trim());
  if (isCheckable(element)) return { tool: 'check', input: { selector: id, checked: isOn } };
  return isChoice(element) ? { tool: 'select', input: { selector: id, option: text } } : typeCall(element, text);
}

/** Plans to set the field that a phrase means. */
export function planField(phrase: string, text: string, find: () => Promise<Match>): PlannedCall {
  return async () => {
    const found = await find();
    const shown = isSecretField(found.element) ? '…' : text;
    return {
      thought: `${describeMatch(phrase, found)} Setting it to "${shown}".`,
      call: fieldCall(found.element, text),
    };
  };
}

const wholeForm =
  /^(?:the\s+)?(?:registration\s+|contact\s+|login\s+|sign-?up\s+|this\s+)?(?:form|fields?|details|information|info|inputs?)$/iu;

/** Fills in fields, each in the way of its kind. */
export async function* fillFields(step: Step, fields: readonly Field[], form?: string): Execution {
  const named = form && !wholeForm.test(form) ? form : undefined;
  const plans: PlannedCall[] = [];
  for (const [label, value] of fields) {
    const every = /^(?:both|all|each|every)\s+(?:of\s+)?(?:the\s+)?(.+)$/iu.exec(label)?.[1];
    if (every === undefined) plans.push(await planLabelled(step, label, value, named));
    else {
      yield* performPlanned(step, plans.splice(0));
      yield* typeIntoEvery(step, every, await resolveValue(step, value));
    }
  }
  yield* performPlanned(step, plans);
}

async function planLabelled(step: Step, label: string, value: Value, form: string | undefined): Promise<PlannedCall> {
  const text = await resolveValue(step, value);
  return planField(label, text, async () => {
    const { one } = await matchTarget(step, form ? `${label} in the ${form}` : label, 'set');
    return (
      one ??
      messageField(step, label) ??
      (await radioInGroup(step, label, text)) ??
      (await resolveTarget(step, label, 'set'))
    );
  });
}

/** A radio button with the name of the value, when the label is that of its group. */
async function radioInGroup(step: Step, label: string, text: string): Promise<Match | undefined> {
  const { one } = await matchTarget(step, `"${text}" in ${label}`, 'check');
  if (one && isCheckable(one.element)) return one;
  const bare = (await matchTarget(step, `"${text}"`, 'check')).one;
  return bare && bare.element.role === 'Radio' && !bare.isPrefix ? bare : undefined;
}

/** "message" means the only multi-line field of a form, whatever its label. */
function messageField(step: Step, label: string): Match | undefined {
  if (!/^(?:the\s+)?(?:message|comments?|text|body|description|question|details)$/iu.test(label)) return undefined;
  const only = single(step.screen.turn.observation.elements.filter(({ states }) => states.includes('multiline')));
  return only && { element: only, why: 'the only multi-line field' };
}

/** Types into the named field, the focused field, or the only field. */
export async function* typeText(step: Step, { value, target, ...how }: InstructionOf<'type'>): Execution {
  const text = await resolveValue(step, value);
  if (how.every) return yield* typeIntoEvery(step, target ?? 'field', text);
  if (target === undefined) return yield* typeIntoFocused(step, text, how.replace ?? false);
  const found = yield* waitForField(step, target);
  const { element } = found;
  if (await isNativeList(step, element))
    return yield* performPlanned(step, [planField(target, text, async () => found)]);
  const continues =
    element.states.includes('multiline') &&
    /^(?:type|append)/iu.test(step.clause.trim()) &&
    element.value !== undefined;
  yield* performPlanned(step, [
    async () => {
      const isThere = step.screen.turn.observation.elements.some(({ id }) => id === element.id);
      const now = isThere ? found : await resolveTarget(step, target, 'field');
      const shown = isSecretField(now.element) ? '…' : text;
      return {
        thought: `${describeMatch(target, now)} Typing "${shown}".`,
        call: typeCall(now.element, text, how.append ?? continues),
      };
    },
  ]);
}

async function* typeIntoEvery(step: Step, phrase: string, text: string): Execution {
  const singular = phrase.replace(/s$/iu, '');
  const isPassword = /^(?:the\s+)?password(?:\s+field)?$/iu.test(singular);
  const match = (elements: readonly Element[]): readonly Element[] =>
    isPassword
      ? elements.filter(({ states }) => states.includes('password'))
      : matchEvery(singular, elements, 'field').filter(isField);
  const elements = yield* findEvery(step, { phrase, match });
  if (elements.length === 0) throw notFound(phrase, [(await resolveTarget(step, phrase, 'field')).element]);
  yield* performOnEach(step, { phrase, elements }, (element) => typeCall(element, text));
}

/** Typing continues in a focused field. A single-line field with a value is overwritten. */
async function* typeIntoFocused(step: Step, text: string, replaces: boolean): Execution {
  const { element, why } = defaultField(step);
  const isLine = element?.value && !element.states.includes('multiline') && element.role === 'TextInput';
  const isTypedOver = element && (replaces || !element.states.includes('focused') || isLine);
  const call: CallRequest = isTypedOver ? typeCall(element, text) : { tool: 'type', input: { text } };
  yield* performPlanned(step, [async () => ({ thought: why, call })]);
}

function defaultField(step: Step): { element?: Element; why: string } {
  const { elements } = step.screen.turn.observation;
  const focused = elements.find(({ states }) => states.includes('focused'));
  if (focused && (isField(focused) || focused.role === 'Other' || focused.role === 'Dropdown'))
    return { element: focused, why: `${focused.id} ${focused.role} "${focused.name}" has the focus.` };
  const fields = elements.filter(isEditable);
  const only = single(fields);
  if (only) return { element: only, why: `${only.id} ${only.role} "${only.name}" is the only field.` };
  if (fields.length === 0) return { why: 'Typing into the focused element.' };
  throw ambiguous(step.clause, fields);
}

const anyField =
  /^(?:the\s+)?(?:input\s+)?(?:text|input|search)?\s*-?\s*(?:field|box|textbox|input|area|bar|form)s?(?:\s+below)?$/iu;

/** A field by its phrase; "the text field" is the only field. */
async function* waitForField(step: Step, phrase: string): Execution<Match> {
  const { one, several } = await matchTarget(step, phrase, 'field');
  if (one) return one;
  const fields = step.screen.turn.observation.elements.filter(isEditable);
  const lines = fields.filter(({ states }) => states.includes('multiline') === /\barea\b/iu.test(phrase));
  const only = anyField.test(phrase.trim()) ? (single(fields) ?? single(lines)) : undefined;
  if (only) return { element: only, why: 'the only field of that kind' };
  if (several) throw ambiguous(phrase, several, step);
  const kind = phrase.replace(/^the\s+|\s+(?:field|box|input)$/giu, '').toLowerCase();
  const ofKind = single(fields.filter((field) => field.kind === kind));
  if (ofKind) return { element: ofKind, why: `the only ${kind} field` };
  return messageField(step, phrase) ?? (yield* waitForTarget(step, phrase, 'field'));
}

/** Clears a field. */
export async function* clearField(step: Step, { target }: InstructionOf<'clear'>): Execution {
  const field = yield* waitForTarget(step, target, 'field');
  yield* performCall(step, describeMatch(target, field), 'clear', { selector: field.element.id });
}

const dateKinds = new Set(['date', 'datetime-local', 'month']);

/** Sets a date: in a native date field, in a calendar that opens, or as text. */
export async function* setDate(step: Step, { date, target = 'date' }: InstructionOf<'set_date'>): Execution {
  const field = (await dateField(step, target)) ?? (yield* waitForTarget(step, target, 'click'));
  const { call } = await planField(target, date, async () => field)();
  const value = 'tool' in call && call.tool === 'fill' ? call.input.value : date;
  yield* performCall(step, `${describeMatch(target, field)} Setting it to ${date}.`, 'fill', {
    selector: field.element.id,
    value,
  });
}

async function dateField(step: Step, target: string): Promise<Match | undefined> {
  const { one } = await matchTarget(step, target, 'field');
  if (one || !/^(?:the\s+)?date$/iu.test(target)) return one;
  const { elements } = step.screen.turn.observation;
  const only = single(elements.filter(({ kind = '' }) => dateKinds.has(kind))) ?? single(elements.filter(isField));
  return only && { element: only, why: 'the only date field' };
}
