import type { Element } from '../../core/element.js';
import { isField } from '../resolver/purpose.js';
import { single } from '../single.js';
import { isDesktop, lastTools, type Step } from '../step.js';
import type { Answer } from './answer.js';

const subject = '(?:it|the\\s+(?:page|display|screen|calculator|program|window)|you)';

const asksOutcome = new RegExp(
  `^(?:(?:what\\s+(?:is|are|was)|what['’]s)\\s+)?(?:(?:the\\s+)?(?:final\\s+|new\\s+|current\\s+)?(?:results?|answer|outcome|output|display|response|reply|message)|the\\s+(?:number|value)(?=\\s+(?:shown|displayed|on\\s))|what\\s+${subject}\\s+(?:says|shows|displays|reads|say|show|get|see)|what\\s+does\\s+${subject}\\s+(?:say|show|display|read|give)|what\\s+do\\s+you\\s+(?:get|see)|what\\s+(?:happens|happened|is\\s+(?:shown|displayed)|appears|comes\\s+(?:up|out)|changed)|(?=on\\s+the\\s+(?:display|screen)))(?:\\s*(?:shown|displayed|(?:(?:shown|displayed)\\s+)?(?:on|in)\\s+(?:the\\s+)?(?:display|screen|calculator)))?(?:\\s+now)?$`,
  'iu',
);

export function asksForOutcome(text: string): boolean {
  return asksOutcome.test(text.trim().replace(/[?.!]+$/u, ''));
}

/** The output that appeared after the last call. */
export async function outcomeAnswer(step: Step): Promise<Answer | undefined> {
  const { before, turn } = step.screen;
  const now = turn.observation.elements;
  if (before) {
    const known = new Set(before.map(textOf));
    const added = now.filter((element) => isOutput(element) && !known.has(textOf(element)));
    const innermost = added.filter(
      (element) => !added.some((other) => other !== element && textOf(element).includes(textOf(other))),
    );
    const values = [...new Set(innermost.map(textOf))];
    const only = single(values);
    if (only) return { value: only, why: 'the last change' };
  }
  const field = resultField(step);
  if (field?.value) return { value: field.value, why: 'the value of the field' };
  const css = 'output, [role=status], [role=alert], #result, #display, #output, #answer, .result, .display';
  const { elements } = await turn.read({ what: 'elements', css });
  const shown = [...new Set(elements.map(textOf))].filter((words) => words !== '');
  const [only] = shown;
  return shown.length === 1 && only ? { value: only, why: 'the result element of the page' } : undefined;
}

/** The field with the result of a calculator: the one that the last key changed, or the only field on a desktop. */
function resultField(step: Step): Element | undefined {
  const { before = [], turn } = step.screen;
  const pressed = lastTools(step).every((tool) => /^(?:click|press_key|choose_menu)$/u.test(tool));
  const fields = turn.observation.elements.filter((one) => isField(one) && isLine(one.value));
  const changed = pressed
    ? fields.filter(({ id, value }) => before.some((one) => one.id === id && one.value !== value))
    : [];
  if (changed.length > 0) return single(changed);
  return isDesktop(step) ? single(fields) : undefined;
}

function isLine(value = ''): boolean {
  return value.trim() !== '' && value.length <= 200 && !value.trim().includes('\n');
}

function textOf({ name, value, role }: Element): string {
  return (role === 'TextInput' ? (value ?? '') : value || name).trim();
}

function isOutput(element: Element): boolean {
  if (textOf(element) === '') return false;
  if (isField(element)) return element.states.includes('readonly') || element.states.includes('disabled');
  return !element.interactive;
}
