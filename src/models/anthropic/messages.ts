import type { Rect } from '../../core/geometry.js';
import type { Picture } from '../../core/observation.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { type ImageRetention, type ImageRetentionPolicy, planImageRetention } from '../adapter/image-retention.js';
import { describeModal } from '../adapter/modal.js';
import type { Attachment, ScreenSnapshot } from '../model.js';
import { describeExchange, findToolUses, sendableContent } from './content.js';
import {
  buildToolResults,
  type ImageBlock,
  imageBlock,
  type TextBlock,
  type ToolResultBlock,
  textBlock,
} from './tool-results.js';

interface Cacheable {
  cache_control?: { type: 'ephemeral' };
}
interface DocumentBlock {
  type: 'document';
  source: { type: 'base64'; media_type: 'application/pdf'; data: string };
}
export type UserBlock = (TextBlock | ImageBlock | ToolResultBlock | DocumentBlock) & Cacheable;
export type ClaudeMessage = { role: 'user'; content: UserBlock[] } | { role: 'assistant'; content: unknown[] };

/** What is sent of a growing conversation. */
export interface RetentionOptions {
  pictures: ImageRetentionPolicy;
  /** Shorten long texts of all but the last results, in batches. */
  shortens: boolean;
  /** Send an unchanged picture again after this many results: the provider may have dropped it. */
  resendPictureAfter: number;
}

/** The messages of a conversation. A longer conversation starts with the same messages until something is dropped. */
export function buildMessages(conversation: Conversation, options: RetentionOptions): ClaudeMessage[] {
  const { opening, summary, exchanges } = conversation;
  const retention = planImageRetention(conversation, options.pictures);
  const lastExpired = exchanges.findLastIndex(({ snapshot }) => snapshot && retention.get(snapshot) === 'expired');
  const shortenedCount = options.shortens ? Math.floor(Math.max(0, exchanges.length - 5) / 10) * 10 : 0;
  const presenter = createPresenter(retention, options.resendPictureAfter);
  const openingText = [opening.text.trim(), summary].filter(Boolean).join('\n\n') || 'Continue.';
  const messages: ClaudeMessage[] = [
    {
      role: 'user',
      content: [
        textBlock(openingText),
        ...attachmentBlocks(opening),
        ...textBlocks(screenNotes(opening.snapshot, undefined)),
        ...presenter.showScreen(opening.snapshot, 0),
      ],
    },
  ];
  let previous = opening.snapshot;
  for (const [index, exchange] of exchanges.entries()) {
    const built = exchangeMessages(exchange, previous, presenter, index > lastExpired);
    messages.push(...(index < shortenedCount ? built.map(shortenResults) : built));
    previous = exchange.snapshot ?? previous;
  }
  markForCache(messages);
  return messages;
}

function exchangeMessages(
  exchange: Exchange,
  previous: ScreenSnapshot | undefined,
  presenter: Presenter,
  withPictures: boolean,
): ClaudeMessage[] {
  const { reply, notes, userMessages, snapshot } = exchange;
  const own = sendableContent(reply);
  const described = own ? undefined : describeExchange(exchange);
  const show = withPictures ? presenter.showPicture : omittedPicture;
  const results = own ? buildToolResults(findToolUses(own) ?? [], exchange, show) : [];
  const lastCall = exchange.results.at(-1)?.call;
  const hasAnswer = lastCall !== undefined && 'answer' in lastCall;
  const screen = presenter.showScreen(snapshot, results.length).filter(({ type }) => type === 'image' || !hasAnswer);
  const screenBlocks = [...textBlocks(screenNotes(snapshot, previous)), ...screen];
  const last = results.at(-1);
  // Text after the results would look like a message of the user, so the screen goes into the last result.
  const isInResult = last !== undefined && !last.is_error && userMessages.length === 0;
  if (isInResult) last.content.push(...screenBlocks);
  const content: UserBlock[] = [
    ...results,
    ...textBlocks([...(described?.results ?? []), ...notes]),
    ...userMessages.flatMap((message) => [...textBlocks([message.text]), ...attachmentBlocks(message)]),
    ...(isInResult ? [] : screenBlocks),
  ];
  return [
    { role: 'assistant', content: own ?? [textBlock(described?.reply ?? '')] },
    { role: 'user', content: content.length > 0 ? content : [textBlock('Continue.')] },
  ];
}

/** What the picture does not show: a new URL, and an open dialog. */
function screenNotes(snapshot: ScreenSnapshot | undefined, previous: ScreenSnapshot | undefined): string[] {
  const isNewUrl = snapshot?.url !== undefined && snapshot.url !== previous?.url;
  const url = isNewUrl ? `The page is at ${snapshot.url}` : undefined;
  return [url, describeModal(snapshot?.modal)].filter((note) => note !== undefined);
}

interface Presenter {
  showPicture(picture: Picture): TextBlock | ImageBlock;
  /** `resultCount`: the number of results since the previous screen. */
  showScreen(snapshot: ScreenSnapshot | undefined, resultCount: number): (TextBlock | ImageBlock)[];
}

/** Shows pictures in the order they are sent. A picture is not sent twice in a row while the model still has it. */
function createPresenter(retention: Map<ScreenSnapshot, ImageRetention>, resendPictureAfter: number): Presenter {
  let last: Picture | undefined;
  let resultsSinceLast = 0;
  let isExpired = false;
  const showOnce = (picture: Picture): TextBlock | ImageBlock => {
    if (resultsSinceLast < resendPictureAfter && last?.bytes.equals(picture.bytes))
      return textBlock('The screen is the same as before.');
    last = picture;
    resultsSinceLast = 0;
    return imageBlock(picture);
  };
  return {
    // A picture of another region is not the screen.
    showPicture: (picture) => (last && isEqual(last.region, picture.region) ? showOnce(picture) : imageBlock(picture)),
    showScreen(snapshot, resultCount) {
      resultsSinceLast += resultCount;
      if (!snapshot?.picture) return [];
      const decision = retention.get(snapshot);
      if (decision !== 'unchanged') isExpired = decision === 'expired';
      return [isExpired ? omittedPicture() : showOnce(snapshot.picture)];
    },
  };
}

function isEqual(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function omittedPicture(): TextBlock {
  return textBlock('(An earlier picture, omitted.)');
}

function shortenResults(message: ClaudeMessage): ClaudeMessage {
  if (message.role !== 'user') return message;
  const content = message.content.map((block) => (block.type === 'tool_result' ? shortenResult(block) : block));
  return { ...message, content };
}

const maxShortenedCharacters = 1_500;

function shortenResult(block: ToolResultBlock): ToolResultBlock {
  const content = block.content.map((one) =>
    one.type === 'text' && one.text.length > maxShortenedCharacters
      ? textBlock(`${one.text.slice(0, maxShortenedCharacters)} … (shortened)`)
      : one,
  );
  return { ...block, content };
}

function textBlocks(texts: readonly string[]): TextBlock[] {
  return texts.filter((text) => text.trim()).map(textBlock);
}

function attachmentBlocks({ attachments }: UserMessage): UserBlock[] {
  return attachments.flatMap(attachmentBlock);
}

function attachmentBlock({ name, type, bytes }: Attachment): UserBlock[] {
  if (/^image\/(png|jpeg|gif|webp)$/.test(type)) return [textBlock(`${name}:`), imageBlock({ bytes, type })];
  if (type === 'application/pdf')
    return [{ type: 'document', source: { type: 'base64', media_type: type, data: bytes.toString('base64') } }];
  return [textBlock(`${name}:\n${bytes.toString('utf8')}`)];
}

/** The provider allows four cache breakpoints. One is at the end of the system prompt. */
const maxMessageBreakpoints = 3;

/** Marks the last user messages: the end of the previous request is one of them. */
function markForCache(messages: readonly ClaudeMessage[]): void {
  for (const message of messages.filter(({ role }) => role === 'user').slice(-maxMessageBreakpoints)) {
    if (message.role !== 'user') continue;
    const block = message.content.findLast(({ type }) => type === 'tool_result') ?? message.content.at(-1);
    if (block) block.cache_control = { type: 'ephemeral' };
  }
}
