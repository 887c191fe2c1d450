import type { Picture } from '../../core/observation.js';
import { isRecord } from '../../core/record.js';
import { pixels, type Space } from '../../core/space.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { inputOf, toolOf } from '../adapter/name-call.js';
import type { ScreenSnapshot, Turn } from '../model.js';
import type { ServerCapabilities } from './capabilities.js';
import { countOld, type Look, looksOf } from './look.js';
import type { SpokenMessage } from './read.js';
import { resultText } from './result.js';
import { systemText } from './system.js';
import { writeCall } from './text-calls.js';

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
type Message =
  | { role: 'system' | 'user'; content: string | Part[] }
  | SpokenMessage
  | { role: 'tool'; tool_call_id: string; content: string | Part[] };
type Shot = Pick<Picture, 'type' | 'bytes'>;

/** What is the same for all messages of one request. */
interface Telling {
  manner: ServerCapabilities;
  look(seen: ScreenSnapshot | undefined): Look;
}

/** Pictures of the screen in one request, at most. */
const mostPictures = 3;
const mostWhenTight = 4;

/** All that is said in one request, in order. */
export function messagesOf(
  conversation: Conversation,
  turn: Turn,
  { manner, space, tight }: { manner: ServerCapabilities; space: Space; tight: boolean },
): Message[] {
  const { opening, summary, exchanges } = conversation;
  const counted = manner.pictures ? space : pixels;
  const own = manner.pictures ? partsShown(exchanges.at(-1)) : [];
  const most = Math.max(1, (turn.maxPictures ?? mostPictures) - own.length);
  const looks = looksOf(conversation, { space: counted, pictures: manner.pictures, most, tight });
  const telling: Telling = { manner, look: (seen) => (seen && looks.get(seen)) ?? { text: '' } };
  const old = countOld(conversation, tight);
  const first = tight ? Math.max(0, exchanges.length - mostWhenTight) : 0;
  const left = first > 0 ? `(${first} earlier steps are left out.)` : '';
  const system = systemText(turn, manner, counted);
  const before = [...(manner.system ? [] : [system]), ...(summary ? [summary] : []), left];
  return [
    ...(manner.system ? [{ role: 'system', content: system } as const] : []),
    say(telling, [opening], opening.seen, before, []),
    ...exchanges.slice(first).flatMap((exchange, index) => {
      const at = first + index;
      const how = { isOld: at + 1 < old, shots: at === exchanges.length - 1 ? own : [] };
      const isSpoken = manner.toolImages === 'text-protocol' || toolCalls(exchange).length === 0;
      return isSpoken ? spoken(exchange, telling, how) : called(exchange, telling, how);
    }),
  ];
}

interface How {
  /** So long ago that results are told in short. */
  isOld: boolean;
  /** Pictures that its calls came with. */
  shots: readonly Shot[];
}

/** An exchange in words alone: what the model wrote, and one message with all that came of it. */
function spoken(exchange: Exchange, telling: Telling, { isOld, shots }: How): Message[] {
  const { results, notes, said, seen } = exchange;
  const told = results.map((one) => `Result of ${toolOf(one.call)}: ${resultText(one, isOld)}`);
  return [{ role: 'assistant', content: writtenText(exchange) }, say(telling, said, seen, [...told, ...notes], shots)];
}

/** An exchange with calls: a message for each, and the picture where this server takes it. */
function called(exchange: Exchange, telling: Telling, { isOld, shots }: How): Message[] {
  const { results, notes, said, seen } = exchange;
  const { text: shown, picture }: Look = said.length > 0 ? { text: '' } : telling.look(seen);
  const pictures = [...shots, ...(picture ? [picture] : [])];
  const isInline = telling.manner.toolImages === 'inline';
  const ids = toolCalls(exchange).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const answers = ids.map((id, index): Message => {
    const isLast = index === ids.length - 1;
    const parts = results.filter(({ call }) => call.id === id).map((one) => resultText(one, isOld));
    const text = [...parts, ...(isLast ? [...notes, shown] : [])].filter(Boolean).join('\n') || 'Done.';
    const hasPictures = isLast && isInline && pictures.length > 0;
    return { role: 'tool', tool_call_id: id, content: hasPictures ? partsOf(text, pictures) : text };
  });
  const messages = [spokenAgain(exchange), ...answers];
  if (pictures.length > 0 && !isInline) messages.push({ role: 'user', content: partsOf('The screen now:', pictures) });
  if (said.length === 0) return messages;
  // Some servers take no user right after a tool.
  if (messages.at(-1)?.role === 'tool') messages.push({ role: 'assistant', content: exchange.reply.text || 'Done.' });
  return [...messages, say(telling, said, seen, [], [])];
}

/** One message of the user: words, what was attached, what the screen shows. */
function say(
  { manner, look }: Telling,
  said: readonly UserMessage[],
  seen: ScreenSnapshot | undefined,
  before: readonly string[],
  shots: readonly Shot[],
): Message {
  const { text: shown, picture } = look(seen);
  const text = [...before, ...said.flatMap((one) => wordsOf(one, manner)), shown].filter(Boolean).join('\n\n');
  const attached = manner.pictures ? said.flatMap(picturesIn) : [];
  const pictures = [...attached, ...shots, ...(picture ? [picture] : [])];
  return { role: 'user', content: pictures.length === 0 ? text : partsOf(text, pictures) };
}

function partsOf(text: string, pictures: readonly Shot[]): Part[] {
  const shots = pictures.map(({ type, bytes }): Part => {
    const url = `data:${type};base64,${bytes.toString('base64')}`;
    return { type: 'image_url', image_url: { url } };
  });
  return [{ type: 'text', text: text || 'The screen now:' }, ...shots];
}

/** A part of the screen in large, or one with marks: what the look at the screen does not show anyway. */
function partsShown(exchange: Exchange | undefined): Picture[] {
  const { width = 0, height = 0 } = exchange?.seen?.screen ?? {};
  const pictures = exchange?.results.flatMap(({ result }) => result.pictures ?? []) ?? [];
  return pictures.filter(({ region, marks }) => marks || region.width < width || region.height < height).slice(-1);
}

const pictureTypes: readonly Picture['type'][] = ['image/png', 'image/jpeg', 'image/webp'];

function picturesIn({ attachments }: UserMessage): Shot[] {
  return attachments.flatMap(({ type, bytes }) => {
    const known = pictureTypes.find((one) => one === type);
    return known ? [{ type: known, bytes }] : [];
  });
}

/** What a user said, with the files that are text and the names of those that cannot be shown. */
function wordsOf({ text, attachments }: UserMessage, { pictures }: ServerCapabilities): string[] {
  const files = attachments.flatMap(({ name, type, bytes }) => {
    if (/^text\/|json|xml/.test(type)) return [`The file ${name}:\n${bytes.toString('utf8').slice(0, 40_000)}`];
    return pictures && pictureTypes.some((one) => one === type) ? [] : [`(The file ${name} cannot be shown.)`];
  });
  return [text, ...files];
}

function toolCalls({ reply }: Exchange): Record<string, unknown>[] {
  const calls = isRecord(reply.raw) ? reply.raw.tool_calls : undefined;
  return Array.isArray(calls) ? calls.filter(isRecord) : [];
}

function spokenAgain({ reply }: Exchange): Message {
  const raw = isRecord(reply.raw) ? reply.raw : {};
  return { ...raw, role: 'assistant', content: typeof raw.content === 'string' ? raw.content : null };
}

/** What the model wrote; calls that it made otherwise, or that another model made before it took over, are written out. */
function writtenText(exchange: Exchange): string {
  const { raw, text = '', calls } = exchange.reply;
  const isOwn = isRecord(raw) && raw.role === 'assistant' && typeof raw.content === 'string';
  const isWritten = isOwn && toolCalls(exchange).length === 0;
  const written = isWritten ? [] : calls.map((call) => writeCall(toolOf(call), inputOf(call)));
  return [isOwn ? String(raw.content) : text, ...written].filter(Boolean).join('\n') || '(nothing)';
}
