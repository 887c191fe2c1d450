import { createHash } from 'node:crypto';
import { isRecord } from '../../core/record.js';
import { Refusal } from '../contract.js';
import type { Head } from './head.js';
import { type Block, blocksOf, type PlayedMessage } from './messages.js';
import { squaresOf } from './pictures.js';
import type { Declared } from './tools.js';

/** What the provider keeps of a conversation: its own words, and what it has read already. */
export interface AnthropicMemory {
  /** What it said, by the ids and signatures in it. */
  said: Map<string, string>;
  /** What stood before each thinking block. */
  bound: Map<string, string>;
  /** Beginnings of prompts that are in the cache. */
  cached: Map<string, number>;
  /** How its models ask for things where no request says it. */
  usual: Declared['screen'][number];
  /** The request that is being answered. */
  now?: { head: Head; before: string; used: CacheUse; dropped: Dropped[] };
  count: number;
}

/** A thinking block that was left out, because what stands before it has changed. */
export interface Dropped {
  type: 'thinking_dropped';
  path: string;
  reason: 'prefix_binding_mismatch';
}

export interface CacheUse {
  input_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
}

/** Checks that what the model said comes back as it was, and that nothing before its thinking has changed where that counts. */
export function readOwnWords(
  messages: readonly PlayedMessage[],
  begun: readonly string[],
  head: Head,
  memory: AnthropicMemory,
): Dropped[] {
  const dropped: Dropped[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const now = JSON.stringify(content.map(bare));
    for (const [at, block] of content.entries()) {
      const said = memory.said.get(markOf(block));
      if (said !== undefined && said !== now)
        throw new Refusal(
          400,
          `messages.${index}.content: \`thinking\`, \`redacted_thinking\` and \`tool_use\` blocks must remain as they were in the original response.`,
        );
      if (block.type !== 'thinking') continue;
      const before = memory.bound.get(markOf(block));
      if (!head.model.bound || before === undefined || before === begun[index]) continue;
      if (!head.dropsUnbound)
        throw new Refusal(
          400,
          `messages.${index}.content: a \`thinking\` block is only valid while the messages before it are unchanged.`,
        );
      dropped.push({
        type: 'thinking_dropped',
        path: `messages.${index}.content.${at}`,
        reason: 'prefix_binding_mismatch',
      });
    }
  }
  return dropped;
}

/** Keeps an answer, so that it is known when it comes back. */
export function keepWords(content: readonly Block[], before: string, memory: AnthropicMemory): void {
  const said = JSON.stringify(content);
  for (const block of content) {
    const mark = markOf(block);
    if (mark) memory.said.set(mark, said);
    if (block.type === 'thinking') memory.bound.set(mark, before);
  }
}

function markOf({ type, id, signature }: Block): string {
  if (type === 'tool_use') return String(id);
  return type === 'thinking' ? String(signature) : '';
}

/** All that stands before each message, and at last before the next one, as short texts, whatever is to be cached of it. */
export function beginnings(messages: readonly PlayedMessage[]): string[] {
  const hash = createHash('sha256');
  const before = messages.map(({ role, content }) => {
    const begun = hash.copy().digest('hex');
    hash.update(`${role}${JSON.stringify(content.map(bare))}`);
    return begun;
  });
  return [...before, hash.digest('hex')];
}

/** What a cache would have saved: a beginning counts up to the last mark that was sent before. */
export function readCache({ body }: Head, messages: readonly PlayedMessage[], memory: AnthropicMemory): CacheUse {
  const tools = Array.isArray(body.tools) ? body.tools.filter(isRecord).map((tool) => ({ type: 'tool', ...tool })) : [];
  const system = body.system === undefined ? [] : blocksOf(body.system, 'system');
  const blocks: Block[] = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  const inner = blocks.flatMap((block) => (Array.isArray(block.content) ? block.content.filter(isRecord) : []));
  const marks = [...blocks, ...inner].filter(({ cache_control: mark }) => mark !== undefined && mark !== null);
  if (marks.length > 4)
    throw new Refusal(400, `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`);
  const hash = createHash('sha256');
  let tokens = 0;
  let read = 0;
  let written = 0;
  const fresh = new Map<string, number>();
  for (const block of blocks) {
    hash.update(JSON.stringify(bare(block)));
    tokens += tokensOf(block);
    if (block.cache_control === undefined) continue;
    const key = hash.copy().digest('hex');
    if (memory.cached.has(key)) read = tokens;
    fresh.set(key, tokens);
    written = tokens;
  }
  for (const [key, length] of fresh) memory.cached.set(key, length);
  return {
    input_tokens: tokens - Math.max(read, written),
    cache_read_input_tokens: read,
    cache_creation_input_tokens: Math.max(0, written - read),
  };
}

function bare(block: Block): Block {
  const { cache_control: _, ...rest } = block;
  return { ...rest, type: block.type };
}

function tokensOf(block: Block): number {
  if (block.type === 'image') return squaresOf(block);
  if (!Array.isArray(block.content)) return Math.ceil(JSON.stringify(bare(block)).length / 4);
  return block.content.reduce(
    (sum: number, inner) => sum + (isRecord(inner) ? tokensOf({ type: '', ...inner }) : 0),
    20,
  );
}
