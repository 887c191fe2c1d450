import { HandrailError } from '../../core/errors.js';
import { type Execution, performCall, sendCalls } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { Condition, InstructionOf } from '../instruction.js';
import { waitUntil } from '../resolver/wait-until.js';
import { checkCondition } from './check-condition.js';

const defaultTimeoutMs = 10_000;
const verifyTimeoutMs = 2_000;

/** Waits until a condition is met. Throws `wait_timeout` otherwise. */
export async function* waitForCondition(
  state: ExecutionState,
  condition: Condition,
  clause: string,
  ms = defaultTimeoutMs,
): Execution {
  if (condition.kind === 'loaded') {
    yield* performCall(state, clause, 'Waiting until the page has loaded.', {
      tool: 'wait',
      input: { condition: 'page_loaded' },
    });
    return;
  }
  const { ok, observed } = await checkCondition(state, condition);
  if (ok) return;
  const thought = `Waiting until "${clause}": ${observed}.`;
  const input = textWait(condition, ms);
  if (input) {
    const [result] = yield* sendCalls(state, thought, [{ tool: 'wait_for', input }]);
    if (result?.result.success || (await checkCondition(state, condition)).ok) return;
  } else if (await isMetWithin(state, condition, ms)) return;
  throw new HandrailError(
    'wait_timeout',
    `"${clause}" was not met within ${ms} ms: ${observed}.`,
    'Wait longer, or for another condition.',
  );
}

async function isMetWithin(state: ExecutionState, condition: Condition, timeoutMs: number): Promise<boolean> {
  const isMet = async (): Promise<true | undefined> => (await checkCondition(state, condition)).ok || undefined;
  return (await waitUntil(state, isMet, timeoutMs)) ?? false;
}

/** The input of `wait_for`, when the condition is about a text. */
function textWait(condition: Condition, timeout: number): Record<string, unknown> | undefined {
  const isNegated = condition.kind === 'not';
  const plain = isNegated ? condition.condition : condition;
  if (plain.kind !== 'shown') return undefined;
  const quoted = /["“](.+)["”]/u.exec(plain.what)?.[1];
  const text = quoted ?? (/^(?:the|a|an)\s/iu.test(plain.what) ? undefined : plain.what);
  return text ? { [isNegated ? 'gone' : 'text']: text, timeout } : undefined;
}

/** Verifies a condition, with a short wait. Throws `expectation_failed` when it is not met. */
export async function verifyCondition(
  state: ExecutionState,
  { condition, clause }: InstructionOf<'verify'>,
): Promise<void> {
  let check = await checkCondition(state, condition);
  if (!check.ok) {
    await isMetWithin(state, condition, verifyTimeoutMs);
    check = await checkCondition(state, condition);
  }
  if (!check.ok)
    throw new HandrailError(
      'expectation_failed',
      `"${clause}" is not met: ${check.observed}.`,
      'Check the page, or change the expectation.',
    );
  state.completed.push(`checked that ${check.observed}`);
}
