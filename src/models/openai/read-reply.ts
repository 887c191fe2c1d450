import { isRecord } from '../../core/is-record.js';
import { toCalls, unknownCall, visibleTools } from '../adapter/calls.js';
import { latestSnapshot } from '../adapter/coordinates.js';
import { parseJson } from '../adapter/json.js';
import { routeToModal } from '../adapter/modal.js';
import { type AdapterReply, unreadableReply } from '../adapter/provider-adapter.js';
import { reportedCounts, tokenCount } from '../adapter/usage.js';
import type { Call, Reply, ScreenSnapshot, Turn, Usage } from '../model.js';
import { readAction } from './actions.js';

export type Item = Record<string, unknown>;

/** A response as far as it is sent back: its items, and its position in the stored conversation. */
export interface GptResponse {
  id?: string;
  /** The response it continues; null for the first. Undefined: the server does not report it. */
  previous?: string | null;
  output: Item[];
}

/** The response behind a reply; undefined for a reply of another model. */
export function readGptResponse(raw: unknown): GptResponse | undefined {
  if (!isRecord(raw) || !Array.isArray(raw.output)) return undefined;
  const { id, previous_response_id: previous } = raw;
  return {
    id: typeof id === 'string' && id ? id : undefined,
    previous: typeof previous === 'string' || previous === null ? previous : undefined,
    output: raw.output.filter(isRecord),
  };
}

export function isCall({ type }: Item): boolean {
  return type === 'computer_call' || type === 'function_call';
}

/** The safety checks that the user must approve before a computer call runs. */
export function pendingChecks({ pending_safety_checks: checks }: Item): Item[] {
  return Array.isArray(checks) ? checks.filter(isRecord) : [];
}

/** Reads any response. Never throws. */
export function readReply(response: unknown, turn: Turn): AdapterReply {
  const output = readGptResponse(response)?.output;
  if (!isRecord(response) || !output) return unreadableReply('The response has no output.');
  const { status } = response;
  if (status === 'failed') return { calls: [], retryReason: failureMessage(response) };
  if (status === 'incomplete') return readIncomplete(response);
  if (status === 'queued' || status === 'in_progress' || status === 'cancelled')
    return { calls: [], retryReason: `The response is ${status}, not completed.` };
  const refusal = contentOf(output, 'refusal', 'refusal').join('\n');
  if (refusal) return { calls: [], refusal, raw: response };
  if (output.some((item) => isCall(item) && !(typeof item.call_id === 'string' && item.call_id)))
    return unreadableReply('A call in the response has no call_id.');
  const snapshot = latestSnapshot(turn);
  const calls = output.flatMap((item) => readItem(item, snapshot, turn));
  const text = outputText(output);
  if (calls.length === 0 && !text) return unreadableReply('The reply has no text and no call.', response);
  const thought = [...reasoningSummaries(output), ...(calls.length > 0 && text ? [text] : [])].join('\n');
  return {
    calls: routeToModal(calls, snapshot.modal),
    raw: response,
    thought: thought || undefined,
    text: calls.length === 0 ? text : undefined,
  };
}

function failureMessage({ error }: Item): string {
  const details = isRecord(error) ? [error.code, error.message].filter((one) => typeof one === 'string') : [];
  return `The response failed${details.length > 0 ? `: ${details.join(': ')}` : '.'}`;
}

/** Throws the error of a failed response as an HTTP error, so that it is retried, or sent with less, if that can help. */
export function throwIfFailed(response: unknown): void {
  if (!isRecord(response) || response.status !== 'failed') return;
  const code = isRecord(response.error) ? String(response.error.code) : '';
  const status = code === 'rate_limit_exceeded' ? 429 : /image|prompt|context|invalid/.test(code) ? 400 : 500;
  throw Object.assign(new Error(failureMessage(response)), { status });
}

/** An incomplete response is not continued: an incomplete call cannot be answered. */
function readIncomplete({ incomplete_details: details }: Item): Reply {
  const reason = isRecord(details) && typeof details.reason === 'string' ? details.reason : 'no reason given';
  if (reason === 'content_filter') return { calls: [], refusal: "The provider's content filter stopped the reply." };
  return unreadableReply(`The reply is incomplete (${reason}). Answer more briefly.`);
}

function readItem(item: Item, snapshot: ScreenSnapshot, turn: Turn): Call[] {
  const id = String(item.call_id);
  if (item.type === 'function_call') return readFunctionCall(id, item, turn);
  if (item.type !== 'computer_call') return [];
  const actions = actionsOf(item);
  const calls: Call[] =
    actions.length > 0 ? actions.map((action) => readAction(id, action, snapshot)) : [{ id, capture: 'screen' }];
  const [first, ...others] = calls;
  const checks = pendingChecks(item);
  // Approving the first action approves the whole call; declining it stops the whole call.
  return first && checks.length > 0 ? [{ ...first, confirm: checks.map(checkMessage).join(' ') }, ...others] : calls;
}

/** `actions`, or the single `action` of the preview. */
function actionsOf({ actions, action }: Item): unknown[] {
  if (Array.isArray(actions)) return actions;
  return action === undefined || action === null ? [] : [action];
}

function checkMessage({ message, code }: Item): string {
  if (typeof message === 'string' && message) return message;
  return `The provider requires a safety check${typeof code === 'string' ? ` (${code})` : ''}.`;
}

function readFunctionCall(id: string, item: Item, turn: Turn): Call[] {
  const name = typeof item.name === 'string' ? item.name : '';
  return toCalls(id, name || 'function', () => {
    if (!turn.tools.some((tool) => tool.name === name))
      throw unknownCall(
        name,
        visibleTools(turn).map((tool) => tool.name),
      );
    const input = typeof item.arguments === 'string' ? parseJson(item.arguments || '{}') : item.arguments;
    if (isRecord(input)) return { tool: name, input };
    const message = `The arguments of ${name} are not a JSON object.`;
    return { name, fault: { code: 'invalid_input', message, hint: 'Call it again with one.' } };
  });
}

/** The text for the user: the final answer if the model marks one. */
function outputText(output: readonly Item[]): string {
  const final = output.filter(({ phase }) => phase === 'final_answer');
  return contentOf(final.length > 0 ? final : output, 'output_text', 'text').join('\n');
}

function reasoningSummaries(output: readonly Item[]): string[] {
  return output
    .filter(({ type }) => type === 'reasoning')
    .flatMap(({ summary }) => (Array.isArray(summary) ? summary : []))
    .flatMap((part) => (isRecord(part) && typeof part.text === 'string' && part.text ? [part.text] : []));
}

/** The texts of all message parts of one type. */
function contentOf(output: readonly Item[], type: string, field: string): string[] {
  return output
    .filter((item) => item.type === 'message')
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .map((part) => (isRecord(part) && part.type === type ? part[field] : undefined))
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

export function readText(response: unknown): string {
  return outputText(readGptResponse(response)?.output ?? []);
}

/** The provider's own token counts. */
export function readUsage(response: unknown): Usage | undefined {
  const usage = isRecord(response) && isRecord(response.usage) ? response.usage : undefined;
  if (!usage) return undefined;
  const input = isRecord(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const output = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  return reportedCounts({
    inputTokens: tokenCount(usage.input_tokens),
    outputTokens: tokenCount(usage.output_tokens),
    cachedTokens: tokenCount(input.cached_tokens) || undefined,
    cacheWriteTokens: tokenCount(input.cache_write_tokens) || undefined,
    reasoningTokens: tokenCount(output.reasoning_tokens) || undefined,
  });
}
