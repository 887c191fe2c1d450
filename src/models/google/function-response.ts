import { cutText } from '../../core/boundary.js';
import { isRecord } from '../../core/is-record.js';
import type { ImageRetention } from '../adapter/image-retention.js';
import { describeModal, withKeyboardHints } from '../adapter/modal.js';
import type { CallResult, ScreenSnapshot, Turn } from '../model.js';
import type { FunctionCall } from './reply.js';
import type { FunctionResponse } from './steps.js';

const maxOutcomeCharacters = 2_000;

/** The results of the calls that one function call was converted to. */
export function resultsOf({ key }: FunctionCall, results: readonly CallResult[]): CallResult[] {
  return results.filter(({ call }) => call.id === key);
}

/** The response to one function call. Google requires `url` in every one. */
export function buildFunctionResponse(
  functionCall: FunctionCall,
  allResults: readonly CallResult[],
  url: string,
  turn: Turn,
  sendsPictures: boolean,
): FunctionResponse {
  const results = resultsOf(functionCall, allResults);
  const failure = results.find(({ result }) => !result.success);
  const last = results.at(-1)?.result;
  const outcome = withKeyboardHints(cutText(last?.metadata.outcomeText ?? '', maxOutcomeCharacters));
  const data = toJsonValue(last?.data);
  const isHidden = turn.tools.some(({ name, hidden }) => name === functionCall.name && hidden);
  const ownUrl = isHidden && isRecord(data) && typeof data.url === 'string' && data.url !== '' ? data.url : undefined;
  const failed = results.length === 0 || failure !== undefined;
  const error = results.length === 0 ? 'It did not run.' : (failure?.skipped ?? failure?.result.error ?? 'It failed.');
  const pictures = sendsPictures ? results.flatMap(({ result }) => result.pictures ?? []) : [];
  return {
    ...functionCall,
    body: {
      url: ownUrl ?? url,
      error: failed ? withKeyboardHints(error) : undefined,
      result: data,
      outcome: outcome || undefined,
    },
    failed,
    acknowledged: results.some(({ confirmed }) => confirmed),
    pictures: pictures.map(({ type, bytes }) => ({ type, bytes, isLimited: isHidden })),
  };
}

/** Adds the notes and the screen to the last response of a step, so that all responses stay together. */
export function addScreen(
  last: FunctionResponse,
  texts: readonly string[],
  snapshot: ScreenSnapshot | undefined,
  retention: ImageRetention | undefined,
): void {
  const notes = [...texts, describeModal(snapshot?.modal) ?? ''].filter(Boolean);
  if (notes.length > 0) last.body.note = notes.join('\n');
  // A tool that replaces an action of the model already shows the screen.
  if (last.pictures.some(({ isLimited }) => isLimited)) return;
  if (retention === 'unchanged') last.body.screen = 'The screen is the same as before.';
  if (retention === 'send' && snapshot?.picture) last.pictures.push({ ...snapshot.picture, isLimited: true });
}

/** The data as JSON can hold it; text if it cannot. */
function toJsonValue(data: unknown): unknown {
  if (data === undefined || data === null) return undefined;
  try {
    return JSON.parse(JSON.stringify(data));
  } catch {
    return String(data); // a circular value or a bigint
  }
}
