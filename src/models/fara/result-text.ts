import { isRecord } from '../../core/record.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { findJson } from '../adapter/json.js';
import { modalWords } from '../adapter/modal.js';
import { nameCall } from '../adapter/name-call.js';
import type { CallResult, Reply, ScreenSnapshot } from '../model.js';

/** What a result has to say to the model beyond what the next picture shows. */
export function resultWords({ call, result, skipped }: CallResult): string | undefined {
  if (skipped) return skipped;
  if (!result.success) return `The last action failed: ${result.error ?? 'nobody knows why.'}`;
  if ('answer' in call) return call.answer;
  if (result.data !== undefined && 'tool' in call) return dataWords(call.tool, result.data);
  if (result.metadata.effect === 'unchanged' && 'action' in call && call.action.type !== 'wait')
    return 'Nothing on the screen was seen to change.';
  return undefined;
}

const mostCharacters = 1_000;

/** Where the answer to a question about a page stands in what came of reading it. */
export const answerField = 'answer_to_the_question';

/** What the model says of a page is its answer, whether it says so in JSON or not: that is how it was trained. */
export function asAnswer(prompt: string, text: string): string {
  if (!prompt.includes(answerField) || text.trim() === '' || findJson(text) !== undefined) return text;
  return JSON.stringify({ [answerField]: text.trim().slice(0, mostCharacters) });
}

function dataWords(tool: string, data: unknown): string {
  if (tool === 'remember') return 'It is kept in mind.';
  if (tool === 'ask_user' && isRecord(data)) return `The user answers: ${String(data.answer)}`;
  const read = isRecord(data) && isRecord(data.data) ? data.data : {};
  const missing = isRecord(data) && Array.isArray(data.missing) ? data.missing : [];
  if (missing.includes(answerField)) return 'The page does not answer this question.';
  if (typeof read[answerField] === 'string') return `The page says: ${read[answerField].slice(0, mostCharacters)}`;
  return `${tool} gave: ${(JSON.stringify(data) ?? '').slice(0, mostCharacters)}`;
}

/** Everything that has to be said after a reply, in sentences; parts of one thing that came to the same are told once. */
export function wordsAfter({ results, notes, said, seen }: Exchange): string[] {
  const words = [...results.map(resultWords), ...notes, ...said.map(saidWords), modalWords(seen?.modal)];
  return [...new Set(words.flatMap((one) => (one ? [one] : [])))];
}

/** What a user said, with what was attached as far as text can hold it. */
function saidWords({ text, attachments }: UserMessage): string {
  const files = attachments.map(({ name, type, bytes }) =>
    type.startsWith('text/') || type.includes('json')
      ? `<file name="${name}">\n${bytes.toString('utf8').slice(0, 20_000)}\n</file>`
      : `(The file ${name} cannot be shown to you.)`,
  );
  return [text, ...files].join('\n\n');
}

/** The task, what was done of it before, and a dialog that is open already. */
export function openingWords({ opening, summary }: Conversation): (string | undefined)[] {
  return [saidWords(opening), summary, modalWords(opening.seen?.modal)];
}

/** What the model said, as it said it; of another model's reply, what it did. */
export function spokenText({ raw, thought, text, calls }: Reply): string {
  if (typeof raw === 'string' && raw.trim() !== '') return raw;
  const said = [thought, text, ...calls.map(nameCall)].filter(Boolean).join('\n');
  return said || '(nothing)';
}

/** A picture as chat servers take it. */
export function pictureOf({ picture }: ScreenSnapshot): Record<string, unknown>[] {
  if (!picture) return [];
  const url = `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
  return [{ type: 'image_url', image_url: { url } }];
}
