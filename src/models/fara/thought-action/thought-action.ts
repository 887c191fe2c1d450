import { pixelSpace } from '../../../core/coordinate-space.js';
import type { Size } from '../../../core/geometry.js';
import { type CallContext, type Requested, toCalls } from '../../adapter/calls.js';
import type { Conversation } from '../../adapter/conversation.js';
import { latestSnapshot, pointerPosition, toTarget } from '../../adapter/coordinates.js';
import { keyActions } from '../../adapter/keys.js';
import { routeToModal } from '../../adapter/modal.js';
import { type AdapterReply, type ProviderAdapter, unreadableReply } from '../../adapter/provider-adapter.js';
import { readChatUsage } from '../../chat-completions/client.js';
import { type ChatMessage, textPart } from '../../chat-completions/parts.js';
import type { Call, Turn } from '../../model.js';
import { readNative7b } from '../native/native.js';
import { describeNoReply, readFaraResponse } from '../read-response.js';
import { feedbackLines, openingLines, replyText } from '../result-text.js';
import { picturesToSend } from '../snapshots.js';
import type { FaraTransport } from '../transport.js';
import { readThoughtAction } from './action-text.js';
import type { WrittenAction } from './call-text.js';
import { type ParsedAction, parseAction, thoughtActionNames } from './parsed-action.js';

/** The first text of a conversation. */
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

const expectedForm =
  'Answer with "Thought: <your reasoning>", then "Action: <action_command>", such as Action: click(x=512, y=305).';
const maxWaitSeconds = 300;

/** The format of a thought and an action as text, with coordinates in pixels of the screen. */
export function thoughtAction(name: string, transport: FaraTransport): ProviderAdapter<unknown[]> {
  return {
    name,
    capabilities: ['vision', 'computer_use', 'reasoning'],
    vision: { picture: { type: 'png', size: (screen) => screen } },
    tools: [],
    explainsBoundaryLate: true,
    historyWindow: { maxExchanges: 40, keepExchanges: 20 },
    buildRequest: buildMessages,
    send: (messages, signal) => transport.send(messages, signal),
    readUsage: readChatUsage,
    readReply,
    async completeText(prompt, signal) {
      const response = await transport.send([{ role: 'user', content: [textPart(prompt)] }], signal);
      return { text: readFaraResponse(response)?.text ?? '', usage: readChatUsage(response) };
    },
  };
}

const withScreenshot = 'Here is the current screenshot. Continue with the task.';
const withoutScreenshot = 'No screenshot is available for this step. Continue with the task.';

function buildMessages(conversation: Conversation, turn: Turn, minimal: boolean): ChatMessage[] {
  const { opening, exchanges } = conversation;
  const pictureOf = picturesToSend(conversation, turn, minimal);
  const [task, ...more] = openingLines(conversation);
  const prompt = [thoughtActionPrompt(task, latestSnapshot(turn).screen), turn.systemPrompt, ...more];
  return [
    { role: 'user', content: [textPart(prompt.filter(Boolean).join('\n\n')), ...pictureOf(opening.snapshot)] },
    ...exchanges.flatMap((exchange): ChatMessage[] => {
      const { reply, snapshot } = exchange;
      const lines = [...feedbackLines(exchange, turn.boundary), snapshot?.picture ? withScreenshot : withoutScreenshot];
      return [
        { role: 'assistant', content: replyText(reply) },
        { role: 'user', content: [textPart(lines.join('\n\n')), ...pictureOf(snapshot)] },
      ];
    }),
  ];
}

function readReply(response: unknown, turn: Turn): AdapterReply {
  const reply = readFaraResponse(response);
  if (!reply) return { calls: [], retryReason: describeNoReply(response) };
  const { text, isCut } = reply;
  if (reply.refusal) return { calls: [], refusal: reply.refusal, raw: text };
  const snapshot = latestSnapshot(turn);
  const { thought, actions } = readThoughtAction(text, thoughtActionNames);
  // A Fara-7B may use the format it was trained on, whatever the prompt says.
  if (actions.length === 0 && (reply.calls.length > 0 || /<tool_call>/.test(text)))
    return readNative7b(reply, turn, snapshot);
  if (actions.length === 0) {
    const problem = isCut ? `The reply was cut off. Be brief. ${expectedForm}` : expectedForm;
    return { ...unreadableReply(problem, text), thought: thought || undefined };
  }
  const calls: Call[] = [];
  for (const [index, action] of actions.entries()) {
    const id = `fara_${turn.step}_${index + 1}`;
    if (isCut && index === actions.length - 1 && isAtEnd(text, action)) {
      const message = `The action was cut off, so it was not executed. Be brief. ${expectedForm}`;
      calls.push({ id, name: action.name, fault: { code: 'invalid_input', message } });
      continue;
    }
    const context = { id, space: pixelSpace, snapshot, turn, earlier: calls };
    calls.push(...toCalls(id, action.name, () => convertAction(parseAction(action), context)));
  }
  const written = actions.map((action) => action.text);
  return { thought: thought || undefined, calls: routeToModal(calls, snapshot.modal), raw: text, written };
}

/** Whether no new section follows an action, so that the missing text may belong to it. */
function isAtEnd(reply: string, { text }: WrittenAction): boolean {
  const rest = reply.slice(Math.max(0, reply.lastIndexOf(text)) + text.length);
  return !/\n[^\w\n]*(?:thought|action|observation)s?[^\w\n]*[:：]/i.test(rest);
}

type Convert = (action: ParsedAction, context: CallContext) => Requested | Requested[];

const converters: Readonly<Record<ParsedAction['type'], Convert>> = {
  click: (action, context) => ({ type: 'click', target: target(action, context) }),
  double_click: (action, context) => ({ type: 'click', target: target(action, context), count: 2 }),
  right_click: (action, context) => ({ type: 'click', target: target(action, context), button: 'right' }),
  type: ({ text }) =>
    text === '' ? { name: 'type', answer: 'There was no text to type.' } : { type: 'type', text: String(text) },
  key: ({ key }) => keyActions(key),
  scroll({ direction, amount }, context) {
    const length = direction === 'up' || direction === 'left' ? -Number(amount) : Number(amount);
    const isHorizontal = direction === 'left' || direction === 'right';
    const delta = { dx: isHorizontal ? length : 0, dy: isHorizontal ? 0 : length };
    return { type: 'scroll', target: pointerPosition(context), ...delta };
  },
  drag: ({ x1, y1, x2, y2 }, { snapshot }) => ({
    type: 'drag',
    path: [toTarget('drag', pixelSpace, [x1, y1], snapshot), toTarget('drag', pixelSpace, [x2, y2], snapshot)],
  }),
  wait: ({ duration }) => ({
    type: 'wait',
    for: { seconds: Math.min(maxWaitSeconds, Math.max(0, Number(duration))) },
  }),
  done: ({ result }) => ({ tool: 'complete', input: { summary: String(result) } }),
  fail: ({ reason }) => ({ tool: 'fail', input: { reason: String(reason) } }),
};

function convertAction(action: ParsedAction, context: CallContext): Requested | Requested[] {
  return converters[action.type](action, context);
}

function target({ type, x, y }: ParsedAction, { snapshot }: CallContext) {
  return toTarget(type, pixelSpace, [x, y], snapshot);
}
