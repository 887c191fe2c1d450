import { isRecord } from '../../../core/is-record.js';
import { fieldOf } from '../../adapter/json.js';
import { type AdapterReply, unreadableReply } from '../../adapter/provider-adapter.js';
import type { Turn } from '../../model.js';
import type { GeminiSettings } from '../options.js';
import { type FunctionCall, invalidCallReason, readFunctionCalls, toReply } from '../reply.js';

/** Finish reasons of a blocked reply: another attempt does not help. */
const blockingReasons = new Set([
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

type Part = Record<string, unknown>;

/** Reads any response of generateContent. Never throws. */
export function readReply(response: unknown, turn: Turn, settings: GeminiSettings): AdapterReply {
  const blocked = fieldOf(fieldOf(response, 'promptFeedback'), 'blockReason');
  if (typeof blocked === 'string') return { calls: [], refusal: `Google blocked the request (${blocked}).` };
  const candidate = candidateOf(response);
  if (!isRecord(candidate)) return unreadableReply('The response has no candidate.');
  const reason = typeof candidate.finishReason === 'string' ? candidate.finishReason : undefined;
  const parts = partsOf(candidate.content);
  const text = textOf(parts, false);
  if (reason !== undefined && blockingReasons.has(reason)) {
    const message = [candidate.finishMessage, text].find((one) => typeof one === 'string' && one !== '');
    return { calls: [], refusal: `Google blocked the reply (${reason}).${message ? ` ${message}` : ''}` };
  }
  const invalid = parts
    .filter(({ functionCall }) => functionCall !== undefined)
    .map(({ functionCall }) => invalidCallReason(isRecord(functionCall) ? functionCall : {}))
    .find((one) => one !== undefined);
  if (invalid !== undefined) return unreadableReply(invalid);
  const raw = toSendable(candidate.content, parts);
  const functionCalls = findFunctionCalls(raw) ?? [];
  const isCut = reason === 'MAX_TOKENS';
  if (functionCalls.length > 0 || (text && !isCut))
    return toReply({ functionCalls, text, thought: textOf(parts, true), raw, isCut }, turn, settings);
  if (isCut) return unreadableReply('The reply was too long and was cut off.');
  return { calls: [], retryReason: `The response is empty (${reason ?? 'no reason'}).` };
}

/** The content as Google accepts it back: with a role and without empty parts. */
function toSendable(content: unknown, parts: readonly Part[]): unknown {
  if (!isRecord(content)) return undefined;
  const { role, parts: all } = content;
  const isComplete = role === 'model' && Array.isArray(all) && all.length === parts.length;
  return isComplete ? content : { ...content, role: 'model', parts };
}

/** The function calls of a content; undefined if it is not Google's. */
export function findFunctionCalls(raw: unknown): readonly FunctionCall[] | undefined {
  const parts = partsOf(raw);
  if (parts.length === 0) return undefined;
  return readFunctionCalls(parts.map(({ functionCall }) => functionCall).filter(isRecord));
}

function partsOf(content: unknown): Part[] {
  const parts = fieldOf(content, 'parts');
  return Array.isArray(parts) ? parts.filter(isRecord).filter(hasContent) : [];
}

/** Google rejects an empty part, although it may send one. */
function hasContent({ text, thought: _, ...rest }: Part): boolean {
  return typeof text === 'string' || (text === undefined && Object.keys(rest).length > 0);
}

function textOf(parts: readonly Part[], isThought: boolean): string {
  return parts
    .filter(({ text, thought }) => typeof text === 'string' && (thought === true) === isThought)
    .map(({ text }) => text)
    .join('')
    .trim();
}

function candidateOf(response: unknown): unknown {
  const candidates = fieldOf(response, 'candidates');
  return Array.isArray(candidates) ? candidates[0] : undefined;
}

/** The text of a response, without thoughts. */
export function readText(response: unknown): string {
  return textOf(partsOf(fieldOf(candidateOf(response), 'content')), false);
}
