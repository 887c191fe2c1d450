import { isRecord } from '../../core/record.js';
import type { ImageRetention } from '../adapter/image-retention.js';
import { inKeys, modalWords } from '../adapter/modal.js';
import type { CallResult, ScreenSnapshot, Turn } from '../model.js';
import type { Asked } from './reply.js';
import type { Answer } from './steps.js';

const mostWords = 2_000;

/** What became of the parts of one function call. */
export function resultsOf({ key }: Asked, results: readonly CallResult[]): CallResult[] {
  return results.filter(({ call }) => call.id === key);
}

/** The answer to one function call. `url` is in every one of them, whatever became of it. */
export function answerTo(
  asked: Asked,
  all: readonly CallResult[],
  url: string,
  turn: Turn,
  sendsPictures: boolean,
): Answer {
  const results = resultsOf(asked, all);
  const wrong = results.find(({ result }) => !result.success);
  const last = results.at(-1)?.result;
  const seen = inKeys(last?.metadata.seen?.slice(0, mostWords) ?? '');
  const data = plain(last?.data);
  const isLook = isHidden(asked.name, turn);
  const ownUrl = isLook && isRecord(data) && typeof data.url === 'string' && data.url !== '' ? data.url : undefined;
  const error = results.length === 0 ? 'It did not run.' : (wrong?.skipped ?? wrong?.result.error ?? 'It failed.');
  const failed = results.length === 0 || wrong !== undefined;
  const pictures = sendsPictures ? results.flatMap(({ result }) => result.pictures ?? []) : [];
  return {
    ...asked,
    body: {
      url: ownUrl ?? url,
      ...(failed ? { error: inKeys(error) } : {}),
      ...(data === undefined ? {} : { result: data }),
      ...(seen ? { seen } : {}),
    },
    failed,
    acknowledged: results.some(({ confirmed }) => confirmed),
    pictures: pictures.map(({ type, bytes }) => ({ type, bytes, isLook })),
  };
}

/** The screen and all else there is to say come with the last answer of a turn, so that the answers stand together. */
export function tellBeside(
  last: Answer,
  words: readonly string[],
  seen: ScreenSnapshot | undefined,
  fate: ImageRetention | undefined,
): void {
  const notes = [...words, modalWords(seen?.modal) ?? ''].filter(Boolean);
  if (notes.length > 0) last.body.note = notes.join('\n');
  // A tool that stands for an action of the model's shows the screen itself.
  if (last.pictures.some(({ isLook }) => isLook)) return;
  if (fate === 'same') last.body.screen = 'It looks exactly as it did before.';
  if (fate === 'sent' && seen?.picture) last.pictures.push({ ...seen.picture, isLook: true });
}

function isHidden(name: string, { tools }: Turn): boolean {
  return tools.some((tool) => tool.name === name && tool.hidden);
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
