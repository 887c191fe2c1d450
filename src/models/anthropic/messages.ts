import type { Rect } from '../../core/geometry.js';
import type { Picture } from '../../core/observation.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { type ImageRetention, imageRetentionOf, type PicturePolicy } from '../adapter/image-retention.js';
import { modalWords } from '../adapter/modal.js';
import type { Attachment, ScreenSnapshot } from '../model.js';
import { inWords, ownContent, usesIn } from './content.js';
import { type ImageBlock, image, type TextBlock, type ToolResultBlock, text, toolResults } from './results.js';

interface Cached {
  cache_control?: { type: 'ephemeral' };
}
interface DocumentBlock {
  type: 'document';
  source: { type: 'base64'; media_type: 'application/pdf'; data: string };
}
export type UserBlock = (TextBlock | ImageBlock | ToolResultBlock | DocumentBlock) & Cached;
export type ClaudeMessage = { role: 'user'; content: UserBlock[] } | { role: 'assistant'; content: unknown[] };

/** Where a prompt may be read from the cache, besides the end of the system prompt. */
const mostBreakpoints = 3;

/** What is sent of a conversation that grows. */
export interface Keeping {
  pictures: PicturePolicy;
  /** Long texts of all but the last answers are shortened, many at a time. */
  shortens: boolean;
  /** A picture is sent again after so many answers, same or not: the provider may have forgotten it. */
  again: number;
}

/** A conversation as messages; a longer one begins with the same, but for what is taken out of it. */
export function messagesOf(conversation: Conversation, { pictures, shortens, again }: Keeping): ClaudeMessage[] {
  const { opening, summary, exchanges } = conversation;
  const fates = imageRetentionOf(conversation, pictures);
  const oldest = exchanges.findLastIndex(({ seen }) => seen && fates.get(seen) === 'old');
  const shortBefore = shortens ? Math.floor(Math.max(0, exchanges.length - 5) / 10) * 10 : 0;
  const first = [text([opening.text.trim(), summary].filter(Boolean).join('\n\n') || 'Go on.'), ...attached(opening)];
  const showing = show(fates, again);
  const messages: ClaudeMessage[] = [
    { role: 'user', content: [...first, ...words(tell(opening.seen, undefined)), ...showing.screen(opening.seen, 0)] },
  ];
  let before = opening.seen;
  for (const [index, exchange] of exchanges.entries()) {
    const told = exchangeMessages(exchange, before, showing, index > oldest);
    messages.push(...(index < shortBefore ? told.map(shorten) : told));
    before = exchange.seen ?? before;
  }
  markForCache(messages);
  return messages;
}

function exchangeMessages(
  exchange: Exchange,
  before: ScreenSnapshot | undefined,
  showing: Showing,
  withPictures: boolean,
): ClaudeMessage[] {
  const { reply, notes, said, seen } = exchange;
  const own = ownContent(reply);
  const told = own ? { said: own, came: [] } : inOwnWords(exchange);
  const results = own ? toolResults(usesIn(own) ?? [], exchange, withPictures ? showing.picture : leftOut) : [];
  const latest = exchange.results.at(-1)?.call;
  const isQuestion = latest !== undefined && 'answer' in latest;
  const screen = showing.screen(seen, results.length).filter(({ type }) => type === 'image' || !isQuestion);
  const shown = [...words(tell(seen, before)), ...screen];
  const last = results.at(-1);
  // Words behind the answers would look like a user who speaks: what belongs to the screen goes into the last of them.
  const isInside = last !== undefined && !last.is_error && said.length === 0;
  if (isInside) last.content.push(...shown);
  const content: UserBlock[] = [
    ...results,
    ...words([...told.came, ...notes]),
    ...said.flatMap((one) => [...words([one.text]), ...attached(one)]),
    ...(isInside ? [] : shown),
  ];
  return [
    { role: 'assistant', content: told.said },
    { role: 'user', content: content.length > 0 ? content : [text('Go on.')] },
  ];
}

function inOwnWords(exchange: Exchange): { said: unknown[]; came: string[] } {
  const { said, came } = inWords(exchange);
  return { said: [text(said)], came };
}

/** What the picture does not show. */
function tell(seen: ScreenSnapshot | undefined, before: ScreenSnapshot | undefined): string[] {
  const address = seen?.url !== undefined && seen.url !== before?.url ? `The page is at ${seen.url}` : undefined;
  return [address, modalWords(seen?.modal)].filter((one) => one !== undefined);
}

interface Showing {
  picture(picture: Picture): TextBlock | ImageBlock;
  /** `answers`: how many came since the look before. */
  screen(seen: ScreenSnapshot | undefined, answers: number): (TextBlock | ImageBlock)[];
}

/** Pictures in the order in which they are sent: none is sent twice in a row, as long as it can be seen. */
function show(fates: Map<ScreenSnapshot, ImageRetention>, again: number): Showing {
  let last: Picture | undefined;
  let since = 0;
  let isOld = false;
  const once = (one: Picture): TextBlock | ImageBlock => {
    if (since < again && last?.bytes.equals(one.bytes)) return text('The screen looks the same as before.');
    last = one;
    since = 0;
    return image(one);
  };
  return {
    // A closer look at a part does not show another screen.
    picture: (one) => (last && isEqual(last.region, one.region) ? once(one) : image(one)),
    screen(seen, answers) {
      since += answers;
      if (!seen?.picture) return [];
      const fate = fates.get(seen);
      isOld = fate === 'same' ? isOld : fate === 'old';
      return [isOld ? leftOut() : once(seen.picture)];
    },
  };
}

function isEqual(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function leftOut(): TextBlock {
  return text('(An earlier picture, left out.)');
}

const shortText = 1_500;

/** Long answers of the past in a few words. */
function shorten(message: ClaudeMessage): ClaudeMessage {
  if (message.role !== 'user') return message;
  return {
    ...message,
    content: message.content.map((block) => (block.type === 'tool_result' ? shortened(block) : block)),
  };
}

function shortened(block: ToolResultBlock): ToolResultBlock {
  const content = block.content.map((one) =>
    one.type === 'text' && one.text.length > shortText ? text(`${one.text.slice(0, shortText)} … (shortened)`) : one,
  );
  return { ...block, content };
}

function words(said: readonly string[]): TextBlock[] {
  return said.filter((one) => one.trim()).map(text);
}

function attached({ attachments }: UserMessage): UserBlock[] {
  return attachments.flatMap((one) => attachment(one));
}

function attachment({ name, type, bytes }: Attachment): UserBlock[] {
  if (/^image\/(png|jpeg|gif|webp)$/.test(type)) return [text(`${name}:`), image({ bytes, type })];
  if (type === 'application/pdf')
    return [{ type: 'document', source: { type: 'base64', media_type: type, data: bytes.toString('base64') } }];
  return [text(`${name}:\n${bytes.toString('utf8')}`)];
}

/** On the last answers: what was the end of the request before is still one of them. */
function markForCache(messages: readonly ClaudeMessage[]): void {
  for (const message of messages.filter(({ role }) => role === 'user').slice(-mostBreakpoints)) {
    if (message.role !== 'user') continue;
    const block = message.content.findLast(({ type }) => type === 'tool_result') ?? message.content.at(-1);
    if (block) block.cache_control = { type: 'ephemeral' };
  }
}
