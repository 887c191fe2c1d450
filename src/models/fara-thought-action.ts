import type { Size } from '../core/geometry.js';
import { pixels } from '../core/space.js';
import {
  type Arguments,
  keyActions,
  lastSeen,
  pointerIn,
  readArguments,
  targetAt,
  toCalls,
  unknownCall,
} from './arguments.js';
import { chatUsage } from './chat-client.js';
import type { Conversation } from './conversation.js';
import { type Dialect, unreadable } from './dialect.js';
import { readThoughtAction, type WrittenAction } from './fara-action-text.js';
import { readAnswer } from './fara-answer.js';
import { looksToSend } from './fara-looks.js';
import { readNative7b } from './fara-native.js';
import { pictureOf, saidWords, spokenText, wordsAfter } from './fara-say.js';
import type { FaraWire } from './fara-wire.js';
import { throughModal } from './modal.js';
import type { Call, Seen, Turn } from './model.js';

/** What is sent before everything else. */
export function thoughtActionPrompt(task: string, { width, height }: Size): string {
  return `You are FARA, a Florence Agent for Rich Automation. You are asked to complete a task by interacting with a computer interface.

You will be presented with a task and an image of the current screen state.
Your goal is to complete the task step by step through GUI interactions.

For each step:
1. First provide your reasoning in "Thought: <your reasoning>"
2. Then provide an action in "Action: <action_command>"

Available actions:
- click(x=<int>, y=<int>): Click at coordinates
- double_click(x=<int>, y=<int>): Double-click at coordinates
- right_click(x=<int>, y=<int>): Right-click at coordinates
- type(text='<text>'): Type text
- key(key='<key>'): Press keyboard key
- scroll(direction='<dir>', amount=<int>): Scroll
- drag(start_x=<int>, start_y=<int>, end_x=<int>, end_y=<int>): Drag
- wait(seconds=<int>): Wait
- done(result='<description>'): Task completed
- fail(reason='<description>'): Task cannot be completed

Coordinate system: (0,0) is top-left, coordinates are in pixels.
Screen resolution: ${width}x${height}

Task: ${task}`;
}

const names = [
  'click',
  'double_click',
  'right_click',
  'type',
  'key',
  'scroll',
  'drag',
  'wait',
  'done',
  'fail',
] as const;
type Name = (typeof names)[number];
const others: Readonly<Record<string, Name>> = {
  left_click: 'click',
  left_double: 'double_click',
  right_single: 'right_click',
  press: 'key',
  hotkey: 'key',
  finish: 'done',
  finished: 'done',
};
const directions = ['up', 'down', 'left', 'right'] as const;
const expected =
  'Answer with "Thought: <your reasoning>", then "Action: <action_command>", such as Action: click(x=512, y=305).';

/** What was written, by the names of the tool's log; nothing where it cannot be read. */
export type ParsedAction = { type: Name } & Record<string, string | number>;

/** The convention of a thought and an action as text, in pixels of the screen. */
export function thoughtAction(name: string, wire: FaraWire): Dialect<unknown[]> {
  return {
    name,
    capabilities: ['vision', 'computer_use', 'reasoning'],
    sees: { picture: { type: 'png', size: (screen) => screen } },
    tools: [],
    stretch: { most: 40, keep: 20 },
    request,
    send: (messages, signal) => wire.ask(messages, signal),
    usage: chatUsage,
    read(answer, turn) {
      const said = readAnswer(answer);
      if (!said) return { calls: [], again: 'the answer was empty.' };
      if (said.refusal) return { calls: [], refusal: said.refusal, raw: said.text };
      const seen = lastSeen(turn.history, turn.observation.screen);
      const { thought, actions } = readThoughtAction(said.text, thoughtActionNames);
      // Whatever it is told, a Fara-7B may fall back into what it was trained for.
      if (actions.length === 0 && (said.calls.length > 0 || /<tool_call>/.test(said.text)))
        return readNative7b(said, turn, seen);
      if (actions.length === 0) {
        const why = said.cut ? `It was cut off. Be brief. ${expected}` : expected;
        return { ...unreadable(why, said.text), ...(thought ? { thought } : {}) };
      }
      const calls: Call[] = [];
      for (const [index, action] of actions.entries()) {
        const id = `fara_${turn.step}_${index + 1}`;
        calls.push(...toCalls(id, action.name, () => callsOf(id, action, seen, turn, calls)));
      }
      return { ...(thought ? { thought } : {}), calls: throughModal(calls, seen.modal), raw: said.text };
    },
    async write(prompt, signal) {
      const answer = await wire.ask([{ role: 'user', content: [{ type: 'text', text: prompt }] }], signal);
      return { text: readAnswer(answer)?.text ?? '', usage: chatUsage(answer) };
    },
  };
}

/** Everything that may be called. */
export const thoughtActionNames = [...names, ...Object.keys(others)].sort((one, other) => other.length - one.length);

function request(conversation: Conversation, turn: Turn, tight: boolean): unknown[] {
  const { opening, summary, exchanges } = conversation;
  const looks = looksToSend(conversation, turn, tight);
  const picture = (seen: Seen | undefined) => (seen && looks.has(seen) ? pictureOf(seen) : []);
  const { screen } = lastSeen(turn.history, turn.observation.screen);
  const text = [thoughtActionPrompt(saidWords(opening), screen), turn.systemPrompt, summary]
    .filter(Boolean)
    .join('\n\n');
  return [
    { role: 'user', content: [{ type: 'text', text }, ...picture(opening.seen)] },
    ...exchanges.flatMap((exchange) => [
      { role: 'assistant', content: spokenText(exchange.reply) },
      {
        role: 'user',
        content: [
          { type: 'text', text: [...wordsAfter(exchange), exchange.seen?.picture ? goOn : unseen].join('\n\n') },
          ...picture(exchange.seen),
        ],
      },
    ]),
  ];
}

const goOn = 'Here is the current screenshot. Continue with the task.';
const unseen = 'There is no screenshot of this moment. Continue with the task.';

/** One action by the names of the tool's log, with its defaults. Throws HandrailError with what is valid. */
export function parseWritten({ name: said, given }: WrittenAction): ParsedAction {
  const name = Object.hasOwn(others, said) ? others[said] : names.find((one) => one === said);
  if (!name) throw unknownCall(said, names);
  const read = readArguments(name, given);
  const place = (x: string, y: string, at: string): [number, number] => pair(read, x, y, at);
  switch (name) {
    case 'click':
    case 'double_click':
    case 'right_click': {
      const [x, y] = place('x', 'y', '0');
      return { type: name, x, y };
    }
    case 'type':
      return { type: name, text: read.text(first(read, 'text', 'content', 'value', '0')) };
    case 'key':
      return { type: name, key: read.text(first(read, 'key', 'keys', 'text', '0')) };
    case 'scroll':
      return {
        type: name,
        direction: read.oneOf(first(read, 'direction', '0'), directions, 'down'),
        amount: read.number(first(read, 'amount', 'pixels', '1'), 300),
      };
    case 'drag': {
      const [x1, y1] = read.has('x1') ? place('x1', 'y1', '0') : place('start_x', 'start_y', '0');
      const [x2, y2] = read.has('x2') ? place('x2', 'y2', '2') : place('end_x', 'end_y', '2');
      return { type: name, x1, y1, x2, y2 };
    }
    case 'wait':
      return { type: name, duration: read.number(first(read, 'seconds', 'duration', 'time', '0'), 2) };
    case 'done':
      return { type: name, result: read.text(first(read, 'result', 'answer', 'text', '0'), '') || 'Task completed' };
    case 'fail':
      return { type: name, reason: read.text(first(read, 'reason', 'text', '0'), '') || 'Task failed' };
  }
}

/** Two numbers by their names, without names, or as one place. */
function pair(read: Arguments, x: string, y: string, at: string): [number, number] {
  const whole = [read.raw.point, read.raw.coordinate, read.raw.position, read.raw[at]].find(Array.isArray);
  if (!read.has(x) && whole?.length === 2) return [Number(whole[0]), Number(whole[1])];
  const next = String(Number(at) + 1);
  return [read.number(read.has(x) || !read.has(at) ? x : at), read.number(read.has(y) || !read.has(next) ? y : next)];
}

function first(read: Arguments, ...wanted: [string, ...string[]]): string {
  return wanted.find((name) => read.has(name)) ?? wanted[0];
}

function callsOf(id: string, written: WrittenAction, seen: Seen, turn: Turn, earlier: readonly Call[]): Call[] {
  const parsed = parseWritten(written);
  const at = (x: unknown, y: unknown) => targetAt(parsed.type, pixels, [x, y], seen);
  switch (parsed.type) {
    case 'click':
      return [{ id, action: { type: 'click', target: at(parsed.x, parsed.y) } }];
    case 'double_click':
      return [{ id, action: { type: 'click', target: at(parsed.x, parsed.y), count: 2 } }];
    case 'right_click':
      return [{ id, action: { type: 'click', target: at(parsed.x, parsed.y), button: 'right' } }];
    case 'type':
      if (parsed.text === '') return [{ id, name: 'type', answer: 'There was no text to type.' }];
      return [{ id, action: { type: 'type', text: String(parsed.text) } }];
    case 'key':
      return keyActions(parsed.key).map((action) => ({ id, action }));
    case 'scroll': {
      const amount = Number(parsed.amount);
      const along = parsed.direction === 'up' || parsed.direction === 'left' ? -amount : amount;
      const isAcross = parsed.direction === 'left' || parsed.direction === 'right';
      const target = pointerIn(turn.history, earlier, seen.screen);
      return [{ id, action: { type: 'scroll', target, dx: isAcross ? along : 0, dy: isAcross ? 0 : along } }];
    }
    case 'drag':
      return [{ id, action: { type: 'drag', path: [at(parsed.x1, parsed.y1), at(parsed.x2, parsed.y2)] } }];
    case 'wait':
      return [{ id, action: { type: 'wait', for: { seconds: Math.min(300, Math.max(0, Number(parsed.duration))) } } }];
    case 'done':
      return [{ id, tool: 'complete', input: { summary: String(parsed.result) } }];
    case 'fail':
      return [{ id, tool: 'fail', input: { reason: String(parsed.reason) } }];
  }
}
