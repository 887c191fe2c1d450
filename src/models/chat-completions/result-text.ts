import { cutText } from '../../core/boundary.js';
import { isRecord } from '../../core/is-record.js';
import { callName } from '../adapter/calls.js';
import type { CallResult } from '../model.js';

const maxCharacters = 16_000;
const maxOldCharacters = 1_000;

/** The result of a call as text. Old results are shortened. */
export function resultText({ call, result, skipped }: CallResult, isOld: boolean): string {
  const { success, error, data, metadata } = result;
  const { outcomeText, notices = [], effect } = metadata;
  if (skipped) return `Not done: ${skipped}`;
  if ('answer' in call) return call.answer;
  const limit = isOld ? maxOldCharacters : maxCharacters;
  if (!success) {
    const uncertainty =
      effect === 'unknown' ? 'It may have happened anyway: check the screen before you repeat it.' : '';
    return truncate(joinLines(`Error: ${error ?? 'It failed.'}`, uncertainty, ...notices), limit);
  }
  const isAction = outcomeText !== undefined && isRecord(data) && 'effect' in data;
  const text = joinLines(isAction ? '' : dataText(data), outcomeText, ...notices);
  return truncate(text, limit) || `${callName(call)}: done.`;
}

function joinLines(...lines: (string | undefined)[]): string {
  return lines.filter(Boolean).join('\n');
}

function truncate(text: string, maxLength: number): string {
  return cutText(text, maxLength, '\n… (cut)');
}

/** A single text as it is; anything else as JSON. Pictures are sent separately. */
function dataText(data: unknown): string {
  if (data === undefined) return '';
  if (typeof data === 'string') return data;
  if (!isRecord(data)) return JSON.stringify(data) ?? '';
  const { picture: _, screenshot_base64: __, ...rest } = data;
  const { truncated, total: ___, count: ____, found: _____, ...content } = rest;
  const [only, ...others] = Object.values(content);
  if (typeof only !== 'string' || others.length > 0) return JSON.stringify(rest);
  return truncated === true ? `${only}\n… (cut)` : only;
}
