import { type Boundary, cutText, withinBoundary } from '../../core/boundary.js';
import { isRecord } from '../../core/is-record.js';
import { describeCall } from '../adapter/calls.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { findJson } from '../adapter/json.js';
import { describeModal } from '../adapter/modal.js';
import { isTextFile } from '../chat-completions/parts.js';
import type { CallResult, Reply } from '../model.js';

const maxDataCharacters = 1_000;
const maxFileCharacters = 20_000;

/** The field with the answer to a question about a page. */
export const answerField = 'answer_to_the_question';

/** Wraps plain text as the JSON of an answer: the model was trained to answer without JSON. */
export function toAnswerJson(prompt: string, text: string): string {
  if (!prompt.includes(answerField) || text.trim() === '' || findJson(text) !== undefined) return text;
  return JSON.stringify({ [answerField]: text.trim().slice(0, maxDataCharacters) });
}

/** Everything that answers a reply, as sentences without repetition. */
export function feedbackLines(
  { results, notes, userMessages, snapshot }: Exchange,
  boundary: Boundary | undefined,
): string[] {
  const lines = [
    ...results.map((one) => resultLine(one, boundary)),
    ...notes,
    ...userMessages.map(userText),
    describeModal(snapshot?.modal),
  ];
  return [...new Set(lines.flatMap((line) => line || []))];
}

/** What a result adds to the next picture. */
function resultLine({ call, result, skipped }: CallResult, boundary: Boundary | undefined): string | undefined {
  if (skipped) return skipped;
  if (!result.success) return `The last action failed: ${result.error ?? 'unknown reason.'}`;
  if ('answer' in call) return call.answer;
  if (result.data !== undefined && 'tool' in call) return dataLine(call.tool, result.data, boundary);
  if (result.metadata.effect === 'unchanged' && 'action' in call && call.action.type !== 'wait')
    return 'Nothing on the screen changed.';
  return undefined;
}

function dataLine(tool: string, data: unknown, boundary: Boundary | undefined): string {
  if (tool === 'remember') return 'The fact is remembered.';
  if (tool === 'ask_user' && isRecord(data)) return `Answer of the user: ${String(data.answer)}`;
  const extracted = isRecord(data) && isRecord(data.data) ? data.data : {};
  const missing = isRecord(data) && Array.isArray(data.missing) ? data.missing : [];
  if (missing.includes(answerField)) return 'The page does not answer this question.';
  const answer = extracted[answerField];
  if (typeof answer === 'string') {
    const shown = answer.slice(0, maxDataCharacters);
    return `Answer from the page: ${boundary === undefined ? shown : withinBoundary(shown, boundary)}`;
  }
  return `${tool} returned: ${cutText(JSON.stringify(data) ?? '', maxDataCharacters)}`;
}

/** A message of the user with its text files. */
function userText({ text, attachments }: UserMessage): string {
  const files = attachments.map(({ name, type, bytes }) =>
    isTextFile(type)
      ? `<file name="${name}">\n${bytes.toString('utf8').slice(0, maxFileCharacters)}\n</file>`
      : `(The file ${name} cannot be shown to you.)`,
  );
  return [text, ...files].join('\n\n');
}

/** The task, a summary of dropped exchanges, and an open dialog. */
export function openingLines({ opening, summary }: Conversation): [task: string, ...more: string[]] {
  const more = [summary, describeModal(opening.snapshot?.modal)].flatMap((line) => line || []);
  return [userText(opening), ...more];
}

/** The reply as the model wrote it; for another model's reply, a description. */
export function replyText({ raw, thought, text, calls }: Reply): string {
  if (typeof raw === 'string' && raw.trim() !== '') return raw;
  return [thought, text, ...calls.map(describeCall)].filter(Boolean).join('\n') || '(nothing)';
}
