import { HandrailError } from './errors.js';

/** The reason of an abort as a HandrailError. */
export function cancelled(signal: AbortSignal): HandrailError {
  return signal.reason instanceof HandrailError
    ? signal.reason
    : new HandrailError('cancelled', 'The action was cancelled.', undefined, { cause: signal.reason });
}

/** Waits for `work` at most `ms`, or until `signal` aborts. What `work` does after that is ignored. */
export async function within<T>(ms: number, what: string, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  work.catch(() => undefined); // a late rejection has no reader: the deadline already answered
  if (signal?.aborted) throw cancelled(signal);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HandrailError('deadline', `${what} took more than ${ms} ms.`)), ms);
    onAbort = () => reject(signal ? cancelled(signal) : new HandrailError('cancelled', 'Cancelled.'));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}

/** Waits for `work` unless `signal` aborts first, then throws what that means. What `work` does after that is ignored. */
export async function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  meaning: (signal: AbortSignal) => unknown = cancelled,
): Promise<T> {
  work.catch(() => undefined); // a late rejection has no reader
  if (signal.aborted) throw meaning(signal);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(meaning(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
