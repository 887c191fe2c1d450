import { createHash } from 'node:crypto';
import { isRecord } from '../../core/is-record.js';
import { reject } from '../contract.js';
import type { Head } from './head.js';
import { type Block, blocksOf, type PlayedMessage } from './messages.js';
import { squaresOf } from './pictures.js';
import type { Declared } from './tools.js';

/** What the provider stores: its own messages, and the cache. */
export interface AnthropicState {
  /** The messages it sent, by the ids and signatures in them. */
  sentContent: Map<string, string>;
  /** A hash of the messages before each thinking block. */
  thinkingPrefixes: Map<string, string>;
  /** The length of each cached prefix in tokens, by its hash. */
  cachedPrefixes: Map<string, number>;
  /** The tool for replies before the first request. */
  defaultTool: Declared['screen'][number];
  /** The current request. */
  request?: { head: Head; before: string; used: CacheUse; dropped: Dropped[] };
  count: number;
}

/** A thinking block that was dropped, because the messages before it have changed. */
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

/** Checks that the model's messages come back unchanged, and that nothing before bound thinking has changed. */
export function checkOwnContent(
  messages: readonly PlayedMessage[],
  prefixes: readonly string[],
  head: Head,
  state: AnthropicState,
): Dropped[] {
  const dropped: Dropped[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const now = JSON.stringify(content.map(withoutMark));
    for (const [at, block] of content.entries()) {
      const original = state.sentContent.get(markOf(block));
      if (original !== undefined && original !== now)
        reject(
          `messages.${index}.content: \`thinking\`, \`redacted_thinking\` and \`tool_use\` blocks must remain as they were in the original response.`,
        );
      if (block.type !== 'thinking') continue;
      const before = state.thinkingPrefixes.get(markOf(block));
      if (!head.model.bindsThinking || before === undefined || before === prefixes[index]) continue;
      if (!head.dropsUnbound)
        reject(
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

/** Stores a message, so that it can be compared when it comes back. */
export function storeContent(content: readonly Block[], before: string, state: AnthropicState): void {
  const serialized = JSON.stringify(content);
  for (const block of content) {
    const mark = markOf(block);
    if (mark) state.sentContent.set(mark, serialized);
    if (block.type === 'thinking') state.thinkingPrefixes.set(mark, before);
  }
}

function markOf({ type, id, signature }: Block): string {
  if (type === 'tool_use') return String(id);
  return type === 'thinking' ? String(signature) : '';
}

/** A hash of everything before each message, and before the next one. Cache marks do not count. */
export function prefixHashes(messages: readonly PlayedMessage[]): string[] {
  const hash = createHash('sha256');
  const before = messages.map(({ role, content }) => {
    const prefix = hash.copy().digest('hex');
    hash.update(`${role}${JSON.stringify(content.map(withoutMark))}`);
    return prefix;
  });
  return [...before, hash.digest('hex')];
}

/** The cache usage of a request: a prefix is read up to the last mark that an earlier request sent. */
export function useCache({ body }: Head, messages: readonly PlayedMessage[], state: AnthropicState): CacheUse {
  const tools = Array.isArray(body.tools) ? body.tools.filter(isRecord).map((tool) => ({ type: 'tool', ...tool })) : [];
  const system = body.system === undefined ? [] : blocksOf(body.system, 'system');
  const blocks: Block[] = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  const inner = blocks.flatMap((block) => (Array.isArray(block.content) ? block.content.filter(isRecord) : []));
  const marks = [...blocks, ...inner].filter(({ cache_control: mark }) => mark !== undefined && mark !== null);
  if (marks.length > 4) reject(`A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`);
  const hash = createHash('sha256');
  let tokens = 0;
  let read = 0;
  let written = 0;
  const fresh = new Map<string, number>();
  for (const block of blocks) {
    hash.update(JSON.stringify(withoutMark(block)));
    tokens += tokensOf(block);
    if (block.cache_control === undefined) continue;
    const key = hash.copy().digest('hex');
    if (state.cachedPrefixes.has(key)) read = tokens;
    fresh.set(key, tokens);
    written = tokens;
  }
  for (const [key, length] of fresh) state.cachedPrefixes.set(key, length);
  return {
    input_tokens: tokens - Math.max(read, written),
    cache_read_input_tokens: read,
    cache_creation_input_tokens: Math.max(0, written - read),
  };
}

function withoutMark(block: Block): Block {
  const { cache_control: _, ...rest } = block;
  return { ...rest, type: block.type };
}

function tokensOf(block: Block): number {
  if (block.type === 'image') return squaresOf(block);
  if (!Array.isArray(block.content)) return Math.ceil(JSON.stringify(withoutMark(block)).length / 4);
  return block.content.reduce(
    (sum: number, inner) => sum + (isRecord(inner) ? tokensOf({ type: '', ...inner }) : 0),
    20,
  );
}
