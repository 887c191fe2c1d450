import { isDesktop } from '../../core/is-desktop.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { type ImageRetention, imageRetentionOf } from '../adapter/image-retention.js';
import { modalWords } from '../adapter/modal.js';
import { summarise } from '../adapter/summary.js';
import type { Attachment, ScreenSnapshot, Turn } from '../model.js';
import { answerTo, resultsOf, tellBeside } from './answer.js';
import { type Asked, safetyOf } from './reply.js';
import { type File, type Step, withLooks } from './steps.js';

/** Reads back what a reply of this interface called; nothing for a reply that somebody else gave. */
export type AskedIn = (raw: unknown) => readonly Asked[] | undefined;

const usualPictures = 3;

/** Every step of a conversation. `askedIn` knows the replies that may be sent back unchanged. */
export function stepsOf(conversation: Conversation, turn: Turn, tight: boolean, askedIn: AskedIn): Step[] {
  const { opening, summary, exchanges } = conversation;
  const keep = tight ? 1 : Math.max(1, turn.maxPictures ?? usualPictures);
  const fates = imageRetentionOf(conversation, { kind: 'last', keep });
  const fateOf = (seen: ScreenSnapshot | undefined): ImageRetention | undefined =>
    seen?.picture ? fates.get(seen) : undefined;
  const latest = [opening, ...exchanges].at(-1)?.seen;
  const mapOf = (seen: ScreenSnapshot | undefined): string => (seen === latest ? (seen?.map ?? '') : '');
  const most = tight || turn.maxPictures !== undefined ? keep : undefined;
  const steps: Step[] = [
    said([opening], [summary ?? '', mapOf(opening.seen)], opening.seen, fateOf(opening.seen), most),
  ];
  let url = opening.seen?.url ?? turn.observation.url ?? (isDesktop(turn.observation) ? 'desktop' : 'about:blank');
  for (const exchange of exchanges) {
    const { reply, notes, seen } = exchange;
    url = seen?.url ?? url;
    const fate = fateOf(seen);
    const asked = echoed(exchange, askedIn);
    if (asked) steps.push({ kind: 'reply', raw: reply.raw });
    const words = [asked ? '' : inWords(exchange), ...notes, mapOf(seen)];
    const sendsPictures = fate === 'sent' || exchange === exchanges.at(-1);
    const answers = (asked ?? []).map((one) => answerTo(one, exchange.results, url, turn, sendsPictures));
    const last = answers.at(-1);
    if (last) steps.push({ kind: 'answers', answers });
    if (last && exchange.said.length === 0) tellBeside(last, words, seen, fate);
    else {
      const step = said(exchange.said, words, seen, fate, most);
      if (step.parts.length > 0) steps.push(step);
    }
  }
  if (steps.at(-1)?.kind === 'reply') steps.push({ kind: 'said', parts: [{ text: 'Go on.' }] });
  return withLooks(steps, keep);
}

/** What a reply called, if it may be sent back: not where somebody else gave it, and not where a yes is missing that Google insists on. */
function echoed({ reply, results }: Exchange, askedIn: AskedIn): readonly Asked[] | undefined {
  const asked = reply.refusal === undefined ? askedIn(reply.raw) : undefined;
  const isMissing = asked?.some(
    (one) => safetyOf(one).confirm !== undefined && !resultsOf(one, results).some(({ confirmed }) => confirmed),
  );
  return isMissing ? undefined : asked;
}

function inWords(exchange: Exchange): string {
  const { reply } = exchange;
  if (reply.refusal !== undefined) return `This was not done: ${reply.refusal}`;
  return reply.calls.length === 0 && !reply.text ? '' : summarise([exchange]);
}

/** What the user said, what is to be said besides, and the screen. `most`: attachments are sent only while they are new. */
function said(
  spoken: readonly UserMessage[],
  words: readonly string[],
  seen: ScreenSnapshot | undefined,
  fate: ImageRetention | undefined,
  most: number | undefined,
): Extract<Step, { kind: 'said' }> {
  const screen = fate === 'sent' && seen?.picture ? [{ ...seen.picture, isLook: true }] : [];
  const attachments = spoken
    .flatMap((one) => one.attachments)
    .filter((one) => !screen.some((shown) => isScreenshot(one, shown, seen, most)));
  const files = attachments.filter(({ type }) => isShowable(type));
  const texts = [
    ...spoken.map(({ text }) => text),
    ...words,
    ...attachments
      .filter((one) => !files.includes(one))
      .map(({ name, type }) => `(${name}, ${type}, cannot be shown.)`),
    modalWords(seen?.modal) ?? '',
    fate === 'same' ? 'The screen looks exactly as it did before.' : '',
  ].filter(Boolean);
  return {
    kind: 'said',
    parts: [
      ...texts.map((text) => ({ text })),
      ...files.map(({ type, bytes }) => ({ file: { type, bytes, isLook: most !== undefined } })),
      ...screen.map((file) => ({ file })),
    ],
  };
}

/** A picture of the screen, which is shown anyway, as it is now. */
function isScreenshot(
  { type, bytes }: Attachment,
  shown: File,
  seen: ScreenSnapshot | undefined,
  most: number | undefined,
): boolean {
  if (bytes.equals(shown.bytes)) return true;
  if (!seen || most !== 1 || type !== 'image/png' || bytes.length < 24) return false;
  return bytes.readUInt32BE(16) === seen.screen.width && bytes.readUInt32BE(20) === seen.screen.height;
}

function isShowable(type: string): boolean {
  return /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/|audio\/|video\/)/.test(type);
}
