import { inspect } from 'node:util';
import { isRecord } from '../../core/is-record.js';
import { type ChatReply, readChatReply } from '../chat-completions/client.js';

/** The fields in which scoring endpoints return the text, in order of preference. */
const textFields = ['output', 'response', 'generated_text', 'result', 'text', 'content'] as const;

/** No reply of a Fara model is longer: the rest is noise, and every later request would repeat it. */
const maxCharacters = 32_000;
const maxDepth = 3;

/** Reads any response of a scoring endpoint or a chat server; undefined if it contains no reply. Never throws. */
export function readFaraResponse(response: unknown): ChatReply | undefined {
  const chat = readChatReply(response);
  if (chat) return { ...chat, text: chat.text.slice(0, maxCharacters) };
  const text = findText(response, 0) ?? unknownShape(response);
  return text && !pageStart.test(text) ? { text: text.slice(0, maxCharacters), calls: [], isCut: false } : undefined;
}

function findText(response: unknown, depth: number): string | undefined {
  if (typeof response === 'string') return response.trim() === '' ? undefined : response;
  if (depth > maxDepth) return undefined;
  if (Array.isArray(response)) return findText(response[0], depth + 1);
  if (!isRecord(response)) return undefined;
  const chatText = depth > 0 ? readChatReply(response)?.text : undefined;
  if (chatText) return chatText;
  for (const name of textFields) {
    const text = Object.hasOwn(response, name) ? findText(response[name], depth + 1) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** JSON of an unknown shape, as text: the model is shown what could not be read. A known field without text is no reply. */
function unknownShape(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  if (Array.isArray(response) ? response.length === 0 : Object.keys(response).length === 0) return undefined;
  if (isRecord(response) && ['choices', ...textFields].some((name) => Object.hasOwn(response, name))) return undefined;
  try {
    return JSON.stringify(response);
  } catch {
    return undefined; // a value that JSON cannot hold did not come over the network
  }
}

/** A proxy or a sign-in page may answer instead of the model. */
const pageStart = /^\s*<(?:!doctype|html|head|body|\?xml)\b/i;
const maxQuotedCharacters = 200;
const maxQuotedDepth = 2;

/** Why a response is no reply, for the error of the run. */
export function describeNoReply(response: unknown): string {
  const text =
    typeof response === 'string' ? response : inspect(response, { depth: maxQuotedDepth, breakLength: Infinity });
  const start = text.replace(/\s+/g, ' ').trim().slice(0, maxQuotedCharacters);
  const isEmpty =
    start === '' || start === 'null' || start === 'undefined' || start === '{}' || start === '[]' || start === '""';
  return isEmpty ? 'The response is empty.' : `The response contains no reply of a model. It starts with "${start}".`;
}
