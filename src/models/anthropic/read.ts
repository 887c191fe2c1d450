import { isRecord } from '../../core/record.js';
import { lastSeen, toCalls, unknownCall } from '../adapter/arguments.js';
import { throughModal } from '../adapter/modal.js';
import { unreadable } from '../adapter/provider-adapter.js';
import type { Call, Reply, ScreenSnapshot, Turn, Usage } from '../model.js';
import { readBrowserMember } from './browser.js';
import { usesIn } from './content.js';
import { computerMembers, membersWithoutZoom, type Reading, readMember } from './members.js';
import type { ClaudeTool } from './models.js';
import type { ToolUse } from './results.js';
import { ownToolOf } from './tools.js';

/** Reads any answer of the Messages API, or whatever else came in its place. */
export function readAnswer(answer: unknown, turn: Turn, tool: ClaudeTool): Reply & { again?: string } {
  if (!isRecord(answer) || !Array.isArray(answer.content)) return { calls: [], again: 'The answer was no message.' };
  const { content, stop_reason: reason } = answer;
  if (reason === 'refusal') return { calls: [], refusal: refusalOf(answer.stop_details) };
  const uses = usesIn(content);
  if (!uses) return unreadable('What it asked for has no ids, or one twice.');
  const seen = lastSeen(turn.history, turn.observation.screen);
  const calls: Call[] = [];
  for (const [index, use] of uses.entries()) {
    const isLast = index === uses.length - 1;
    const reading = { history: turn.history, seen, earlier: calls };
    if (isLast && reason === 'max_tokens') calls.push(...cutOff(use));
    else calls.push(...readUse(use, turn, reading, tool).map((call) => (isLast ? call : atOnce(call, seen))));
  }
  const said = wordsOf(content, 'text', 'text');
  const thought = [wordsOf(content, 'thinking', 'thinking'), calls.length > 0 ? said : ''].filter(Boolean).join('\n');
  if (calls.length > 0)
    return { calls: throughModal(calls, seen.modal), raw: content, ...(thought ? { thought } : {}) };
  if (reason === 'max_tokens') return unreadable('It was cut off before it asked for anything. Say less.', content);
  if (!said) return unreadable('It was empty. Go on, or say what came of the task.', content);
  return { calls, text: said, raw: content, ...(thought ? { thought } : {}) };
}

function readUse(use: ToolUse, turn: Turn, reading: Reading, tool: ClaudeTool): Call[] {
  const { id, name, input, toolset } = use;
  if (toolset === 'browser') return readBrowserMember(id, name, input, reading, turn.observation.tabs ?? []);
  if (toolset !== undefined) return readMember(id, name, input, reading);
  const own = ownToolOf(turn.tools, name);
  if (own) return [{ id, tool: own.name, input: isRecord(input) ? input : {} }];
  if (name !== 'computer') {
    const names = turn.tools.filter(({ hidden }) => !hidden).map((one) => one.name);
    return toCalls(id, name, () => {
      throw unknownCall(name, [...(tool.includes('toolset') ? [] : ['computer']), ...names]);
    });
  }
  const action = isRecord(input) && typeof input.action === 'string' ? input.action : '';
  return readMember(id, action, input, reading, tool === 'computer_20250124' ? membersWithoutZoom : computerMembers);
}

/** The last screenshot is what the next turn begins with; one before that has to be taken when its time comes. */
function atOnce(call: Call, { screen }: ScreenSnapshot): Call {
  return 'look' in call && call.look === 'screen' ? { ...call, look: { x: 0, y: 0, ...screen } } : call;
}

function cutOff({ id, name }: ToolUse): Call[] {
  const message = 'This was cut off, because the reply was too long.';
  return [{ id, name, fault: { code: 'invalid_input', message, hint: 'Say less, and ask for less at once.' } }];
}

function wordsOf(content: readonly unknown[], type: string, field: string): string {
  const words = content.map((block) => (isRecord(block) && block.type === type ? block[field] : ''));
  return words
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .join('\n')
    .trim();
}

function refusalOf(details: unknown): string {
  const { category, explanation } = isRecord(details) ? details : {};
  const why = typeof explanation === 'string' && explanation ? explanation : 'Claude will not go on with this.';
  return typeof category === 'string' && category ? `${why} (${category})` : why;
}

/** The provider's own numbers. What came from a cache or went into one is counted apart there, and is part of the input here. */
export function usageIn(answer: unknown): Usage | undefined {
  const used = isRecord(answer) && isRecord(answer.usage) ? answer.usage : undefined;
  if (!used) return undefined;
  const cachedTokens = count(used.cache_read_input_tokens);
  const cacheWriteTokens = count(used.cache_creation_input_tokens);
  const details = isRecord(used.output_tokens_details) ? used.output_tokens_details : {};
  const reasoningTokens = count(details.thinking_tokens);
  return {
    inputTokens: count(used.input_tokens) + cachedTokens + cacheWriteTokens,
    outputTokens: count(used.output_tokens),
    cachedTokens,
    cacheWriteTokens,
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
