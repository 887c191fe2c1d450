import { modelSettings } from '../adapter/check-settings.js';
import type { Conversation, Exchange } from '../adapter/conversation.js';
import { pictureLimit, planImageRetention } from '../adapter/image-retention.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import { type ResizeLimits, smartResize } from '../adapter/smart-resize.js';
import type { Model, Reply, Turn } from '../model.js';
import { type ChatClient, type ChatReply, localPrice, readChatReply, readChatUsage } from './client.js';
import { attachmentParts, attachmentsToSend, type ChatMessage, type ChatPart, screenParts, textPart } from './parts.js';

/** A model behind a chat server that sees screenshots and writes its calls as text. */
export interface ScreenshotChat extends Pick<ProviderAdapter, 'name' | 'capabilities' | 'tools'> {
  client: ChatClient;
  /** Sent with each request: the model's name on the server, and options of the server. */
  body: Record<string, unknown>;
  resize: ResizeLimits;
  maxPictures: number;
  maxTokens: number;
  systemText?(turn: Turn): string;
  openingText(conversation: Conversation, turn: Turn): string;
  /** The model's own reply as it is sent back. */
  replyText(raw: unknown): string;
  /** Everything that answers a reply, as text. */
  feedbackText(exchange: Exchange): string;
  /** All text of a response that is not a refusal. */
  textOf(reply: ChatReply): string;
  read(text: string, turn: Turn, isCut: boolean): Reply;
  /** The answer in a completed text, without reasoning. */
  answerIn?(text: string): string;
}

interface Body extends Record<string, unknown> {
  messages: ChatMessage[];
}

export function screenshotChatAdapter(chat: ScreenshotChat): ProviderAdapter<Body> {
  const { name, capabilities, tools, client, body, resize, maxTokens } = chat;
  return {
    name,
    capabilities,
    vision: { picture: { type: 'png', size: (screen) => smartResize(screen, resize) } },
    tools,
    historyWindow: { maxExchanges: 60, keepExchanges: 30 },
    buildRequest: (conversation, turn, minimal) => ({
      messages: buildMessages(chat, conversation, turn, minimal),
      temperature: 0,
      max_tokens: maxTokens,
      ...body,
    }),
    send: (request, signal) => client.complete(request, signal),
    readReply(response, turn) {
      const reply = readChatReply(response);
      if (reply?.refusal) return { calls: [], refusal: reply.refusal, raw: reply.text };
      const text = reply ? chat.textOf(reply) : '';
      if (!text.trim()) return { calls: [], retryReason: 'The response is empty.' };
      return chat.read(text, turn, reply?.isCut === true);
    },
    readUsage: readChatUsage,
    async completeText(prompt, signal) {
      const messages = [{ role: 'user', content: prompt }];
      const response = await client.complete({ model: body.model, messages, temperature: 0 }, signal);
      const text = readChatReply(response)?.text ?? '';
      return { text: chat.answerIn?.(text) ?? text, usage: readChatUsage(response) };
    },
  };
}

/** Creates the model. A server on this machine costs nothing. */
export function createChatModel<Request>(
  adapter: ProviderAdapter<Request>,
  baseUrl: string | undefined,
  settings: ModelSettings,
): Model {
  return createModel(adapter, { ...modelSettings(settings), price: settings.price ?? localPrice(baseUrl) });
}

function buildMessages(chat: ScreenshotChat, conversation: Conversation, turn: Turn, minimal: boolean): ChatMessage[] {
  const { opening, exchanges } = conversation;
  const limit = pictureLimit(turn, minimal, chat.maxPictures);
  const attached = attachmentsToSend(conversation, limit);
  const retention = planImageRetention(conversation, { kind: 'last', keep: limit - attached.size });
  const system = chat.systemText?.(turn);
  const openingParts = [
    textPart(chat.openingText(conversation, turn)),
    ...attachmentParts(opening.attachments, attached),
    ...screenParts(opening.snapshot, retention),
  ];
  return [
    ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user', content: openingParts },
    ...exchanges.flatMap((exchange): ChatMessage[] => {
      const feedback = chat.feedbackText(exchange);
      const parts: ChatPart[] = [
        ...(feedback ? [textPart(feedback)] : []),
        ...exchange.userMessages.flatMap(({ attachments }) => attachmentParts(attachments, attached)),
        ...screenParts(exchange.snapshot, retention),
      ];
      return [
        { role: 'assistant', content: chat.replyText(exchange.reply.raw) },
        { role: 'user', content: parts.length > 0 ? parts : [textPart('Continue.')] },
      ];
    }),
  ];
}
