import { HandrailError } from './errors.js';

/** The reason of an abort as a HandrailError. */
export function toCancelledError(signal: AbortSignal): HandrailError {
  return signal.reason instanceof HandrailError
    ? signal.reason
    : new HandrailError('cancelled', 'The action was cancelled.', undefined, { cause: signal.reason });
}

/** Waits for `work`. Throws `deadline` after `ms`, or the abort reason of `signal`. A later result is ignored. */
export async function withTimeout<T>(ms: number, what: string, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HandrailError('deadline', `${what} took more than ${ms} ms.`)), ms);
  });
  const limited = Promise.race([work, timeout]);
  try {
    return await (signal ? withAbort(limited, signal) : limited);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work`. If `signal` aborts first, throws the error of `toError`. A later result is ignored. */
export async function withAbort<T>(
  work: Promise<T>,
  signal: AbortSignal,
  toError: (signal: AbortSignal) => unknown = toCancelledError,
): Promise<T> {
  work.catch(() => undefined); // a late rejection is ignored
  if (signal.aborted) throw toError(signal);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(toError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export interface TimeoutSignal {
  readonly signal: AbortSignal;
  /** True after the time is over, unless the other signal aborted before. */
  readonly isOver: () => boolean;
  /** Clears the timer. */
  stop(): void;
}

/**
 * A signal that aborts after `ms`, or with `other`. Used instead of AbortSignal.any with AbortSignal.timeout, because Node 20 can collect a
 * timeout as garbage before it aborts.
 */
export function timeoutSignal(ms: number, other?: AbortSignal): TimeoutSignal {
  const controller = new AbortController();
  let isOver = false;
  const onAbort = (): void => controller.abort(other?.reason);
  const timer = setTimeout(() => {
    if (controller.signal.aborted) return;
    isOver = true;
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms);
  if (other?.aborted) onAbort();
  else other?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    stop() {
      clearTimeout(timer);
      other?.removeEventListener('abort', onAbort);
    },
  };
}
