import { type ErrorCode, errorCodes, HandrailError } from '../core/errors.js';
import type { Call, CallResult, Reply } from '../models/model.js';
import type { Run, Step } from './step.js';

/** Yields one reply per turn. When it resumes, the screen shows the next turn. */
export type Execution<Result = void> = AsyncGenerator<Reply, Result, void>;

/** A call without its id. Inputs that are undefined are left out. */
export type CallRequest =
  | { tool: string; input: Record<string, unknown> }
  | { action: Extract<Call, { action: unknown }>['action'] };

/** A call, and why: which phrase matched which element. */
export interface PreparedCall {
  thought: string;
  call: CallRequest;
}

/** Prepares a call on an element. It is called again when the element has gone stale. */
export type PlannedCall = () => Promise<PreparedCall>;

/** Sends calls in one reply and returns their results. */
export async function* sendCalls(
  { screen }: Run,
  thought: string,
  requests: readonly CallRequest[],
): Execution<CallResult[]> {
  const calls = requests.map((request, index): Call => {
    const id = `steps_${screen.turn.step}_${index + 1}`;
    return 'tool' in request ? { id, tool: request.tool, input: withoutUndefined(request.input) } : { id, ...request };
  });
  if (calls.some((call) => !('tool' in call) || !/^wait/u.test(call.tool)))
    screen.before = screen.turn.observation.elements;
  yield { thought, calls };
  const last = screen.turn.history.at(-1);
  return last?.role === 'results' ? last.results : [];
}

function withoutUndefined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Sends one call and returns its result. Throws when the call failed; the error names the clause. */
export async function* performCall(
  step: Step,
  thought: string,
  tool: string,
  input: Record<string, unknown> = {},
): Execution<CallResult | undefined> {
  const [result] = yield* sendCalls(step, thought, [{ tool, input }]);
  if (result && !result.result.success) throw callError(step, result);
  return result;
}

/** Performs calls in order, as many per turn as can be prepared on the current screen. */
export async function* performPlanned(step: Step, plans: readonly PlannedCall[]): Execution {
  let remaining = [...plans];
  const retried = new Set<PlannedCall>();
  while (remaining.length > 0) {
    const prepared = await prepareAll(remaining);
    const thought = prepared.map((one) => one.thought).join(' ');
    const results = yield* sendCalls(
      step,
      thought,
      prepared.map(({ call }) => call),
    );
    const pending = remaining.slice(0, prepared.length).filter((plan, index) => {
      const result = results[index];
      if (!result || result.skipped) return true;
      if (result.result.success) return false;
      if (result.result.metadata.code !== 'stale_element' || retried.has(plan)) throw callError(step, result);
      retried.add(plan);
      return true;
    });
    remaining = [...pending, ...remaining.slice(prepared.length)];
  }
}

/** Prepares calls up to the first whose element is missing: an earlier call may make it appear. */
async function prepareAll(plans: readonly PlannedCall[]): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = [];
  for (const prepare of plans) {
    try {
      prepared.push(await prepare());
    } catch (error) {
      if (prepared.length === 0 || !(error instanceof HandrailError)) throw error;
      break;
    }
  }
  return prepared;
}

/** The error that ends the task when a call failed. */
export function callError({ clause }: Step, { result }: CallResult): HandrailError {
  const code = errorCodes.find((known): known is ErrorCode => known === result.metadata.code) ?? 'internal';
  return new HandrailError(code, `"${clause}" failed: ${result.error ?? 'the call failed.'}`);
}
