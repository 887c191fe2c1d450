import { formatIsoDate, readDate, readTime } from '../../core/dates/calendar-date.js';
import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { type CallRequest, type Execution, performCall } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { PointerKind } from '../instruction.js';
import { clickSelector } from '../resolver/click-point.js';
import type { Match } from '../resolver/match.js';
import { isCheckable } from '../resolver/purpose.js';
import { describeMatch } from '../resolver/target-errors.js';

/** The call that points at an element where nothing else receives the click. */
export function pointerCall(state: ExecutionState, kind: PointerKind, element: Element): CallRequest {
  return { tool: kind, input: { selector: kind === 'focus' ? element.id : clickSelector(state, element) } };
}

/** Clicks an element. */
export async function* click(state: ExecutionState, clause: string, thought: string, element: Element): Execution {
  yield* performCall(state, clause, thought, pointerCall(state, 'click', element));
}

/** Clicks an element to reach a goal, such as "Delete the report". Throws when nothing changed. */
export async function* clickForEffect(
  state: ExecutionState,
  clause: string,
  thought: string,
  element: Element,
): Execution {
  const done = yield* performCall(state, clause, thought, pointerCall(state, 'click', element));
  if (done?.result.metadata.effect !== 'unchanged') return;
  throw new HandrailError(
    'expectation_failed',
    `"${clause}": ${element.id} ${element.role} "${element.name}" was clicked, and nothing changed.`,
    'Check the page, or state in the task what else is needed.',
  );
}

/** Clicks the element that a phrase matched. */
export function clickMatch(state: ExecutionState, clause: string, phrase: string, match: Match): Execution {
  return click(state, clause, describeMatch(phrase, match), match.element);
}

/** The call that clicks an element by its id. */
export function clickCall({ id }: Element): CallRequest {
  return { tool: 'click', input: { selector: id } };
}

/** Presses a key, in an element when one is given. */
export async function* pressKey(
  state: ExecutionState,
  clause: string,
  thought: string,
  key: string,
  element?: Element,
): Execution {
  yield* performCall(state, clause, thought, { tool: 'press_key', input: { key, selector: element?.id } });
}

const fillKinds = new Set(['month', 'week', 'color', 'slider', 'datetime-local']);

/** The call that enters a text into a field, in the format of the field's kind. The field itself rejects an invalid date or time. */
export function typeCall({ id, kind = '' }: Element, text: string, append = false): CallRequest {
  const fill = (value: string): CallRequest => ({ tool: 'fill', input: { selector: id, value } });
  const date = readDate(text);
  if (kind === 'date') return fill(date ? formatIsoDate(date) : text);
  if (kind === 'time') return fill(readTime(text) ?? text);
  if (fillKinds.has(kind)) return fill(text);
  return { tool: 'type', input: { selector: id, text, clear: !append } };
}

/** The call that turns a checkbox, a radio button or a toggle button on or off. */
export function checkCall(element: Element, checked: boolean): CallRequest {
  if (isCheckable(element)) return { tool: 'check', input: { selector: element.id, checked } };
  const isPressed = element.states.includes('pressed');
  const isOn = isPressed || element.states.includes('selected');
  return isOn !== checked || !isPressed ? clickCall(element) : { tool: 'hover', input: { selector: element.id } };
}
