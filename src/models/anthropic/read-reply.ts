import { pixelSpace } from '../../core/coordinate-space.js';
import { isRecord } from '../../core/is-record.js';
import { type CallContext, toCalls, unknownCall, visibleTools } from '../adapter/calls.js';
import { latestSnapshot } from '../adapter/coordinates.js';
import { routeToModal } from '../adapter/modal.js';
import { type AdapterReply, unreadableReply } from '../adapter/provider-adapter.js';
import { reportedCounts, tokenCount } from '../adapter/usage.js';
import type { Call, ScreenSnapshot, Turn, Usage } from '../model.js';
import { readBrowserMember } from './browser-toolset.js';
import { computerMembers, membersWithoutZoom, readComputerMember } from './computer-tool.js';
import { findToolUses } from './content.js';
import type { ClaudeTool } from './models.js';
import type { ToolUse } from './tool-results.js';
import { findOwnTool } from './tools.js';

/** Reads any response of the Messages API. Never throws. */
export function readReply(response: unknown, turn: Turn, tool: ClaudeTool): AdapterReply {
  if (!isRecord(response) || !Array.isArray(response.content))
    return { calls: [], retryReason: 'The response is not a message.' };
  const { content, stop_reason: stopReason } = response;
  if (stopReason === 'refusal') return { calls: [], refusal: refusalText(response.stop_details) };
  const uses = findToolUses(content);
  if (!uses) return unreadableReply('The tool uses have no ids, or one id twice.');
  const snapshot = latestSnapshot(turn);
  const calls: Call[] = [];
  for (const [index, use] of uses.entries()) {
    const isLast = index === uses.length - 1;
    const context = { id: use.id, space: pixelSpace, snapshot, turn, earlier: calls };
    if (isLast && stopReason === 'max_tokens') calls.push(cutCall(use));
    else calls.push(...readToolUse(use, context, tool).map((call) => (isLast ? call : captureNow(call, snapshot))));
  }
  const text = joinTexts(content, 'text', 'text');
  const thinking = joinTexts(content, 'thinking', 'thinking');
  const thought = [thinking, calls.length > 0 ? text : ''].filter(Boolean).join('\n') || undefined;
  if (calls.length > 0) return { calls: routeToModal(calls, snapshot.modal), raw: content, thought };
  if (stopReason === 'max_tokens')
    return unreadableReply('The reply was cut off before a tool use. Write less.', content);
  if (!text) return unreadableReply('The reply is empty. Continue, or give the result of the task.', content);
  return { calls, text, raw: content, thought };
}

function readToolUse({ name, input, toolset }: ToolUse, context: CallContext, tool: ClaudeTool): Call[] {
  const { id, turn } = context;
  if (toolset === 'browser') return readBrowserMember(name, input, context);
  if (toolset !== undefined) return readComputerMember(name, input, context);
  const own = findOwnTool(turn.tools, name);
  if (own) return [{ id, tool: own.name, input: isRecord(input) ? input : {} }];
  if (name !== 'computer') {
    const names = visibleTools(turn).map((one) => one.name);
    return toCalls(id, name, () => {
      throw unknownCall(name, [...(tool.includes('toolset') ? [] : ['computer']), ...names]);
    });
  }
  const action = isRecord(input) && typeof input.action === 'string' ? input.action : '';
  return readComputerMember(
    action,
    input,
    context,
    tool === 'computer_20250124' ? membersWithoutZoom : computerMembers,
  );
}

/** The next turn starts with a screenshot, but one in the middle of a reply must be taken at its time. */
function captureNow(call: Call, { screen }: ScreenSnapshot): Call {
  return 'capture' in call && call.capture === 'screen' ? { ...call, capture: { x: 0, y: 0, ...screen } } : call;
}

function cutCall({ id, name }: ToolUse): Call {
  const message = 'The call was cut off, because the reply was too long.';
  return { id, name, fault: { code: 'invalid_input', message, hint: 'Write less, and request less at once.' } };
}

/** The texts of all blocks of one type. */
function joinTexts(content: readonly unknown[], type: string, field: string): string {
  return content
    .map((block) => (isRecord(block) && block.type === type ? block[field] : ''))
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
    .trim();
}

function refusalText(details: unknown): string {
  const { category, explanation } = isRecord(details) ? details : {};
  const reason = typeof explanation === 'string' && explanation ? explanation : 'Claude refuses to continue.';
  return typeof category === 'string' && category ? `${reason} (${category})` : reason;
}

/** The provider's own token counts. It counts cached input separately; here it is part of the input. */
export function readUsage(response: unknown): Usage | undefined {
  const usage = isRecord(response) && isRecord(response.usage) ? response.usage : undefined;
  if (!usage) return undefined;
  const cachedTokens = tokenCount(usage.cache_read_input_tokens);
  const cacheWriteTokens = tokenCount(usage.cache_creation_input_tokens);
  const details = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  return reportedCounts({
    inputTokens: tokenCount(usage.input_tokens) + cachedTokens + cacheWriteTokens,
    outputTokens: tokenCount(usage.output_tokens),
    cachedTokens,
    cacheWriteTokens,
    reasoningTokens: tokenCount(details.thinking_tokens) || undefined,
  });
}
