import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { type CallRequest, type Execution, performCall } from '../calls.js';
import type { PointerKind } from '../instruction.js';
import { clickSelector } from '../resolver/layout.js';
import type { Match } from '../resolver/match.js';
import { isCheckable } from '../resolver/purpose.js';
import { describeMatch } from '../resolver/target-errors.js';
import type { Step } from '../step.js';

/** The call that points at an element where nothing else receives the click. */
export function pointerCall(step: Step, kind: PointerKind, element: Element): CallRequest {
  return { tool: kind, input: { selector: kind === 'focus' ? element.id : clickSelector(step, element) } };
}

/** Clicks an element. */
export async function* click(step: Step, thought: string, element: Element): Execution {
  yield* performCall(step, thought, 'click', { selector: clickSelector(step, element) });
}

/** Clicks an element to reach a goal, such as "Delete the report". Throws when nothing changed. */
export async function* clickForEffect(step: Step, thought: string, element: Element): Execution {
  const done = yield* performCall(step, thought, 'click', { selector: clickSelector(step, element) });
  if (done?.result.metadata.effect !== 'unchanged') return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}": ${element.id} ${element.role} "${element.name}" was clicked, and nothing changed.`,
    'Check the page, or state in the task what else is needed.',
  );
}

/** Clicks the element that a phrase matched. */
export function clickMatch(step: Step, phrase: string, match: Match): Execution {
  return click(step, describeMatch(phrase, match), match.element);
}

/** The call that clicks an element by its id. */
export function clickCall({ id }: Element): CallRequest {
  return { tool: 'click', input: { selector: id } };
}

/** Presses a key, in an element when one is given. */
export async function* pressKey(step: Step, thought: string, key: string, element?: Element): Execution {
  yield* performCall(step, thought, 'press_key', { key, selector: element?.id });
}

/** Checks a box or a radio button, and clicks any other choice. */
export async function* pickChoice(step: Step, phrase: string, match: Match): Execution {
  const { element } = match;
  const tool = isCheckable(element) ? 'check' : 'click';
  yield* performCall(step, describeMatch(phrase, match), tool, { selector: element.id });
}

/** The call that turns a checkbox, a radio button or a toggle button on or off. */
export function checkCall(element: Element, checked: boolean): CallRequest {
  if (isCheckable(element)) return { tool: 'check', input: { selector: element.id, checked } };
  const isPressed = element.states.includes('pressed');
  const isOn = isPressed || element.states.includes('selected');
  return isOn !== checked || !isPressed ? clickCall(element) : { tool: 'hover', input: { selector: element.id } };
}
