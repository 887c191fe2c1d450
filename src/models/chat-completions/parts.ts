import type { Conversation } from '../adapter/conversation.js';
import type { ImageRetention } from '../adapter/image-retention.js';
import type { Attachment, ScreenSnapshot } from '../model.js';

/** A part of a message to a chat server. */
export type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

export type ChatMessage = { role: 'system' | 'assistant'; content: string } | { role: 'user'; content: ChatPart[] };

export const textPart = (text: string): ChatPart => ({ type: 'text', text });

export function picturePart({ bytes, type }: Pick<Attachment, 'bytes' | 'type'>): ChatPart {
  return { type: 'image_url', image_url: { url: `data:${type};base64,${bytes.toString('base64')}` } };
}

/** What the screen shows, as a picture, or in words why there is none. */
export function screenParts(
  seen: ScreenSnapshot | undefined,
  fates: ReadonlyMap<ScreenSnapshot, ImageRetention>,
): ChatPart[] {
  if (!seen?.picture) return [];
  const fate = fates.get(seen);
  if (fate === 'sent') return [picturePart(seen.picture)];
  return [textPart(fate === 'same' ? sameWords : oldWords)];
}

const sameWords = 'The screen looks exactly as in the screenshot before.';
const oldWords = '(An earlier screenshot, no longer shown.)';

/** How much of a text file is shown. */
const mostCharacters = 20_000;

/** The attached pictures that are sent when a request may hold `most`: the last ones, and one place is the screen's. */
export function sentAttachments({ opening, exchanges }: Conversation, most: number): Set<Attachment> {
  const said = [opening, ...exchanges.flatMap((exchange) => exchange.said)];
  const pictures = said.flatMap(({ attachments }) => attachments.filter(({ type }) => type.startsWith('image/')));
  return new Set(most > 1 ? pictures.slice(1 - most) : []);
}

/** What the user gave with a text, each with its name before it. */
export function attachmentParts(attachments: readonly Attachment[], sent: ReadonlySet<Attachment>): ChatPart[] {
  return attachments.flatMap((one) => {
    if (sent.has(one)) return [textPart(`Attached picture: ${one.name}`), picturePart(one)];
    if (one.type.startsWith('text/') || /json|xml/.test(one.type))
      return [textPart(`Attached file: ${one.name}\n${one.bytes.toString('utf8').slice(0, mostCharacters)}`)];
    return [textPart(`Attached file: ${one.name} (${one.type}, not shown)`)];
  });
}
