import { HandrailError } from '../../core/errors.js';
import { type Execution, performCall, sendCalls } from '../calls.js';
import type { Condition } from '../instruction.js';
import { waitUntil } from '../resolver/wait-until.js';
import type { Step } from '../step.js';
import { checkCondition } from './check-condition.js';

const defaultTimeoutMs = 10_000;
const verifyTimeoutMs = 2_000;

/** Waits until a condition is met. Throws `wait_timeout` otherwise. */
export async function* waitForCondition(step: Step, condition: Condition, ms = defaultTimeoutMs): Execution {
  if (condition.kind === 'loaded') {
    yield* performCall(step, 'Waiting until the page has loaded.', 'wait', { condition: 'page_loaded' });
    return;
  }
  const { ok, observed } = await checkCondition(step, condition);
  if (ok) return;
  const thought = `Waiting until "${step.clause}": ${observed}.`;
  const input = textWait(condition, ms);
  if (input) {
    const [result] = yield* sendCalls(step, thought, [{ tool: 'wait_for', input }]);
    if (result?.result.success || (await checkCondition(step, condition)).ok) return;
  } else if (await isMetWithin(step, condition, ms)) return;
  throw new HandrailError(
    'wait_timeout',
    `"${step.clause}" was not met within ${ms} ms: ${observed}.`,
    'Wait longer, or for another condition.',
  );
}

async function isMetWithin(step: Step, condition: Condition, timeoutMs: number): Promise<boolean> {
  const isMet = async (): Promise<true | undefined> => (await checkCondition(step, condition)).ok || undefined;
  return (await waitUntil(step, isMet, timeoutMs)) ?? false;
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
export async function verifyCondition(step: Step, condition: Condition): Promise<void> {
  let check = await checkCondition(step, condition);
  if (!check.ok) {
    await isMetWithin(step, condition, verifyTimeoutMs);
    check = await checkCondition(step, condition);
  }
  if (!check.ok)
    throw new HandrailError(
      'expectation_failed',
      `"${step.clause}" is not met: ${check.observed}.`,
      'Check the page, or change the expectation.',
    );
  step.report.completed.push(`checked that ${check.observed}`);
}
