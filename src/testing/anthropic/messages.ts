import { isRecord } from '../../core/is-record.js';
import { reject } from '../contract.js';
import type { Head } from './head.js';
import type { Fields } from './tools.js';

export interface Block extends Fields {
  type: string;
}
export interface PlayedMessage {
  role: 'user' | 'assistant';
  content: Block[];
}
/** A tool use with its result. */
export interface AnsweredUse {
  use: Block;
  result: Block;
}

const notExecuted: Readonly<Record<string, string>> = {
  computer: 'Not executed: an earlier computer action in this turn failed.',
  browser: 'Not executed: an earlier action in this turn failed.',
};

/** Reads the messages in their full form and checks each block. */
export function readMessages({ body, version }: Head): PlayedMessage[] {
  if (!Array.isArray(body.messages) || body.messages.length === 0) reject('messages: at least one message is required');
  const messages: PlayedMessage[] = [];
  for (const [index, message] of body.messages.entries()) {
    const role = isRecord(message) ? message.role : undefined;
    if (role !== 'user' && role !== 'assistant')
      reject(`messages.${index}.role: Input should be 'user' or 'assistant'`);
    const content = blocksOf(isRecord(message) ? message.content : undefined, `messages.${index}`);
    for (const block of content) readBlock(block, role, index, version);
    const before = messages.at(-1);
    if (before?.role === role) before.content.push(...content);
    else messages.push({ role, content });
  }
  if (messages[0]?.role !== 'user') reject('messages: first message must use the "user" role');
  const last = messages.at(-1);
  if (last?.role === 'assistant' && last.content.at(-1)?.type !== 'server_tool_use')
    reject('This model does not support assistant message prefill. The conversation must end with a user message.');
  return messages;
}

export function blocksOf(content: unknown, where: string): Block[] {
  const list = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(list)) reject(`${where}.content: Input should be a valid list`);
  if (list.length === 0) reject(`${where}: all messages must have non-empty content`);
  return list.map((block, index) => {
    if (!isBlock(block)) reject(`${where}.content.${index}.type: Field required`);
    return block;
  });
}

function readBlock(block: Block, role: PlayedMessage['role'], index: number, version: string): void {
  if (block.type === 'text' && (typeof block.text !== 'string' || !block.text.trim()))
    reject('messages: text content blocks must contain non-whitespace text');
  if (version === '2023-06-01') return;
  if (role === 'assistant' && block.type === 'document')
    reject(`messages.${index}.content: document blocks are not supported in assistant messages`);
  if (role === 'user' && block.type === 'text' && block.citations !== undefined)
    reject(`messages.${index}.content: citations are not supported on text blocks of the user`);
}

/** Checks that every tool use has its result, and returns the results of the last turn. */
export function readAnswers(messages: readonly PlayedMessage[]): AnsweredUse[] {
  let last: AnsweredUse[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'user') continue;
    const before = messages[index - 1];
    const uses = before?.content.filter(({ type }) => type === 'tool_use') ?? [];
    last = pairUp(uses, message.content, index);
    readBatch(last, index);
  }
  return last;
}

function pairUp(uses: readonly Block[], content: readonly Block[], index: number): AnsweredUse[] {
  const behind = content.findIndex(({ type }) => type !== 'tool_result');
  const results = content.slice(0, behind < 0 ? content.length : behind);
  const open = uses.filter(({ id }) => !results.some((result) => result.tool_use_id === id));
  if (open.length > 0) {
    const ids = open.map(({ id }) => String(id)).join(', ');
    reject(
      `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
  for (const [at, { type, tool_use_id: id }] of content.entries()) {
    if (type !== 'tool_result') continue;
    if (at >= results.length || !uses.some((use) => use.id === id))
      reject(
        `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    if (results.filter((one) => one.tool_use_id === id).length > 1)
      reject(
        `messages.${index}.content.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`,
      );
  }
  return uses.flatMap((use) => {
    const result = results.find((one) => one.tool_use_id === use.id);
    return result ? [{ use, result }] : [];
  });
}

function readBatch(answered: readonly AnsweredUse[], index: number): void {
  let hasFailed = false;
  for (const { use, result } of answered) {
    const where = `messages.${index}.content: tool_result for ${String(use.id)}`;
    if (use.toolset_name !== result.toolset_name)
      reject(`${where}: toolset_name must be ${String(use.toolset_name ?? 'absent')}`);
    const content = contentOf(result, where);
    const kind = typeof use.toolset_name === 'string' ? use.toolset_name : undefined;
    if (result.is_error === true) {
      if (content.length === 0 || content.some(({ text }) => text === ''))
        reject(`${where}: content cannot be empty if is_error is true`);
      if (content.some(({ type }) => type !== 'text'))
        reject(`${where}: all content must be type "text" if is_error is true`);
    }
    if (kind === undefined) continue;
    const allowed = kind === 'browser' ? ['text', 'image', 'browser_state'] : ['text', 'image'];
    const other = content.find(({ type }) => !allowed.includes(type));
    if (other) reject(`${where}: ${other.type} blocks are not supported in results of a toolset`);
    readState(content, where);
    const text = content.map(({ text }) => text).join('');
    if (hasFailed && (result.is_error !== true || text !== notExecuted[kind]))
      reject(`${where}: after a failed action every later one must be an error: "${notExecuted[kind]}"`);
    if (result.is_error === true) hasFailed = true;
  }
}

function readState(content: readonly Block[], where: string): void {
  const states = content.filter(({ type }) => type === 'browser_state');
  if (states.length > 1) reject(`${where}: at most one browser_state block is allowed`);
  const tabs = states[0]?.tabs;
  if (states.length === 0 || (Array.isArray(tabs) && tabs.length === 0)) return;
  const active = Array.isArray(tabs) ? tabs.filter((tab) => isRecord(tab) && tab.active === true) : [];
  if (active.length !== 1) reject(`${where}: exactly one tab of browser_state must be active`);
}

export function contentOf({ content }: Block, where = 'tool_result'): Block[] {
  if (content === undefined || content === '') return [];
  if (Array.isArray(content) && content.length === 0) return [];
  return blocksOf(content, where);
}

function isBlock(value: unknown): value is Block {
  return isRecord(value) && typeof value.type === 'string';
}
