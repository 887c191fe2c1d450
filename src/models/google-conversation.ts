import type { Conversation, Exchange, Said } from './conversation.js';
import { type Asked, safetyOf } from './google-reply.js';
import { isRecord } from './json.js';
import { modalWords } from './modal.js';
import type { Attachment, CallResult, Seen, Turn } from './model.js';
import { type Fate, fatesOf } from './pictures.js';
import { summarise } from './summarise.js';

/** A conversation in the order in which Google is told it, in neither of its two spellings. */
export type Step =
  | { kind: 'said'; parts: Part[] }
  /** What the model said, as it said it. */
  | { kind: 'reply'; raw: unknown }
  /** One for each function that the reply before called, in their order. */
  | { kind: 'answers'; answers: Answer[] };

export type Part = { text: string } | { file: File };

export interface File {
  type: string;
  bytes: Buffer;
}

export interface Answer extends Asked {
  body: Record<string, unknown>;
  failed: boolean;
  /** A person agreed to what Google had asked about. */
  acknowledged: boolean;
  pictures: File[];
}

/** Reads back what a reply of this interface called; nothing for a reply that somebody else gave. */
export type AskedIn = (raw: unknown) => readonly Asked[] | undefined;

const usualPictures = 3;
const mostWords = 2_000;

/** Every step of a conversation. `askedIn` knows the replies that may be sent back unchanged. */
export function stepsOf(conversation: Conversation, turn: Turn, tight: boolean, askedIn: AskedIn): Step[] {
  const { opening, summary, exchanges } = conversation;
  const keep = tight ? 1 : (turn.maxPictures ?? usualPictures);
  const fates = fatesOf(conversation, { kind: 'last', keep });
  const fateOf = (seen: Seen | undefined): Fate | undefined => (seen?.picture ? fates.get(seen) : undefined);
  const showing = { limited: tight || turn.maxPictures !== undefined, single: keep === 1 };
  const firstWords = summary === undefined ? [] : [summary];
  const steps: Step[] = [said([opening], firstWords, opening.seen, fateOf(opening.seen), showing)];
  let url = opening.seen?.url ?? turn.observation.url ?? 'about:blank';
  for (const [index, exchange] of exchanges.entries()) {
    const { reply, notes, seen } = exchange;
    url = seen?.url ?? url;
    const fate = fateOf(seen);
    const asked = echoed(exchange, askedIn);
    if (asked) steps.push({ kind: 'reply', raw: reply.raw });
    const words = asked ? notes : [inWords(exchange), ...notes];
    const sendsPictures = fate === 'sent' || index === exchanges.length - 1;
    const answers = (asked ?? []).map((one) => answerTo(one, exchange.results, url, turn, sendsPictures));
    const last = answers.at(-1);
    if (last && exchange.said.length === 0) tellBeside(last, words, seen, fate, turn);
    if (answers.length > 0) steps.push({ kind: 'answers', answers });
    if (!last || exchange.said.length > 0) {
      const step = said(exchange.said, words, seen, fate, showing);
      if (step.parts.length > 0) steps.push(step);
    }
  }
  if (steps.at(-1)?.kind === 'reply') steps.push({ kind: 'said', parts: [{ text: 'Go on.' }] });
  return steps;
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
  return reply.calls.length === 0 && !reply.text ? '' : summarise([exchange], new Map());
}

function resultsOf({ key }: Asked, results: readonly CallResult[]): CallResult[] {
  return results.filter(({ call }) => call.id === key);
}

/** What became of one function call. `url` is in every one of them, whatever became of it. */
function answerTo(asked: Asked, all: readonly CallResult[], url: string, turn: Turn, sendsPictures: boolean): Answer {
  const results = resultsOf(asked, all);
  const wrong = results.find(({ result }) => !result.success);
  const last = results.at(-1)?.result;
  const seen = last?.metadata.seen?.slice(0, mostWords);
  const data = plain(last?.data);
  const own = isHidden(asked.name, turn) && isRecord(data) && typeof data.url === 'string' ? data.url : undefined;
  const acknowledged = results.some(({ confirmed }) => confirmed);
  const error = results.length === 0 ? 'It did not run.' : (wrong?.skipped ?? wrong?.result.error ?? 'It failed.');
  const failed = results.length === 0 || wrong !== undefined;
  return {
    ...asked,
    body: {
      url: own ?? url,
      ...(failed ? { error } : {}),
      ...(data === undefined ? {} : { result: data }),
      ...(seen ? { seen } : {}),
    },
    failed,
    acknowledged,
    pictures: sendsPictures ? results.flatMap(({ result }) => result.pictures ?? []) : [],
  };
}

/** The screen and the notes come with the last answer of a turn, so that all answers stand together. */
function tellBeside(
  last: Answer,
  words: readonly string[],
  seen: Seen | undefined,
  fate: Fate | undefined,
  turn: Turn,
): void {
  const notes = [...words, modalWords(seen?.modal) ?? ''].filter(Boolean);
  if (notes.length > 0) last.body.note = notes.join('\n');
  // A tool that stands for an action of the model's shows the screen itself.
  if (isHidden(last.name, turn) && last.pictures.length > 0) return;
  if (fate === 'same') last.body.screen = 'It looks exactly as it did before.';
  if (fate === 'sent' && seen?.picture) last.pictures.push(seen.picture);
}

function isHidden(name: string, { tools }: Turn): boolean {
  return tools.some((tool) => tool.name === name && tool.hidden);
}

function said(
  spoken: readonly Said[],
  words: readonly string[],
  seen: Seen | undefined,
  fate: Fate | undefined,
  showing: { limited: boolean; single: boolean },
): Extract<Step, { kind: 'said' }> {
  const screen = fate === 'sent' ? seen?.picture : undefined;
  const attachments = spoken.flatMap((one) => one.attachments);
  const isGone = showing.limited && fate === 'old';
  const files = isGone ? [] : attachments.filter((one) => !isScreenshot(one, seen, screen, showing.single));
  const texts = [
    ...spoken.map(({ text }) => text),
    ...words,
    ...files.filter((file) => !isShowable(file.type)).map(({ name, type }) => `(${name}, ${type}, cannot be shown.)`),
    isGone && attachments.length > 0 ? '(What was attached was shown before.)' : '',
    modalWords(seen?.modal) ?? '',
    fate === 'same' ? 'The screen looks exactly as it did before.' : '',
  ].filter(Boolean);
  return {
    kind: 'said',
    parts: [
      ...texts.map((text) => ({ text })),
      ...files.filter((file) => isShowable(file.type)).map((file) => ({ file })),
      ...(screen ? [{ file: screen }] : []),
    ],
  };
}

/** A picture of the screen that is shown anyway, and as it is now. */
function isScreenshot(
  { type, bytes }: Attachment,
  seen: Seen | undefined,
  screen: File | undefined,
  isOnlyOne: boolean,
): boolean {
  if (!seen || !screen) return false;
  if (bytes.equals(screen.bytes)) return true;
  if (!isOnlyOne || type !== 'image/png' || bytes.length < 24) return false;
  return bytes.readUInt32BE(16) === seen.screen.width && bytes.readUInt32BE(20) === seen.screen.height;
}

function isShowable(type: string): boolean {
  return /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/|audio\/|video\/)/.test(type);
}

/** As it will be on the wire; what cannot be written there is told as words. */
function plain(data: unknown): unknown {
  if (data === undefined || data === null) return undefined;
  try {
    return JSON.parse(JSON.stringify(data));
  } catch {
    return String(data); // a circle or a big number
  }
}
