import { type CoordinateSpace, pixelSpace } from '../../core/coordinate-space.js';
import { isRecord } from '../../core/is-record.js';
import type { Picture } from '../../core/observation.js';
import { callInput, callName } from '../adapter/calls.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import type { ScreenSnapshot, Turn } from '../model.js';
import type { ServerCapabilities } from './capabilities.js';
import { type ChatPart, isTextFile, picturePart, textPart } from './parts.js';
import type { AssistantMessage } from './read-reply.js';
import { resultText } from './result-text.js';
import { countExpired, type SentSnapshot, snapshotsToSend } from './snapshots.js';
import { systemPrompt } from './system-prompt.js';
import { writeCall } from './text-calls.js';

type Message =
  | { role: 'system' | 'user'; content: string | ChatPart[] }
  | AssistantMessage
  | { role: 'tool'; tool_call_id: string; content: string | ChatPart[] };
type SentPicture = Pick<Picture, 'type' | 'bytes'>;

/** What all messages of one request share. */
interface MessageContext {
  capabilities: ServerCapabilities;
  sentOf(snapshot: ScreenSnapshot | undefined): SentSnapshot;
}

const maxPictures = 3;
const maxMinimalExchanges = 4;

/** All messages of one request, in order. */
export function buildMessages(
  conversation: Conversation,
  turn: Turn,
  { capabilities, space, minimal }: { capabilities: ServerCapabilities; space: CoordinateSpace; minimal: boolean },
): Message[] {
  const { opening, summary, exchanges } = conversation;
  const { pictures } = capabilities;
  const usedSpace = pictures ? space : pixelSpace;
  const resultPictures = pictures ? detailPictures(exchanges.at(-1)) : [];
  const snapshotLimit = Math.max(1, (turn.maxPictures ?? maxPictures) - resultPictures.length);
  const sent = snapshotsToSend(conversation, { space: usedSpace, pictures, maxPictures: snapshotLimit, minimal });
  const context: MessageContext = {
    capabilities,
    sentOf: (snapshot) => (snapshot && sent.get(snapshot)) ?? { text: '' },
  };
  const expired = countExpired(conversation, minimal);
  const omitted = minimal ? Math.max(0, exchanges.length - maxMinimalExchanges) : 0;
  const system = systemPrompt(turn, capabilities, usedSpace);
  const before = [
    ...(capabilities.system ? [] : [system]),
    ...(summary ? [summary] : []),
    omitted > 0 ? `(${omitted} earlier steps are omitted.)` : '',
  ];
  return [
    ...(capabilities.system ? [{ role: 'system', content: system } as const] : []),
    userMessage(context, [opening], opening.snapshot, before, []),
    ...exchanges.slice(omitted).flatMap((exchange, index) => {
      const position = omitted + index;
      const isOld = position + 1 < expired;
      const shown = position === exchanges.length - 1 ? resultPictures : [];
      const isText = capabilities.toolImages === 'text-protocol' || toolCallsOf(exchange).length === 0;
      return isText ? textExchange(exchange, context, isOld, shown) : toolExchange(exchange, context, isOld, shown);
    }),
  ];
}

/** An exchange as text: the model's reply, and one message with all results. */
function textExchange(
  exchange: Exchange,
  context: MessageContext,
  isOld: boolean,
  pictures: readonly SentPicture[],
): Message[] {
  const { results, notes, userMessages, snapshot } = exchange;
  const lines = results.map((one) => `Result of ${callName(one.call)}: ${resultText(one, isOld)}`);
  return [
    { role: 'assistant', content: replyText(exchange) },
    userMessage(context, userMessages, snapshot, [...lines, ...notes], pictures),
  ];
}

/** An exchange with tool calls: one message for each result, and the picture where the server accepts it. */
function toolExchange(
  exchange: Exchange,
  context: MessageContext,
  isOld: boolean,
  resultPictures: readonly SentPicture[],
): Message[] {
  const { results, notes, userMessages, snapshot } = exchange;
  const { text: screenText, picture }: SentSnapshot = userMessages.length > 0 ? { text: '' } : context.sentOf(snapshot);
  const pictures = [...resultPictures, ...(picture ? [picture] : [])];
  const isInline = context.capabilities.toolImages === 'inline';
  const ids = toolCallsOf(exchange).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const answers = ids.map((id, index): Message => {
    const isLast = index === ids.length - 1;
    const lines = results.filter(({ call }) => call.id === id).map((one) => resultText(one, isOld));
    const text = [...lines, ...(isLast ? [...notes, screenText] : [])].filter(Boolean).join('\n') || 'Done.';
    const hasPictures = isLast && isInline && pictures.length > 0;
    return { role: 'tool', tool_call_id: id, content: hasPictures ? withPictures(text, pictures) : text };
  });
  const messages = [assistantMessage(exchange), ...answers];
  if (pictures.length > 0 && !isInline) messages.push({ role: 'user', content: withPictures(currentScreen, pictures) });
  if (userMessages.length === 0) return messages;
  // Some servers reject a user message right after a tool message.
  if (messages.at(-1)?.role === 'tool') messages.push({ role: 'assistant', content: exchange.reply.text || 'Done.' });
  return [...messages, userMessage(context, userMessages, snapshot, [], [])];
}

/** One user message: text, attachments and the screen. */
function userMessage(
  { capabilities, sentOf }: MessageContext,
  userMessages: readonly UserMessage[],
  snapshot: ScreenSnapshot | undefined,
  before: readonly string[],
  resultPictures: readonly SentPicture[],
): Message {
  const { text: screenText, picture } = sentOf(snapshot);
  const texts = [...before, ...userMessages.flatMap((one) => userTexts(one, capabilities)), screenText];
  const attached = capabilities.pictures ? userMessages.flatMap(attachedPictures) : [];
  const pictures = [...attached, ...resultPictures, ...(picture ? [picture] : [])];
  const text = texts.filter(Boolean).join('\n\n');
  return { role: 'user', content: pictures.length === 0 ? text : withPictures(text, pictures) };
}

const currentScreen = 'The screen now:';

function withPictures(text: string, pictures: readonly SentPicture[]): ChatPart[] {
  return [textPart(text || currentScreen), ...pictures.map(picturePart)];
}

/** The last picture of a magnified region or with marks: the snapshot does not show these. */
function detailPictures(exchange: Exchange | undefined): Picture[] {
  const { width = 0, height = 0 } = exchange?.snapshot?.screen ?? {};
  const pictures = exchange?.results.flatMap(({ result }) => result.pictures ?? []) ?? [];
  return pictures.filter(({ region, marks }) => marks || region.width < width || region.height < height).slice(-1);
}

const pictureTypes: readonly Picture['type'][] = ['image/png', 'image/jpeg', 'image/webp'];

function attachedPictures({ attachments }: UserMessage): SentPicture[] {
  return attachments.flatMap(({ type, bytes }) => {
    const known = pictureTypes.find((one) => one === type);
    return known ? [{ type: known, bytes }] : [];
  });
}

const maxFileCharacters = 40_000;

/** The text of a message, its text files, and the names of files that cannot be sent. */
function userTexts({ text, attachments }: UserMessage, { pictures }: ServerCapabilities): string[] {
  const files = attachments.flatMap(({ name, type, bytes }) => {
    if (isTextFile(type)) return [`The file ${name}:\n${bytes.toString('utf8').slice(0, maxFileCharacters)}`];
    return pictures && pictureTypes.some((one) => one === type) ? [] : [`(The file ${name} cannot be shown.)`];
  });
  return [text, ...files];
}

function toolCallsOf({ reply }: Exchange): Record<string, unknown>[] {
  const calls = isRecord(reply.raw) ? reply.raw.tool_calls : undefined;
  return Array.isArray(calls) ? calls.filter(isRecord) : [];
}

function assistantMessage({ reply }: Exchange): Message {
  const raw = isRecord(reply.raw) ? reply.raw : {};
  return { ...raw, role: 'assistant', content: typeof raw.content === 'string' ? raw.content : null };
}

/** The reply as text. Tool calls, and calls of another model, are written out. */
function replyText(exchange: Exchange): string {
  const { raw, text = '', calls } = exchange.reply;
  const isOwn = isRecord(raw) && raw.role === 'assistant' && typeof raw.content === 'string';
  const isWritten = isOwn && toolCallsOf(exchange).length === 0;
  const written = isWritten ? [] : calls.map((call) => writeCall(callName(call), callInput(call)));
  return [isOwn ? String(raw.content) : text, ...written].filter(Boolean).join('\n') || '(nothing)';
}
