import type { Fault } from '../core/errors.js';
import { isRecord } from '../core/is-record.js';
import { callName } from '../models/adapter/calls.js';
import type { Call, CallResult } from '../models/model.js';
import type { Registry } from '../tools/registry.js';
import type { Claim } from './completion-check.js';
import { executeCall } from './execute-call.js';
import type { RunState } from './run-state.js';

/** Executes the calls of one reply in order. After a failure, a page change or a declined approval, the rest is skipped. */
export async function executeCalls(
  state: RunState,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<CallResult[]> {
  const { emit, step, host, completion, model } = state;
  const { registry } = state.agent;
  const results: CallResult[] = [];
  let stopReason: string | undefined;
  let navigatedReason: string | undefined;
  let isDeclined = false;
  const stop = host.session.listen('approval', ({ approved }) => {
    if (approved === false) isDeclined = true;
  });
  for (const call of calls) {
    const tool = callName(call);
    if (navigatedReason && !isPassive(call)) stopReason ??= navigatedReason;
    if (stopReason) {
      emit({ type: 'call_skipped', step, call, reason: stopReason });
      const cancelled = isDeclined ? { code: 'cancelled' as const } : {};
      const result = { success: false as const, error: stopReason, metadata: { tool, ms: 0, ...cancelled } };
      results.push({ call, skipped: stopReason, result });
      continue;
    }
    const result = await executeCall(call, { registry, host, step, emit, signal, vision: model.vision });
    completion.record(call, result);
    results.push({ call, result, ...(result.metadata.confirmed === true ? { confirmed: true } : {}) });
    if (isDeclined) stopReason = `Cancelled: the user did not approve ${tool} before it. Nothing of this call ran.`;
    else if (!result.success) stopReason = `Not run: ${tool} before it failed.`;
    else if (registry.get(tool)?.terminal) stopReason = 'Not run: the task had ended.';
    else if (result.metadata.navigated) navigatedReason = `Not run: ${tool} before it changed the page. Observe first.`;
  }
  stop();
  return results;
}

/** Captures, waits and known answers are safe on a page that the model has not observed. A completion is not. */
function isPassive(call: Call): boolean {
  return 'action' in call ? call.action.type === 'wait' : !('tool' in call);
}

/** The call that the user did not approve. */
export function findDeclined(results: readonly CallResult[]): CallResult | undefined {
  return results.find(({ call, confirmed, skipped }) => call.confirm !== undefined && !confirmed && !skipped);
}

/** The call that ends the task. */
export function findFinalCall(
  registry: Registry,
  results: readonly CallResult[],
): { kind: 'done'; claim: Claim } | { kind: 'fail'; reason: string } | undefined {
  for (const { call, result, skipped } of results) {
    const tool = registry.get(callName(call));
    if (skipped || !result.success || !tool?.terminal) continue;
    const data = isRecord(result.data) ? result.data : {};
    if (tool.name === 'fail') return { kind: 'fail', reason: String(data.reason ?? 'The model gave no reason.') };
    if (tool.name !== 'complete')
      return { kind: 'done', claim: { answer: toText(result.data ?? ''), data: result.data } };
    const { result: answer, summary } = data;
    const text = answer === undefined || answer === null ? String(summary ?? '') : toText(answer);
    return { kind: 'done', claim: { answer: text, ...(answer === undefined ? {} : { data: answer }) } };
  }
  return undefined;
}

/** The first error among the results. */
export function findFault(results: readonly CallResult[]): Fault | undefined {
  const failed = results.find(({ result, skipped }) => !skipped && !result.success)?.result;
  return (
    failed && {
      code: (failed.metadata.code ?? 'internal') as Fault['code'],
      message: failed.error ?? 'The call failed.',
    }
  );
}

function toText(answer: unknown): string {
  return typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '');
}
