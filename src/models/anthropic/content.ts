import { isRecord } from '../../core/record.js';
import type { Exchange } from '../adapter/conversation.js';
import { nameCall } from '../adapter/name-call.js';
import type { Reply } from '../model.js';
import type { ToolUse } from './results.js';

/** What the model said, as it came: it is given back untouched, but for texts without a word, which are not taken back. Nothing where the reply is not one of ours. */
export function ownContent({ raw, calls }: Reply): Record<string, unknown>[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const said = raw.filter((block) => !isEmptyText(block));
  if (said.length === 0 || !said.every(isBlock)) return undefined;
  const ids = usesIn(said)?.map(({ id }) => id);
  return ids && calls.every(({ id }) => ids.includes(id)) ? said : undefined;
}

/** Everything that a message asks for; nothing at all where an answer to it could not be told from another. */
export function usesIn(content: readonly unknown[]): ToolUse[] | undefined {
  const uses: ToolUse[] = [];
  for (const block of content) {
    if (!isRecord(block) || block.type !== 'tool_use') continue;
    const { id, name, toolset_name: toolset, input } = block;
    if (typeof id !== 'string' || id === '' || typeof name !== 'string') return undefined;
    if (uses.some((use) => use.id === id)) return undefined;
    uses.push({ id, name, input, ...(typeof toolset === 'string' ? { toolset } : {}) });
  }
  return uses;
}

/** A reply that came from elsewhere, in words. */
export function inWords({ reply, results }: Exchange): { said: string; came: string[] } {
  const asked = reply.calls.map(nameCall);
  const said = [reply.thought, reply.text, ...asked].filter((words) => words?.trim()).join('\n');
  const came = results.map(
    ({ call, result }) => `${nameCall(call)}: ${result.success ? 'done' : (result.error ?? 'it failed')}`,
  );
  return { said: said || '(Nothing that could be read.)', came };
}

function isEmptyText(block: unknown): boolean {
  return isRecord(block) && block.type === 'text' && typeof block.text === 'string' && !block.text.trim();
}

/** Whether the provider would know it as its own. */
function isBlock(block: unknown): block is Record<string, unknown> {
  if (!isRecord(block) || typeof block.type !== 'string') return false;
  if (block.type === 'thinking') return typeof block.signature === 'string' && block.signature !== '';
  if (block.type === 'text') return typeof block.text === 'string';
  if (block.type !== 'tool_use') return true;
  return isRecord(block.input) && [undefined, 'computer', 'browser'].some((name) => name === block.toolset_name);
}
