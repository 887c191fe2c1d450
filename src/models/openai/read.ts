import { isRecord } from '../../core/record.js';
import { lastSeen, toCalls, unknownCall } from '../adapter/arguments.js';
import { parse } from '../adapter/json.js';
import { throughModal } from '../adapter/modal.js';
import { unreadable } from '../adapter/provider-adapter.js';
import type { Call, Reply, ScreenSnapshot, Turn, Usage } from '../model.js';
import { readAction } from './actions.js';

type Item = Record<string, unknown>;

/** A response as far as it has to be given back: what the model said, in order, and where that was said. */
export interface Spoken {
  id?: string;
  /** The response it went on from; null where it began. Not every server tells. */
  previous?: string | null;
  output: Item[];
}

/** The response behind a reply of this dialect; nothing for a reply of another model. */
export function spokenIn(raw: unknown): Spoken | undefined {
  if (!isRecord(raw) || !Array.isArray(raw.output)) return undefined;
  const { id, previous_response_id: previous } = raw;
  return {
    ...(typeof id === 'string' && id ? { id } : {}),
    ...(typeof previous === 'string' || previous === null ? { previous } : {}),
    output: raw.output.filter(isRecord),
  };
}

export function isCall({ type }: Item): boolean {
  return type === 'computer_call' || type === 'function_call';
}

/** What a computer call asks for: `actions`, or the one `action` of the preview. */
export function actionsOf({ actions, action }: Item): unknown[] {
  if (Array.isArray(actions)) return actions;
  return action === undefined || action === null ? [] : [action];
}

/** The checks that a person has to agree to before a computer call is carried out. */
export function checksOf({ pending_safety_checks: checks }: Item): Item[] {
  return Array.isArray(checks) ? checks.filter(isRecord) : [];
}

/** Reads any answer at all. Never throws. */
export function readResponse(answer: unknown, turn: Turn): Reply & { again?: string } {
  const spoken = spokenIn(answer);
  if (!isRecord(answer) || !spoken) return unreadable('The answer has no output.');
  const { status } = answer;
  if (status === 'failed') return { calls: [], again: failure(answer) };
  if (status === 'incomplete') return cutShort(answer);
  if (status === 'queued' || status === 'in_progress' || status === 'cancelled')
    return { calls: [], again: `The answer is ${status}, not complete.` };
  const { output } = spoken;
  const refusal = partsOf(output, 'refusal', 'refusal').join('\n');
  if (refusal) return { calls: [], refusal, raw: answer };
  if (output.some((item) => isCall(item) && !(typeof item.call_id === 'string' && item.call_id)))
    return unreadable('A call in the answer has no call_id.');
  const seen = lastSeen(turn.history, turn.observation.screen);
  const calls = output.flatMap((item) => readItem(item, seen, turn));
  const text = saidIn(output);
  const thought = [...summaries(output), ...(calls.length > 0 && text ? [text] : [])].join('\n');
  if (calls.length === 0 && !text) return unreadable('It says nothing and asks for nothing.', answer);
  return {
    calls: throughModal(calls, seen.modal),
    raw: answer,
    ...(thought ? { thought } : {}),
    ...(text && calls.length === 0 ? { text } : {}),
  };
}

function failure({ error }: Item): string {
  const said = isRecord(error) ? [error.code, error.message].filter((part) => typeof part === 'string').join(': ') : '';
  return `The answer failed${said ? `: ${said}` : '.'}`;
}

/** Throws what a response failed with as if it had been refused, so that it is tried again, or with less, where that helps. */
export function ensureAnswered(answer: unknown): void {
  if (!isRecord(answer) || answer.status !== 'failed') return;
  const code = isRecord(answer.error) ? String(answer.error.code) : '';
  const status = code === 'rate_limit_exceeded' ? 429 : /image|prompt|context|invalid/.test(code) ? 400 : 500;
  throw Object.assign(new Error(failure(answer)), { status });
}

/** An answer that broke off is not gone on from: half of a call cannot be answered. */
function cutShort({ incomplete_details: details }: Item): Reply {
  const reason = isRecord(details) && typeof details.reason === 'string' ? details.reason : 'no reason given';
  if (reason === 'content_filter')
    return { calls: [], refusal: 'The content filter of the provider stopped the answer.' };
  return unreadable(`It broke off (${reason}). Answer more briefly.`);
}

function readItem(item: Item, seen: ScreenSnapshot, turn: Turn): Call[] {
  const id = String(item.call_id);
  if (item.type === 'function_call') return readFunction(id, item, turn);
  if (item.type !== 'computer_call') return [];
  const asked = actionsOf(item);
  const calls: Call[] = asked.length > 0 ? asked.map((one) => readAction(id, one, seen)) : [{ id, look: 'screen' }];
  const [first, ...others] = calls;
  const checks = checksOf(item);
  // Whoever agrees to the first agrees to the call; whoever does not stops all of it.
  return first && checks.length > 0 ? [{ ...first, confirm: checks.map(checkWords).join(' ') }, ...others] : calls;
}

function checkWords({ message, code }: Item): string {
  if (typeof message === 'string' && message) return message;
  return `The provider asks for a check${typeof code === 'string' ? ` (${code})` : ''}.`;
}

function readFunction(id: string, item: Item, { tools }: Turn): Call[] {
  const name = typeof item.name === 'string' ? item.name : '';
  return toCalls(id, name || 'function', () => {
    if (!tools.some((tool) => tool.name === name))
      throw unknownCall(
        name,
        tools.filter(({ hidden }) => !hidden).map((tool) => tool.name),
      );
    const given = typeof item.arguments === 'string' ? parse(item.arguments || '{}') : item.arguments;
    if (isRecord(given)) return { id, tool: name, input: given };
    const message = `The arguments of ${name} are no JSON object.`;
    return { id, name, fault: { code: 'invalid_input', message, hint: 'Call it again with one.' } };
  });
}

/** What the model said to the user: its final answer where it marks one. */
function saidIn(output: readonly Item[]): string {
  const final = output.filter(({ phase }) => phase === 'final_answer');
  return partsOf(final.length > 0 ? final : output, 'output_text', 'text').join('\n');
}

function summaries(output: readonly Item[]): string[] {
  return output.flatMap(({ type, summary }) =>
    type === 'reasoning' && Array.isArray(summary)
      ? summary.flatMap((part) => (isRecord(part) && typeof part.text === 'string' && part.text ? [part.text] : []))
      : [],
  );
}

function partsOf(output: readonly Item[], type: string, field: string): string[] {
  return output.flatMap((item) =>
    item.type === 'message' && Array.isArray(item.content)
      ? item.content.flatMap((part) => {
          const text = isRecord(part) && part.type === type ? part[field] : undefined;
          return typeof text === 'string' && text.trim() ? [text] : [];
        })
      : [],
  );
}

/** The text of a response. */
export function textOf(answer: unknown): string {
  return saidIn(spokenIn(answer)?.output ?? []);
}

/** The provider's own numbers. */
export function usageOf(answer: unknown): Usage | undefined {
  const used = isRecord(answer) && isRecord(answer.usage) ? answer.usage : undefined;
  if (!used) return undefined;
  const input = isRecord(used.input_tokens_details) ? used.input_tokens_details : {};
  const output = isRecord(used.output_tokens_details) ? used.output_tokens_details : {};
  const cachedTokens = count(input.cached_tokens);
  const cacheWriteTokens = count(input.cache_write_tokens);
  const reasoningTokens = count(output.reasoning_tokens);
  return {
    inputTokens: count(used.input_tokens),
    outputTokens: count(used.output_tokens),
    ...(cachedTokens > 0 ? { cachedTokens } : {}),
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}),
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
