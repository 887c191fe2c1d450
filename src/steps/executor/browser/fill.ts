import { readDate } from '../../../core/dates/calendar-date.js';
import { type CallRequest, type Execution, type PlannedCall, performPlanned } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { Field, Value } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isChoice } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { typeCall } from '../element-calls.js';
import { chooseOption } from './choose.js';
import { setDate } from './dates.js';
import { isNativeSelect, planSelect } from './native-select.js';
import { messageField, typeText } from './type.js';

/** Fills in fields, each in the way of its kind. */
export async function* fillFields(
  state: ExecutionState,
  fields: readonly Field[],
  clause: string,
  form?: string,
): Execution {
  const named =
    form &&
    !/^(?:the\s+)?(?:registration\s+|contact\s+|login\s+|sign-?up\s+|this\s+)?(?:form|fields?|details|information|info|inputs?)$/iu.test(
      form,
    )
      ? form
      : undefined;
  const plans: PlannedCall[] = [];
  for (const [label, value] of fields) {
    if (/^(?:both|all|each|every)\s/iu.test(label)) {
      yield* performPlanned(state, plans.splice(0));
      yield* typeText(state, {
        kind: 'type',
        value,
        target: label.replace(/^\S+\s+(?:of\s+)?(?:the\s+)?/iu, ''),
        every: true,
        clause,
      });
      continue;
    }
    const day = value.kind === 'text' ? readDate(value.text) : undefined;
    if (day && value.kind === 'text') {
      yield* performPlanned(state, plans.splice(0));
      yield* setDate(state, { kind: 'set_date', date: value.text, target: label, clause });
      continue;
    }
    if (await isDrawnList(state, label)) {
      yield* performPlanned(state, plans.splice(0));
      const text = await resolveValue(state, value);
      yield* chooseOption(state, text, label, clause);
      continue;
    }
    plans.push(planField(state, label, value, clause, named));
  }
  yield* performPlanned(state, plans);
}

/** Whether the field is a dropdown of the page's own, not a native select element. */
async function isDrawnList(state: ExecutionState, label: string): Promise<boolean> {
  const { one } = await matchTarget(state, label, 'set');
  return one !== undefined && isChoice(one.element) && !(await isNativeSelect(state, one.element));
}

function planField(
  state: ExecutionState,
  label: string,
  value: Value,
  clause: string,
  form: string | undefined,
): PlannedCall {
  return {
    clause,
    async prepare() {
      const text = await resolveValue(state, value);
      const matches = await matchTarget(state, form ? `${label} in the ${form}` : label, 'set');
      const found =
        matches.one ??
        messageField(state, label) ??
        (await radioInGroup(state, label, text)) ??
        (await resolveTarget(state, label, 'set'));
      return prepareFieldCall(state, label, found, text);
    },
  };
}

/** A radio button with the name of the value, when the label is that of its group. */
async function radioInGroup(state: ExecutionState, label: string, text: string): Promise<Match | undefined> {
  const { one } = await matchTarget(state, `"${text}" in ${label}`, 'check');
  if (one && isCheckable(one.element)) return one;
  const bare = (await matchTarget(state, `"${text}"`, 'check')).one;
  return bare && bare.element.role === 'Radio' && !bare.isPrefix ? bare : undefined;
}

/** Prepares the call that sets a field to a value. */
export async function prepareFieldCall(
  state: ExecutionState,
  phrase: string,
  found: Match,
  text: string,
): Promise<{ thought: string; call: CallRequest }> {
  const { element } = found;
  const thought = `${describeMatch(phrase, found)} Setting it to "${element.states.includes('password') ? '…' : text}".`;
  if (element.role === 'Radio')
    return { thought, call: { tool: 'check', input: { selector: element.id, checked: true } } };
  if (isCheckable(element))
    return {
      thought,
      call: {
        tool: 'check',
        input: { selector: element.id, checked: !/^(?:no|off|false|unchecked|0)$/iu.test(text.trim()) },
      },
    };
  if (isChoice(element)) return planSelect(state, found, [text], phrase).prepare();
  // `fill` also fires the change event, which pages wait for in number fields.
  if (element.kind === 'spinbutton' && /^-?\d+(?:\.\d+)?$/u.test(text.trim()))
    return { thought, call: { tool: 'fill', input: { selector: element.id, value: text.trim() } } };
  return { thought, call: typeCall(element, text) };
}
