import { isRecord } from '../../../core/record.js';
import { unreadable } from '../../adapter/provider-adapter.js';
import type { Reply, Turn } from '../../model.js';
import { fieldIn } from '../declarations.js';
import type { GeminiSettings } from '../options.js';
import { type Asked, brokenCall, numbered, replyOf } from '../reply.js';

/** What Google does not let its models say. Asking again would not help. */
const refusing = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** Reads any answer of generateContent at all. */
export function readAnswer(answer: unknown, turn: Turn, settings: GeminiSettings): Reply & { again?: string } {
  const blocked = fieldIn(fieldIn(answer, 'promptFeedback'), 'blockReason');
  if (typeof blocked === 'string') return { calls: [], refusal: `Google blocked the question (${blocked}).` };
  const candidate = candidateIn(answer);
  if (!isRecord(candidate)) return unreadable('There was no answer in it.');
  const reason = typeof candidate.finishReason === 'string' ? candidate.finishReason : undefined;
  const parts = partsIn(contentIn(answer));
  const raw = sendable(contentIn(answer), parts);
  if (reason !== undefined && refusing.has(reason)) {
    const said = [candidate.finishMessage, textIn(parts)].find((one) => typeof one === 'string' && one !== '');
    return { calls: [], refusal: `Google blocked the answer (${reason}).${said ? ` ${said}` : ''}` };
  }
  const broken = brokenIn(parts);
  if (broken !== undefined) return unreadable(broken);
  const asked = askedIn(raw) ?? [];
  const text = textIn(parts);
  const isCut = reason === 'MAX_TOKENS';
  if (asked.length > 0 || (text && !isCut))
    return replyOf({ asked, text, thought: textIn(parts, true), raw, isCut }, turn, settings);
  if (isCut) return unreadable('It was too long and was cut off.');
  return { calls: [], again: `the model gave an empty answer (${reason ?? 'no reason'})` };
}

/** The same content, as it may be sent back: Google takes none without a role, nor parts that are none. */
function sendable(content: unknown, parts: readonly Record<string, unknown>[]): unknown {
  if (!isRecord(content)) return undefined;
  const { role, parts: all } = content;
  const isWhole = role === 'model' && Array.isArray(all) && all.length === parts.length;
  return isWhole ? content : { ...content, role: 'model', parts };
}

/** What is wrong with a call that could be neither answered nor sent back. */
function brokenIn(parts: readonly Record<string, unknown>[]): string | undefined {
  const said = parts.filter(({ functionCall }) => functionCall !== undefined).map(({ functionCall }) => functionCall);
  return said.map((call) => brokenCall(fieldIn(call, 'name'), fieldIn(call, 'args'))).find((one) => one !== undefined);
}

/** The functions a content calls; nothing for what is no content of Google's. */
export function askedIn(raw: unknown): readonly Asked[] | undefined {
  const parts = partsIn(raw);
  if (parts.length === 0) return undefined;
  return numbered(
    parts.flatMap(({ functionCall }) => {
      if (!isRecord(functionCall)) return [];
      const { id, name, args } = functionCall;
      const own = typeof id === 'string' && id !== '' ? { id } : {};
      return [{ ...own, name: typeof name === 'string' ? name : '', args: isRecord(args) ? args : {} }];
    }),
  );
}

function partsIn(content: unknown): Record<string, unknown>[] {
  const parts = fieldIn(content, 'parts');
  return Array.isArray(parts) ? parts.filter(isRecord).filter(saysSomething) : [];
}

/** Google takes no part back that holds nothing, though it may have come so. */
function saysSomething({ text, thought: _, ...rest }: Record<string, unknown>): boolean {
  return typeof text === 'string' || (text === undefined && Object.keys(rest).length > 0);
}

function textIn(parts: readonly Record<string, unknown>[], thoughts = false): string {
  return parts
    .filter(({ text, thought }) => typeof text === 'string' && (thought === true) === thoughts)
    .map(({ text }) => text)
    .join('')
    .trim();
}

function candidateIn(answer: unknown): unknown {
  const candidates = fieldIn(answer, 'candidates');
  return Array.isArray(candidates) ? candidates[0] : undefined;
}

function contentIn(answer: unknown): unknown {
  return fieldIn(candidateIn(answer), 'content');
}

/** All that was said in an answer, without thoughts. */
export function textOf(answer: unknown): string {
  return textIn(partsIn(contentIn(answer)));
}
