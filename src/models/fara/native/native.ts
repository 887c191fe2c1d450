import { type CoordinateSpace, grid1000, pixelSpace } from '../../../core/coordinate-space.js';
import { HandrailError } from '../../../core/errors.js';
import { isDesktop } from '../../../core/is-desktop.js';
import { type Requested, toCalls, unknownCall, visibleTools } from '../../adapter/calls.js';
import type { Conversation } from '../../adapter/conversation.js';
import { latestSnapshot } from '../../adapter/coordinates.js';
import { routeToModal } from '../../adapter/modal.js';
import { type AdapterReply, type ProviderAdapter, unreadableReply } from '../../adapter/provider-adapter.js';
import { type ResizeLimits, smartResize } from '../../adapter/smart-resize.js';
import { type ChatReply, readChatUsage } from '../../chat-completions/client.js';
import { type ChatMessage, textPart } from '../../chat-completions/parts.js';
import type { Call, Reply, ScreenSnapshot, Turn } from '../../model.js';
import { describeNoReply, readFaraResponse } from '../read-response.js';
import { feedbackLines, openingLines, replyText, toAnswerJson } from '../result-text.js';
import { picturesToSend } from '../snapshots.js';
import type { FaraTransport } from '../transport.js';
import { convertNativeAction, type NativeContext } from './actions.js';
import { type FaraVersion, fara7b, fara15, nativePrompt } from './prompt.js';
import { type NamedCall, readToolCalls, toNamedCall } from './tool-call.js';

interface NativeFormat extends FaraVersion {
  space: CoordinateSpace;
  resizing: ResizeLimits;
}

const pixelLimits = { minPixels: 3_136, maxPixels: 12_845_056 };
const formats: Readonly<Record<FaraVersion['version'], NativeFormat>> = {
  '7b': { ...fara7b, space: pixelSpace, resizing: { factor: 28, ...pixelLimits } },
  '1.5': { ...fara15, space: grid1000, resizing: { factor: 32, ...pixelLimits } },
};

/** Tools that an action of the format uses. They run, but are not listed to the model. */
const internalTools = ['extract_structured'];

const expectedForm =
  'End your answer with one call: <tool_call>, then {"name": "computer_use", "arguments": {"action": …}} as valid JSON, then </tool_call>.';

/** The format that Fara was trained on: thoughts, then a call as JSON between tags. */
export function faraNative(
  name: string,
  version: FaraVersion['version'],
  transport: FaraTransport,
): ProviderAdapter<unknown[]> {
  const format = formats[version];
  return {
    name,
    capabilities: ['vision', 'computer_use', 'reasoning', 'structured_output'],
    vision: { picture: { type: 'png', size: (screen) => smartResize(screen, format.resizing) } },
    tools: version === '1.5' ? internalTools : [],
    historyWindow: { maxExchanges: 40, keepExchanges: 20 },
    buildRequest: (conversation, turn, minimal) => buildMessages(format, conversation, turn, minimal),
    send: (messages, signal) => transport.send(messages, signal),
    readUsage: readChatUsage,
    readReply: (response, turn) => readReply(format, response, turn),
    async completeText(prompt, signal) {
      const response = await transport.send([{ role: 'user', content: prompt }], signal);
      return { text: toAnswerJson(prompt, readFaraResponse(response)?.text ?? ''), usage: readChatUsage(response) };
    },
  };
}

function listedTools(turn: Turn): Turn['tools'] {
  return visibleTools(turn).filter(({ name }) => !internalTools.includes(name));
}

function buildMessages(format: NativeFormat, conversation: Conversation, turn: Turn, minimal: boolean): ChatMessage[] {
  const { opening, exchanges } = conversation;
  const pictureOf = picturesToSend(conversation, turn, minimal);
  const userMessage = (snapshot: ScreenSnapshot | undefined, text: string): ChatMessage => ({
    role: 'user',
    content: [...pictureOf(snapshot), textPart(text)],
  });
  const isPixels = format.version === '7b';
  const resolution = isPixels
    ? smartResize(latestSnapshot(turn).screen, format.resizing)
    : { width: 1_000, height: 1_000 };
  const prompt = nativePrompt(format, resolution, listedTools(turn), {
    rules: turn.systemPrompt,
    isDesktop: isDesktop(turn.observation),
  });
  return [
    { role: 'system', content: prompt },
    userMessage(opening.snapshot, openingLines(conversation).join('\n\n')),
    ...exchanges.flatMap((exchange): ChatMessage[] => {
      const { reply, snapshot } = exchange;
      const instruction = snapshot?.picture ? withScreenshot : withoutScreenshot;
      const lines = [urlLine(snapshot?.url), ...feedbackLines(exchange, turn.boundary), instruction];
      return [
        { role: 'assistant', content: replyText(reply) },
        userMessage(snapshot, lines.filter(Boolean).join('\n')),
      ];
    }),
  ];
}

const withScreenshot = 'Here is the next screenshot. Think about what to do next.';
const withoutScreenshot = 'No screenshot is available for this step. Think about what to do next.';

function urlLine(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const withoutQuery = url.split('?')[0] ?? '';
  return `Current URL: ${withoutQuery.length > 100 ? `${withoutQuery.slice(0, 100)} ...` : withoutQuery}`;
}

function readReply(format: NativeFormat, response: unknown, turn: Turn): AdapterReply {
  const reply = readFaraResponse(response);
  if (!reply) return { calls: [], retryReason: describeNoReply(response) };
  return readFormat(format, reply, turn, latestSnapshot(turn));
}

/** Reads a reply in the format of Fara-7B. Its server has resized the picture. */
export function readNative7b(reply: ChatReply, turn: Turn, snapshot: ScreenSnapshot): Reply {
  const format = formats['7b'];
  const { picture } = snapshot;
  if (!picture) return readFormat(format, reply, turn, snapshot);
  const size = smartResize(picture.size, format.resizing);
  return readFormat(format, reply, turn, { ...snapshot, picture: { ...picture, size } });
}

function readFormat(format: NativeFormat, reply: ChatReply, turn: Turn, snapshot: ScreenSnapshot): Reply {
  const raw = wholeText(reply);
  if (reply.refusal) return { calls: [], refusal: reply.refusal, raw };
  const { thoughts, calls: parsed, broken } = readToolCalls(raw);
  // The last call of a reply that was cut off may be incomplete even if it looks complete.
  const written = reply.isCut && broken === undefined ? parsed.slice(0, -1) : parsed;
  const isIncomplete = broken !== undefined || written.length < parsed.length;
  const thought = thoughts || undefined;
  const problem = problemOf(reply, broken);
  if (written.length === 0) return { ...unreadableReply(problem, raw), thought };
  const calls: Call[] = [];
  const nextId = (index: number): string => `fara_${turn.step}_${index + 1}`;
  for (const [index, call] of written.entries()) {
    const id = nextId(index);
    const validNames = Object.keys(format.actions);
    const context = { id, space: format.space, snapshot, turn, earlier: calls, thoughts, validNames };
    calls.push(...toCalls(id, nameOf(call), () => convertCall(call, context)));
  }
  if (isIncomplete)
    calls.push({
      id: nextId(written.length),
      name: 'tool_call',
      fault: { code: 'invalid_input', message: problem },
    });
  return { thought, calls: routeToModal(calls, snapshot.modal), raw, written: written.map(({ text }) => text.trim()) };
}

function problemOf({ isCut }: ChatReply, broken: string | undefined): string {
  if (isCut) return `The reply was cut off. Be brief. ${expectedForm}`;
  return broken === undefined ? expectedForm : `The call is not valid JSON. ${expectedForm}`;
}

/** The whole reply as text: calls that the server's parser took out are written back. */
function wholeText({ text, reasoning, calls }: ChatReply): string {
  const written = calls.map(({ name, input }) => {
    const call = toNamedCall({ name, arguments: input ?? {} });
    return `<tool_call>\n${JSON.stringify({ name, arguments: call?.input ?? input })}\n</tool_call>`;
  });
  return [text || reasoning, ...written].filter(Boolean).join('\n');
}

function nameOf({ name, input }: NamedCall): string {
  return name === 'computer_use' && typeof input.action === 'string' ? input.action.slice(0, 60) : name.slice(0, 60);
}

function convertCall({ name, input }: NamedCall, context: NativeContext): Requested | readonly Requested[] {
  const { turn, validNames } = context;
  if (name === 'computer_use') {
    if (typeof input.action === 'string') return convertNativeAction(input.action, input, context);
    throw new HandrailError('invalid_input', 'computer_use needs an action.', `Valid: ${validNames.join(', ')}.`);
  }
  if (turn.tools.some((tool) => tool.name === name)) return { tool: name, input };
  if (validNames.includes(name)) return convertNativeAction(name, input, context);
  throw unknownCall(name, ['computer_use', ...listedTools(turn).map((tool) => tool.name)]);
}
