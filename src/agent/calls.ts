import type { Fault } from '../core/errors.js';
import { isRecord } from '../core/record.js';
import { inputOf, toolOf } from '../models/adapter/name-call.js';
import type { Call, CallResult } from '../models/model.js';
import { formatCall } from '../tools/call-string.js';
import type { Registry } from '../tools/registry.js';
import type { ToolResult } from '../tools/tool.js';
import type { Claim, LoopParts } from './loop.js';

/** Calls of one turn run in order; after a failure or on another page the rest would act on what nobody has seen. */
export async function performAll(
  { emit, registry }: Pick<LoopParts, 'emit' | 'registry'>,
  calls: readonly Call[],
  step: number,
  perform: (call: Call) => Promise<ToolResult>,
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  let stopped: string | undefined;
  let moved: string | undefined;
  for (const call of calls) {
    const tool = toolOf(call);
    if (stopped) {
      emit({ type: 'call_skipped', step, call, why: stopped });
      results.push({ call, skipped: stopped, result: { success: false, error: stopped, metadata: { tool, ms: 0 } } });
      continue;
    }
    if (moved && !isPassive(call)) {
      emit({ type: 'call_skipped', step, call, why: moved });
      stopped = moved;
      results.push({ call, skipped: moved, result: { success: false, error: moved, metadata: { tool, ms: 0 } } });
      continue;
    }
    const result = await perform(call);
    const confirmed = result.metadata.confirmed === true ? { confirmed: true } : {};
    results.push({ call, result, ...confirmed });
    if (!result.success) stopped = `It did not run, because ${tool} before it failed.`;
    else if (registry.get(tool)?.terminal) stopped = 'It did not run, because the task had ended.';
    else if (result.metadata.moved)
      moved = `It did not run, because ${tool} before it changed the page: look at it first.`;
  }
  return results;
}

/** To look, to wait and to be told make no difference to a page that nobody has seen. To say that it is done there would. */
function isPassive(call: Call): boolean {
  return 'action' in call ? call.action.type === 'wait' : !('tool' in call);
}

/** A call that a person was asked about and did not agree to. */
export function declinedIn(results: readonly CallResult[]): CallResult | undefined {
  return results.find(({ call, confirmed, skipped }) => call.confirm !== undefined && !confirmed && !skipped);
}

/** The call that ends the task, if one of them did. */
export function finalCall(
  registry: Registry,
  results: readonly CallResult[],
): { kind: 'done'; claim: Claim } | { kind: 'fail'; reason: string } | undefined {
  for (const { call, result, skipped } of results) {
    const tool = registry.get(toolOf(call));
    if (skipped || !result.success || !tool?.terminal) continue;
    const data = isRecord(result.data) ? result.data : {};
    if (tool.name === 'fail') return { kind: 'fail', reason: String(data.reason ?? 'It gave up.') };
    const { result: answer, summary } = data;
    const said = answer === undefined || answer === null ? String(summary ?? '') : toText(answer);
    return { kind: 'done', claim: { answer: said, ...(answer === undefined ? {} : { data: answer }) } };
  }
  return undefined;
}

/** What went wrong in a turn, if anything did. */
export function faultIn(results: readonly CallResult[]): Fault | undefined {
  const failed = results.find(({ result, skipped }) => !skipped && !result.success)?.result;
  return (
    failed && { code: (failed.metadata.code ?? 'internal') as Fault['code'], message: failed.error ?? 'It failed.' }
  );
}

/** A call as one would write it. */
export function nameCall(call: Call): string {
  return formatCall(toolOf(call), inputOf(call));
}

function toText(answer: unknown): string {
  return typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '');
}
