import type { Element } from '../../../core/element.js';
import { type Execution, type PlannedCall, performCall, performPlanned } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { matchEvery } from '../../resolver/match-phrase.js';
import { isEditable, isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import { typeCall } from '../element-calls.js';
import { findEvery } from '../every.js';
import { isNativeSelect, planSelect } from './native-select.js';
import { performOnEach } from './pointer.js';

/** Types into the named field, the focused field, or the only field. */
export async function* typeText(state: ExecutionState, instruction: InstructionOf<'type'>): Execution {
  const text = await resolveValue(state, instruction.value);
  const { target, clause } = instruction;
  if (instruction.every) {
    const singular = (target ?? '').replace(/s$/iu, '');
    const match = (elements: readonly Element[]): readonly Element[] => everyField(elements, singular);
    const fields = yield* findEvery(state, { phrase: target ?? 'field', clause, match });
    const phrase = target ?? 'field';
    if (fields.length === 0) throw notFound(phrase, [(await resolveTarget(state, phrase, 'field')).element]);
    const each = { phrase: target, elements: fields, clause };
    return yield* performOnEach(state, each, (element) => typeCall(element, text));
  }
  if (target === undefined) {
    const { element, why } = defaultField(state, clause);
    // Typing continues in a focused field. A single-line field with a value is overwritten.
    const isTypedOver =
      element &&
      (instruction.replace || !element.states.includes('focused') || (element.value && (await isLine(state, element))));
    yield* performCall(
      state,
      clause,
      why,
      element && isTypedOver ? typeCall(element, text) : { tool: 'type', input: { text } },
    );
    return;
  }
  const found = yield* waitForField(state, target);
  if (await isNativeSelect(state, found.element)) {
    yield* performPlanned(state, [planSelect(state, found, [text], clause)]);
    return;
  }
  const isLong =
    found.element.states.includes('multiline') &&
    /^(?:type|write|append)/iu.test(clause.trim()) &&
    (found.element.value ?? '') !== '' &&
    !/^write/iu.test(clause.trim());
  const plan: PlannedCall = {
    clause,
    async prepare() {
      const now = state.turn.observation.elements.some(({ id }) => id === found.element.id)
        ? found
        : await resolveTarget(state, target, 'field');
      return {
        thought: `${describeMatch(target, now)} Typing "${now.element.states.includes('password') ? '…' : text}".`,
        call: typeCall(now.element, text, instruction.append ?? isLong),
      };
    },
  };
  yield* performPlanned(state, [plan]);
}

function everyField(elements: readonly Element[], phrase: string): readonly Element[] {
  if (/^(?:the\s+)?password(?:\s+field)?$/iu.test(phrase))
    return elements.filter(({ states }) => states.includes('password'));
  return matchEvery(phrase, elements, 'field').filter(isField);
}

async function isLine({ turn }: ExecutionState, { id }: Element): Promise<boolean> {
  return (await turn.read({ what: 'attributes', element: id })).tag.toLowerCase() === 'input';
}

/** A field by its phrase; "the text field" is the only field. */
export async function* waitForField(state: ExecutionState, phrase: string): Execution<Match> {
  const matches = await matchTarget(state, phrase, 'field');
  if (matches.one) return matches.one;
  const isPlain =
    /^(?:the\s+)?(?:input\s+)?(?:text|input|search)?\s*-?\s*(?:field|box|textbox|input|area|bar|form)s?(?:\s+below)?$/iu.test(
      phrase.trim(),
    );
  const fields = state.turn.observation.elements.filter(isEditable);
  const only = single(fields);
  if (isPlain && only) return { element: only, why: 'the only field' };
  const lines = fields.filter(({ states }) => states.includes('multiline') === /\barea\b/iu.test(phrase));
  const line = single(lines);
  if (isPlain && line) return { element: line, why: 'the only field of that kind' };
  const kind = phrase.replace(/^the\s+|\s+(?:field|box|input)$/giu, '').toLowerCase();
  const ofKind = matches.several ? undefined : single(fields.filter((field) => field.kind === kind));
  if (ofKind) return { element: ofKind, why: `the only ${kind} field` };
  if (matches.several) throw ambiguous(phrase, matches.several, state);
  return messageField(state, phrase) ?? (yield* waitForTarget(state, phrase, 'field'));
}

/** "message" means the only multi-line field of a form, whatever its label. */
export function messageField(state: ExecutionState, label: string): Match | undefined {
  if (!/^(?:the\s+)?(?:message|comments?|text|body|description|question|details)$/iu.test(label)) return undefined;
  const long = state.turn.observation.elements.filter(({ states }) => states.includes('multiline'));
  const only = single(long);
  return only ? { element: only, why: 'the only multi-line field' } : undefined;
}

function defaultField(state: ExecutionState, clause: string): { element?: Element; why: string } {
  const { elements } = state.turn.observation;
  const focused = elements.find(({ states }) => states.includes('focused'));
  if (focused && (isField(focused) || focused.role === 'Other' || focused.role === 'Dropdown'))
    return { element: focused, why: `${focused.id} ${focused.role} "${focused.name}" has the focus.` };
  const fields = elements.filter(isEditable);
  const only = single(fields);
  if (only) return { element: only, why: `${only.id} ${only.role} "${only.name}" is the only field.` };
  if (fields.length === 0) return { why: 'Typing into the focused element.' };
  throw ambiguous(clause, fields);
}
