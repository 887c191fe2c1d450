import type { Conversation } from '../adapter/conversation.js';
import type { ImageRetention } from '../adapter/image-retention.js';
import type { Attachment, ScreenSnapshot } from '../model.js';

/** A part of a message to a chat server. */
export type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

export type ChatMessage =
  | { role: 'system' | 'assistant'; content: string }
  | { role: 'user'; content: string | ChatPart[] };

export const textPart = (text: string): ChatPart => ({ type: 'text', text });

export function picturePart({ bytes, type }: Pick<Attachment, 'bytes' | 'type'>): ChatPart {
  return { type: 'image_url', image_url: { url: `data:${type};base64,${bytes.toString('base64')}` } };
}

/** The screenshot, or a text that says why it is omitted. */
export function screenParts(
  snapshot: ScreenSnapshot | undefined,
  retention: ReadonlyMap<ScreenSnapshot, ImageRetention>,
): ChatPart[] {
  if (!snapshot?.picture) return [];
  const decision = retention.get(snapshot);
  if (decision === 'send') return [picturePart(snapshot.picture)];
  return [textPart(decision === 'unchanged' ? unchangedNote : expiredNote)];
}

const unchangedNote = 'The screen is the same as in the previous screenshot.';
const expiredNote = '(An earlier screenshot, no longer shown.)';

const maxFileCharacters = 20_000;

/** The attached pictures to send if a request may hold `limit` pictures: the last ones. One picture is reserved for the screen. */
export function attachmentsToSend({ opening, exchanges }: Conversation, limit: number): Set<Attachment> {
  const messages = [opening, ...exchanges.flatMap(({ userMessages }) => userMessages)];
  const pictures = messages.flatMap(({ attachments }) => attachments.filter(({ type }) => type.startsWith('image/')));
  return new Set(limit > 1 ? pictures.slice(1 - limit) : []);
}

/** The attachments of a message, each with its name. */
export function attachmentParts(attachments: readonly Attachment[], sent: ReadonlySet<Attachment>): ChatPart[] {
  return attachments.flatMap((attachment) => {
    const { name, type, bytes } = attachment;
    if (sent.has(attachment)) return [textPart(`Attached picture: ${name}`), picturePart(attachment)];
    if (isTextFile(type))
      return [textPart(`Attached file: ${name}\n${bytes.toString('utf8').slice(0, maxFileCharacters)}`)];
    return [textPart(`Attached file: ${name} (${type}, not shown)`)];
  });
}

/** Whether a file of this type can be sent as text. */
export function isTextFile(type: string): boolean {
  return /^text\/|json|xml/.test(type);
}
