import type { Exchange, Said } from './conversation.js';
import { modalWords } from './modal.js';
import type { CallResult, Reply, Seen } from './model.js';
import { nameCall } from './name-call.js';

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

function dataWords(tool: string, data: unknown): string {
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  const inner = fields.find(([name]) => name === 'data')?.[1];
  if (tool === 'remember') return 'It is kept in mind.';
  if (tool === 'ask_user') return `The user answers: ${String(fields.find(([name]) => name === 'answer')?.[1] ?? '')}`;
  const told = tool === 'extract_structured' && typeof inner === 'object' && inner !== null ? Object.values(inner) : [];
  const text = typeof told[0] === 'string' ? told[0] : (JSON.stringify(data) ?? '');
  return `${tool} gave: ${text.slice(0, mostCharacters)}`;
}

/** Everything that has to be said after a reply, in sentences; parts of one thing that came to the same are told once. */
export function wordsAfter({ results, notes, said, seen }: Exchange): string[] {
  const words = [...results.map(resultWords), ...notes, ...said.map(saidWords), modalWords(seen?.modal)];
  return [...new Set(words.filter((one) => one !== undefined && one !== ''))] as string[];
}

/** What a user said, with what was attached as far as text can hold it. */
export function saidWords({ text, attachments }: Said): string {
  const files = attachments.map(({ name, type, bytes }) =>
    type.startsWith('text/') || type.includes('json')
      ? `<file name="${name}">\n${bytes.toString('utf8').slice(0, 20_000)}\n</file>`
      : `(The file ${name} cannot be shown to you.)`,
  );
  return [text, ...files].join('\n\n');
}

/** What the model said, as it said it; of another model's reply, what it did. */
export function spokenText({ raw, thought, text, calls }: Reply): string {
  if (typeof raw === 'string' && raw.trim() !== '') return raw;
  const said = [thought, text, ...calls.map(nameCall)].filter(Boolean).join('\n');
  return said || '(nothing)';
}

/** A picture as chat servers take it. */
export function pictureOf({ picture }: Seen): Record<string, unknown>[] {
  if (!picture) return [];
  const url = `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
  return [{ type: 'image_url', image_url: { url } }];
}
