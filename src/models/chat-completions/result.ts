import { isRecord } from '../../core/record.js';
import { toolOf } from '../adapter/name-call.js';
import type { CallResult } from '../model.js';

const mostNow = 16_000;
const mostLater = 1_000;

/** What a call came to, as text. Results of long ago are told in short. */
export function resultText({ call, result, skipped }: CallResult, isOld: boolean): string {
  const { success, error, data, metadata } = result;
  const { seen, news = [], effect } = metadata;
  const cut = (text: string): string => {
    const most = isOld ? mostLater : mostNow;
    return text.length > most ? `${text.slice(0, most)}\n… (cut)` : text;
  };
  if (skipped) return `Not done: ${skipped}`;
  if ('answer' in call) return call.answer;
  if (!success) {
    const doubt = effect === 'unknown' ? 'It may have happened all the same: look before you repeat it.' : '';
    return cut([`Error: ${error ?? 'It failed.'}`, doubt, ...news].filter(Boolean).join('\n'));
  }
  const isAct = seen !== undefined && isRecord(data) && 'effect' in data;
  const given = isAct ? '' : dataText(data);
  return cut([given, seen, ...news].filter(Boolean).join('\n')) || `${toolOf(call)}: done.`;
}

/** A text with only its own facts beside it is given as it is; anything else as JSON in one line. Pictures are shown apart. */
function dataText(data: unknown): string {
  if (data === undefined) return '';
  if (typeof data === 'string') return data;
  if (!isRecord(data)) return JSON.stringify(data) ?? '';
  const { picture: _, screenshot_base64: __, ...rest } = data;
  const { truncated, total: ___, count: ____, found: _____, ...said } = rest;
  const [only, ...others] = Object.values(said);
  if (typeof only !== 'string' || others.length > 0) return JSON.stringify(rest);
  return truncated === true ? `${only}\n… (cut)` : only;
}
