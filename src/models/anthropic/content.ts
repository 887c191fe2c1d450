import { isRecord } from '../../core/is-record.js';
import { describeCall } from '../adapter/calls.js';
import type { Exchange } from '../adapter/conversation.js';
import type { Reply } from '../model.js';
import type { ToolUse } from './tool-results.js';

/** The content of a reply, unchanged except for empty texts, which the provider rejects; undefined if it is not Claude's. */
export function sendableContent({ raw, calls }: Reply): Record<string, unknown>[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const blocks = raw.filter((block) => !isEmptyText(block));
  if (blocks.length === 0 || !blocks.every(isBlock)) return undefined;
  const ids = findToolUses(blocks)?.map(({ id }) => id);
  return ids && calls.every(({ id }) => ids.includes(id)) ? blocks : undefined;
}

/** The tool uses of a message; undefined if one has no id, or an id occurs twice. */
export function findToolUses(content: readonly unknown[]): ToolUse[] | undefined {
  const uses: ToolUse[] = [];
  for (const block of content) {
    if (!isRecord(block) || block.type !== 'tool_use') continue;
    const { id, name, toolset_name: toolset, input } = block;
    if (typeof id !== 'string' || id === '' || typeof name !== 'string') return undefined;
    if (uses.some((use) => use.id === id)) return undefined;
    uses.push({ id, name, input, toolset: typeof toolset === 'string' ? toolset : undefined });
  }
  return uses;
}

/** The reply of another model and its results, as text. */
export function describeExchange({ reply, results }: Exchange): { reply: string; results: string[] } {
  const texts = [reply.thought, reply.text, ...reply.calls.map(describeCall)].filter((text) => text?.trim());
  return {
    reply: texts.join('\n') || '(Unreadable.)',
    results: results.map(
      ({ call, result }) => `${describeCall(call)}: ${result.success ? 'done' : (result.error ?? 'It failed.')}`,
    ),
  };
}

function isEmptyText(block: unknown): boolean {
  return isRecord(block) && block.type === 'text' && typeof block.text === 'string' && !block.text.trim();
}

/** Whether the provider would accept the block as its own. */
function isBlock(block: unknown): block is Record<string, unknown> {
  if (!isRecord(block) || typeof block.type !== 'string') return false;
  if (block.type === 'thinking') return typeof block.signature === 'string' && block.signature !== '';
  if (block.type === 'text') return typeof block.text === 'string';
  if (block.type !== 'tool_use') return true;
  return isRecord(block.input) && [undefined, 'computer', 'browser'].some((name) => name === block.toolset_name);
}
