import { isRecord } from '../../core/record.js';
import { type ChatAnswer, readChatAnswer } from '../chat-completions/client.js';

/** Where servers that are no chat servers put what the model said, in the order they are looked for. */
const fields = ['output', 'response', 'generated_text', 'result', 'text', 'content'] as const;

/** No reply of a Fara model is longer: what goes on is noise, and would be sent back with every step. */
const mostCharacters = 32_000;

/** Reads any answer of a scoring endpoint or a chat server; nothing for one that says nothing. Never throws. */
export function readAnswer(answer: unknown): ChatAnswer | undefined {
  const chat = readChatAnswer(answer);
  if (chat) return { ...chat, text: chat.text.slice(0, mostCharacters) };
  const text = said(answer, 0) ?? strange(answer);
  return text ? { text: text.slice(0, mostCharacters), calls: [], cut: false } : undefined;
}

function said(answer: unknown, depth: number): string | undefined {
  if (typeof answer === 'string') return answer.trim() === '' ? undefined : answer;
  if (depth > 3) return undefined;
  if (Array.isArray(answer)) return said(answer[0], depth + 1);
  if (!isRecord(answer)) return undefined;
  const inner = depth > 0 ? readChatAnswer(answer)?.text : undefined;
  if (inner) return inner;
  for (const name of fields) {
    const found = Object.hasOwn(answer, name) ? said(answer[name], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** JSON of no known shape is shown to the model as it is, so that it can be told that nobody could read it. */
function strange(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (Array.isArray(answer) ? answer.length === 0 : Object.keys(answer).length === 0) return undefined;
  if (isRecord(answer) && Object.hasOwn(answer, 'choices')) return undefined; // a chat server that said nothing
  try {
    return JSON.stringify(answer);
  } catch {
    return undefined; // what cannot be written down did not come over a wire
  }
}
