import { timeoutSignal, toCancelledError } from '../../core/deadline.js';
import { HandrailError, messageOf } from '../../core/errors.js';
import { type ApprovalReply, type ApprovalRequest, type Approve, readReply } from '../../rails/approval.js';

/** A person has this long to answer. Then the answer is no. */
export const defaultApprovalTimeoutMs = 600_000;

/** Calls the approver. Without an answer by the deadline of the request, the answer is no. Throws if the approver throws, or if the call is cancelled. */
export async function askApprover(
  approve: Approve,
  request: ApprovalRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ApprovalReply> {
  const timeout = timeoutSignal(timeoutMs, signal);
  const expired: ApprovalReply = { answer: 'no', message: `Nobody answered within ${timeoutMs} ms.` };
  const ended = new Promise<ApprovalReply>((resolve, reject) => {
    const end = () => (signal?.aborted ? reject(toCancelledError(signal)) : resolve(expired));
    if (timeout.signal.aborted) end();
    else timeout.signal.addEventListener('abort', end, { once: true });
  });
  ended.catch(() => undefined); // handled by the race below
  try {
    const answered = (async () => readReply(await approve(request, timeout.signal)))();
    return await Promise.race([answered, ended]);
  } catch (error) {
    if (signal?.aborted) throw toCancelledError(signal);
    throw new HandrailError(
      'denied',
      `The approver function threw: ${messageOf(error)}. The action was blocked.`,
      'Fix the approver function.',
      { facts: { declined: true } },
    );
  } finally {
    timeout.stop();
  }
}
