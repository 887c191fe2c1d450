import { HandrailError } from '../../../core/errors.js';
import { type ActionRequest, type ActionTable, convertAction } from '../../adapter/action-request.js';
import type { Arguments } from '../../adapter/arguments.js';
import type { CallContext, Requested } from '../../adapter/calls.js';
import { keyActions } from '../../adapter/keys.js';
import { resolveUrl, searchUrl } from '../../adapter/urls.js';
import { answerField } from '../result-text.js';
import { isCriticalPoint } from './critical-point.js';

/** Other names that the models and their training harness use. */
const aliases: Readonly<Record<string, string>> = {
  click: 'left_click',
  hover: 'mouse_move',
  keypress: 'key',
  sleep: 'wait',
  input_text: 'type',
  stop: 'terminate',
  drag: 'left_click_drag',
};

const maxWaitSeconds = 300;

export interface NativeContext extends CallContext {
  thoughts: string;
  /** The names that an error message lists. */
  validNames: readonly string[];
}

type NativeRequest = ActionRequest<NativeContext>;

const actions: ActionTable<NativeContext> = {
  key: ({ args: { raw } }) => keyActions(raw.keys ?? raw.key ?? raw.text),
  type: typeText,
  mouse_move: (request) => ({ type: 'move', target: target(request) }),
  left_click: (request) => ({ type: 'click', target: target(request) }),
  right_click: (request) => ({ type: 'click', target: target(request), button: 'right' }),
  middle_click: (request) => ({ type: 'click', target: target(request), button: 'middle' }),
  double_click: (request) => ({ type: 'click', target: target(request), count: 2 }),
  triple_click: (request) => ({ type: 'click', target: target(request), count: 3 }),
  left_click_drag: (request) => ({ type: 'drag', path: [request.pointer(), target(request)] }),
  scroll: ({ pointer, length }) => ({ type: 'scroll', target: pointer(), dx: 0, dy: -length('pixels', 'y') }),
  hscroll: ({ pointer, length }) => ({ type: 'scroll', target: pointer(), dx: length('pixels', 'x'), dy: 0 }),
  visit_url: ({ args, context }) => ({ type: 'navigate', url: resolveUrl(args.text('url'), context.snapshot.url) }),
  web_search: ({ args }) => ({ type: 'navigate', url: searchUrl(args.text('query')) }),
  history_back: () => ({ type: 'back' }),
  wait({ args }) {
    const seconds = args.number(args.has('time') ? 'time' : 'duration', 2);
    return { type: 'wait', for: { seconds: Math.min(maxWaitSeconds, Math.max(0, seconds)) } };
  },
  pause_and_memorize_fact: ({ args, context }) => ({
    tool: 'remember',
    input: { key: nextFactKey(context), value: args.text('fact') },
  }),
  read_page_answer_question: ({ args }) => ({
    tool: 'extract_structured',
    input: extractionInput(args.text('question')),
  }),
  ask_user_question: ({ name, args, context }) => askUser(name, args.text('question'), context.thoughts),
  terminate: ({ name, args, context }) => terminate(name, args, context.thoughts),
};

/** Converts one action of the trained format. Throws HandrailError with what is valid. */
export function convertNativeAction(
  action: string,
  input: Record<string, unknown>,
  context: NativeContext,
): Requested | readonly Requested[] {
  const lower = action.trim().toLowerCase();
  const name = (Object.hasOwn(aliases, lower) ? aliases[lower] : undefined) ?? lower;
  return convertAction(actions, name, input, context, context.validNames);
}

function target({ args: { raw }, point }: NativeRequest) {
  return point(raw.coordinate ?? raw.point);
}

/** With a coordinate, clicks there first, so that the element takes the keys. */
function typeText({ args, point }: NativeRequest): Requested[] {
  const text = args.text(args.has('text') || !args.has('text_value') ? 'text' : 'text_value');
  const submit = args.flag('press_enter', true);
  const clear = args.flag('delete_existing_text', false);
  const click: Requested[] = args.has('coordinate') ? [{ type: 'click', target: point(args.raw.coordinate) }] : [];
  if (text === '' && !submit && !clear) return [...click, { name: 'type', answer: 'There was no text to type.' }];
  return [...click, { type: 'type', text, ...(clear ? { clear } : {}), ...(submit ? { submit } : {}) }];
}

/** Facts have no names in this format: they are numbered. */
function nextFactKey({ turn: { memory }, earlier }: NativeContext): string {
  let number = memory.size + 1 + earlier.filter((call) => 'tool' in call && call.tool === 'remember').length;
  while (memory.has(`fact ${number}`)) number += 1;
  return `fact ${number}`;
}

function extractionInput(question: string): Record<string, unknown> {
  if (question.trim() === '')
    throw new HandrailError(
      'invalid_input',
      'read_page_answer_question needs a text in "question".',
      'Pass the question.',
    );
  return {
    schema: { type: 'object', properties: { [answerField]: { type: 'string' } } },
    instruction: `Answer this question from the text, in at most 150 words: ${question}`,
  };
}

/** A question about a critical point goes to the approver; any other question goes to the user. */
function askUser(name: string, question: string, thoughts: string): Requested {
  if (isCriticalPoint(`${thoughts}\n${question}`)) return confirmCriticalPoint(name, question || thoughts);
  return { tool: 'ask_user', input: { question } };
}

function terminate(name: string, args: Arguments, thoughts: string): Requested {
  const answer = args.text('answer', '').trim();
  const isFailure = args.has('status') && /^fail/i.test(args.text('status'));
  if (isCriticalPoint(`${thoughts}\n${answer}`)) return confirmCriticalPoint(name, answer || thoughts);
  if (isFailure) return { tool: 'fail', input: { reason: answer || thoughts || 'Task failed' } };
  return { tool: 'complete', input: { summary: answer || thoughts || 'Task completed' } };
}

/** The model stopped itself. If the user approves, it continues; otherwise the run ends. */
function confirmCriticalPoint(name: string, text: string): Requested {
  return {
    confirm: `The model stopped before a step that commits the user: ${text.slice(0, 500)}`,
    name,
    answer: 'The user has approved this critical point. Continue past it and finish the task.',
  };
}
