import { HandrailError } from '../../../core/errors.js';
import { type Space, toScreenLength } from '../../../core/space.js';
import {
  type Arguments,
  addressOf,
  keyActions,
  pointerIn,
  readArguments,
  searchAddress,
  shownIn,
  targetAt,
  unknownCall,
} from '../../adapter/arguments.js';
import type { Call, ScreenSnapshot, Turn } from '../../model.js';
import { answerField } from '../result-text.js';

/** Other names that the trained models and their harness use. */
const others: Readonly<Record<string, string>> = {
  click: 'left_click',
  hover: 'mouse_move',
  keypress: 'key',
  sleep: 'wait',
  input_text: 'type',
  stop: 'terminate',
  drag: 'left_click_drag',
};

/** What a call is read with: where it stands in the conversation, and what the model thought. */
export interface Around {
  id: string;
  space: Space;
  seen: ScreenSnapshot;
  turn: Turn;
  earlier: readonly Call[];
  thoughts: string;
  /** Names that are told as valid. */
  names: readonly string[];
}

/** One action of the trained format as calls. Throws HandrailError with what is valid. */
export function nativeCalls(asked: string, given: Record<string, unknown>, around: Around): Call[] {
  const { id, space, seen, turn, earlier, thoughts, names } = around;
  const said = asked.trim().toLowerCase();
  const name = (Object.hasOwn(others, said) ? others[said] : said) ?? said;
  const read = readArguments(name, given);
  const at = () => targetAt(name, space, given.coordinate ?? given.point, seen);
  const pointer = () => pointerIn(turn.history, earlier, seen.screen);
  const length = (axis: 'x' | 'y'): number => toScreenLength(space, read.number('pixels'), axis, shownIn(seen));
  switch (name) {
    case 'key':
      return keyActions(given.keys ?? given.key ?? given.text).map((action) => ({ id, action }));
    case 'type':
      return typing(read, around);
    case 'mouse_move':
      return [{ id, action: { type: 'move', target: at() } }];
    case 'left_click':
      return [{ id, action: { type: 'click', target: at() } }];
    case 'right_click':
    case 'middle_click':
      return [{ id, action: { type: 'click', target: at(), button: name === 'right_click' ? 'right' : 'middle' } }];
    case 'double_click':
      return [{ id, action: { type: 'click', target: at(), count: 2 } }];
    case 'triple_click':
      return [{ id, action: { type: 'click', target: at(), count: 3 } }];
    case 'left_click_drag':
      return [{ id, action: { type: 'drag', path: [pointer(), at()] } }];
    case 'scroll':
      return [{ id, action: { type: 'scroll', target: pointer(), dx: 0, dy: -length('y') } }];
    case 'hscroll':
      return [{ id, action: { type: 'scroll', target: pointer(), dx: length('x'), dy: 0 } }];
    case 'visit_url':
      return [{ id, action: { type: 'navigate', url: addressOf(read.text('url'), seen.url) } }];
    case 'web_search':
      return [{ id, action: { type: 'navigate', url: searchAddress(read.text('query')) } }];
    case 'history_back':
      return [{ id, action: { type: 'back' } }];
    case 'wait': {
      const seconds = read.number(read.has('time') ? 'time' : 'duration', 2);
      return [{ id, action: { type: 'wait', for: { seconds: Math.min(300, Math.max(0, seconds)) } } }];
    }
    case 'pause_and_memorize_fact':
      return [{ id, tool: 'remember', input: { key: nextFact(turn, earlier), value: read.text('fact') } }];
    case 'read_page_answer_question':
      return [{ id, tool: 'extract_structured', input: question(read.text('question')) }];
    case 'ask_user_question':
      return [asking(id, read.text('question'), thoughts)];
    case 'terminate':
      return [ending(id, read, thoughts)];
    default:
      throw unknownCall(asked, names);
  }
}

/** Clicked first where a place is given, so that whatever lies there takes the keys. */
function typing(read: Arguments, { id, space, seen }: Around): Call[] {
  const text = read.text(read.has('text') || !read.has('text_value') ? 'text' : 'text_value');
  const submit = read.flag('press_enter', true);
  const clear = read.flag('delete_existing_text', false);
  const place = read.has('coordinate') ? targetAt('type', space, read.raw.coordinate, seen) : undefined;
  const nothing = text === '' && !submit && !clear;
  return [
    ...(place ? [{ id, action: { type: 'click' as const, target: place } }] : []),
    nothing
      ? { id, name: 'type', answer: 'There was no text to type.' }
      : { id, action: { type: 'type', text, ...(clear ? { clear } : {}), ...(submit ? { submit } : {}) } },
  ];
}

/** Facts have no names here: they are counted. */
function nextFact({ memory }: Turn, earlier: readonly Call[]): string {
  let number = memory.size + 1 + earlier.filter((call) => 'tool' in call && call.tool === 'remember').length;
  while (memory.has(`fact ${number}`)) number += 1;
  return `fact ${number}`;
}

function question(text: string): Record<string, unknown> {
  if (text.trim() === '')
    throw new HandrailError('invalid_input', 'read_page_answer_question needs a text in "question".', 'Ask something.');
  return {
    schema: { type: 'object', properties: { [answerField]: { type: 'string' } } },
    instruction: `Answer this question from the text, in at most 150 words: ${text}`,
  };
}

/** What a person has to agree to is asked of the one who approves; other questions are the user's. */
function asking(id: string, text: string, thoughts: string): Call {
  if (isCriticalPoint(`${thoughts}\n${text}`)) return stopping(id, 'ask_user_question', text || thoughts);
  return { id, tool: 'ask_user', input: { question: text } };
}

function ending(id: string, read: Arguments, thoughts: string): Call {
  const answer = read.text('answer', '').trim();
  const isFailure = read.has('status') && /^fail/i.test(read.text('status'));
  if (isCriticalPoint(`${thoughts}\n${answer}`)) return stopping(id, 'terminate', answer || thoughts);
  if (isFailure) return { id, tool: 'fail', input: { reason: answer || thoughts || 'Task failed' } };
  return { id, tool: 'complete', input: { summary: answer || thoughts || 'Task completed' } };
}

/** The model stopped itself: with a yes it goes on, without one the run ends. */
function stopping(id: string, name: string, words: string): Call {
  return {
    id,
    confirm: `The model stopped before a step that binds the user: ${words.slice(0, 500)}`,
    name,
    answer: 'The user has agreed to this critical point. Go on past it and finish the task.',
  };
}

/** Those of a function, or of an argument, are what a page is about. */
const point = 'critical[\\s_-]*point(?!s\\s+(?:of|in|on|for|about)\\b)';
const yours = "(?:your|the user[’']s)";
const stands = new RegExp(
  [
    point,
    `(?:need|await|require|wait)\\w* (?:for )?${yours} (?:explicit )?(?:permission|approval|consent|confirmation)`,
    `(?:cannot|can[’']t|could not|couldn[’']t|unable to) (?:proceed|continue|go on|go further) without ${yours}`,
    '(?:because|since|as) (?:that|this|it|doing so) (?:would be|is) (?:legally )?binding',
  ].join('|'),
  'i',
);
const isPast = new RegExp(
  `\\b(?:no|not|isn[’']t|without|past|passed|agreed|approved)\\b.{0,60}${point}|${point}.{0,40}\\b(?:passed|agreed|approved|confirmed)\\b`,
  'i',
);

/** Whether the model says that it stands before a critical point, and not that it is past one or sees none. */
export function isCriticalPoint(words: string): boolean {
  return words.split(/(?<=[.!?\n])\s+/).some((sentence) => stands.test(sentence) && !isPast.test(sentence));
}
