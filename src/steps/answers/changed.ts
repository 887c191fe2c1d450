import type { Element } from '../../core/element.js';
import type { ExecutionState } from '../execution-state.js';
import { isDesktop } from '../resolver/on-desktop.js';
import { isField } from '../resolver/want.js';
import type { Answer } from './answer.js';

const shower = '(?:it|the\\s+(?:page|display|screen|calculator|program|window)|you)';
const asksOutcome = new RegExp(
  `^(?:(?:what\\s+(?:is|are|was)|what['’]s)\\s+)?(?:(?:the\\s+)?(?:final\\s+|new\\s+|current\\s+)?(?:results?|answer|outcome|output|display|response|reply|message)|the\\s+(?:number|value)(?=\\s+(?:shown|displayed|on\\s))|what\\s+${shower}\\s+(?:says|shows|displays|reads|say|show|get|see)|what\\s+does\\s+${shower}\\s+(?:say|show|display|read|give)|what\\s+do\\s+you\\s+(?:get|see)|what\\s+(?:happens|happened|is\\s+(?:shown|displayed)|appears|comes\\s+(?:up|out)|changed)|(?=on\\s+the\\s+(?:display|screen)))(?:\\s*(?:shown|displayed|(?:(?:shown|displayed)\\s+)?(?:on|in)\\s+(?:the\\s+)?(?:display|screen|calculator)))?(?:\\s+now)?$`,
  'iu',
);

export function asksForOutcome(text: string): boolean {
  return asksOutcome.test(text.trim().replace(/[?.!]+$/u, ''));
}

/** What the page says now that it did not say before the last thing that was done. */
export async function changedAnswer(world: ExecutionState): Promise<Answer | undefined> {
  const { before, turn } = world;
  const now = turn.observation.elements;
  if (before) {
    const known = new Set(before.map(wordsOf));
    const fresh = now.filter((element) => isSaying(element) && !known.has(wordsOf(element)));
    const own = fresh.filter(
      (element) => !fresh.some((other) => other !== element && wordsOf(element).includes(wordsOf(other))),
    );
    const values = [...new Set(own.map(wordsOf))];
    const [only] = values;
    if (values.length === 1 && only) return { value: only, why: 'what changed last' };
  }
  const field = shownInField(world);
  if (field?.value) return { value: field.value, why: 'what the field shows now' };
  const css = 'output, [role=status], [role=alert], #result, #display, #output, #answer, .result, .display';
  const { elements } = await turn.read({ what: 'elements', css });
  const shown = [...new Set(elements.map(wordsOf))].filter((words) => words !== '');
  const [only] = shown;
  return shown.length === 1 && only ? { value: only, why: 'what the page calls its result' } : undefined;
}

/** A calculator shows its result in a line that could be typed into: the one that a press changed, or the only one on a desktop. */
function shownInField(world: ExecutionState): Element | undefined {
  const { before = [], pressed, turn } = world;
  const fields = turn.observation.elements.filter((one) => isField(one) && isLine(one.value));
  const changed = pressed
    ? fields.filter(({ id, value }) => before.some((one) => one.id === id && one.value !== value))
    : [];
  if (changed.length > 0) return changed.length === 1 ? changed[0] : undefined;
  return isDesktop(world) && fields.length === 1 ? fields[0] : undefined;
}

function isLine(value = ''): boolean {
  return value.trim() !== '' && value.length <= 200 && !value.trim().includes('\n');
}

function wordsOf({ name, value, role }: Element): string {
  return (role === 'TextInput' ? (value ?? '') : value || name).trim();
}

function isSaying(element: Element): boolean {
  if (wordsOf(element) === '') return false;
  if (isField(element)) return element.states.includes('readonly') || element.states.includes('disabled');
  return !element.interactive;
}
