import type { Size } from '../../../core/geometry.js';
import { pixels } from '../../../core/space.js';
import { keyActions, lastSeen, pointerIn, targetAt, toCalls } from '../../adapter/arguments.js';
import type { Conversation } from '../../adapter/conversation.js';
import { throughModal } from '../../adapter/modal.js';
import { type ProviderAdapter, unreadable } from '../../adapter/provider-adapter.js';
import { chatUsage } from '../../chat-completions/client.js';
import type { Call, ScreenSnapshot, Turn } from '../../model.js';
import { readAnswer } from '../answer.js';
import { looksToSend } from '../looks.js';
import { readNative7b } from '../native/native.js';
import { openingWords, pictureOf, spokenText, wordsAfter } from '../result-text.js';
import type { FaraWire } from '../transport.js';
import { readThoughtAction } from './action-text.js';
import type { WrittenAction } from './call-text.js';
import { parseWritten, thoughtActionNames } from './parsed-action.js';

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

const expected =
  'Answer with "Thought: <your reasoning>", then "Action: <action_command>", such as Action: click(x=512, y=305).';

/** The convention of a thought and an action as text, in pixels of the screen. */
export function thoughtAction(name: string, wire: FaraWire): ProviderAdapter<unknown[]> {
  return {
    name,
    capabilities: ['vision', 'computer_use', 'reasoning'],
    vision: { picture: { type: 'png', size: (screen) => screen } },
    tools: [],
    historyWindow: { most: 40, keep: 20 },
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
        if (said.cut && index === actions.length - 1 && isAtEnd(said.text, action)) {
          const message = `This was cut off, so it was not done. Be brief. ${expected}`;
          calls.push({ id, name: action.name, fault: { code: 'invalid_input', message } });
          continue;
        }
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

/** Whether nothing new begins after an action, so that what was cut off may be a part of it. */
function isAtEnd(reply: string, { text }: WrittenAction): boolean {
  const rest = reply.slice(Math.max(0, reply.lastIndexOf(text)) + text.length);
  return !/\n[^\w\n]*(?:thought|action|observation)s?[^\w\n]*[:：]/i.test(rest);
}

function request(conversation: Conversation, turn: Turn, tight: boolean): unknown[] {
  const { opening, exchanges } = conversation;
  const looks = looksToSend(conversation, turn, tight);
  const picture = (seen: ScreenSnapshot | undefined) => (seen && looks.has(seen) ? pictureOf(seen) : []);
  const { screen } = lastSeen(turn.history, turn.observation.screen);
  const [task = '', ...more] = openingWords(conversation);
  const text = [thoughtActionPrompt(task, screen), turn.systemPrompt, ...more].filter(Boolean).join('\n\n');
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

function callsOf(
  id: string,
  written: WrittenAction,
  seen: ScreenSnapshot,
  turn: Turn,
  earlier: readonly Call[],
): Call[] {
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
