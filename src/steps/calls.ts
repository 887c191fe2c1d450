import { type ErrorCode, errorCodes, HandrailError } from '../core/errors.js';
import type { Call, CallResult, Reply } from '../models/model.js';
import type { ExecutionState } from './execution-state.js';

/** Yields one reply per turn. When it resumes, `state.turn` is the next turn. */
export type Execution<Result = void> = AsyncGenerator<Reply, Result, void>;

/** A call without its id. Inputs that are undefined are left out. */
export type CallRequest =
  | { tool: string; input: Record<string, unknown> }
  | { action: Extract<Call, { action: unknown }>['action'] };

export interface PreparedCall {
  /** Which phrase matched which element. */
  thought: string;
  call: CallRequest;
}

/** A call on an element. `prepare` resolves the element again when it has gone stale. */
export interface PlannedCall {
  clause: string;
  prepare(): Promise<PreparedCall>;
}

/** Sends calls in one reply and returns their results. */
export async function* sendCalls(
  state: ExecutionState,
  thought: string,
  requests: readonly CallRequest[],
): Execution<CallResult[]> {
  const calls = requests.map((request): Call => {
    state.callCount += 1;
    const id = `steps_${state.callCount}`;
    return 'tool' in request ? { id, tool: request.tool, input: withoutUndefined(request.input) } : { id, ...request };
  });
  if (calls.some((call) => !('tool' in call) || !/^wait/u.test(call.tool))) {
    state.elementsBefore = state.turn.observation.elements;
    state.lastCallPressed = calls.every(
      (call) => 'tool' in call && /^(?:click|press_key|choose_menu)$/u.test(call.tool),
    );
  }
  yield { thought, calls };
  const last = state.turn.history.at(-1);
  if (last?.role !== 'results') return [];
  state.hasActed = true;
  return last.results;
}

function withoutUndefined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Sends one call and returns its result. Throws when the call failed; the error names the clause. */
export async function* performCall(
  state: ExecutionState,
  clause: string,
  thought: string,
  call: CallRequest,
): Execution<CallResult | undefined> {
  const [result] = yield* sendCalls(state, thought, [call]);
  if (result && !result.result.success) throw callError(clause, result);
  return result;
}

/** Performs calls in order, as many per turn as can be prepared on the current screen. */
export async function* performPlanned(state: ExecutionState, plans: readonly PlannedCall[]): Execution {
  let remaining = [...plans];
  const retried = new Set<PlannedCall>();
  while (remaining.length > 0) {
    const prepared = await prepareAll(remaining);
    const results = yield* sendCalls(
      state,
      prepared.map(({ thought }) => thought).join(' '),
      prepared.map(({ call }) => call),
    );
    const pending = remaining.slice(0, prepared.length).filter((plan, index) => {
      const result = results[index];
      if (!result || result.skipped) return true;
      if (result.result.success) return false;
      if (result.result.metadata.code !== 'stale_element' || retried.has(plan)) throw callError(plan.clause, result);
      retried.add(plan);
      return true;
    });
    remaining = [...pending, ...remaining.slice(prepared.length)];
  }
}

/** Prepares calls up to the first whose element is missing: an earlier call may make it appear. */
async function prepareAll(plans: readonly PlannedCall[]): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = [];
  for (const plan of plans) {
    try {
      prepared.push(await plan.prepare());
    } catch (error) {
      if (prepared.length === 0 || !(error instanceof HandrailError)) throw error;
      break;
    }
  }
  return prepared;
}

/** The error that ends the task when a call failed. */
export function callError(clause: string, { result }: CallResult): HandrailError {
  const code = errorCodes.find((known): known is ErrorCode => known === result.metadata.code) ?? 'internal';
  return new HandrailError(code, `"${clause}" failed: ${result.error ?? 'the call failed.'}`);
}
