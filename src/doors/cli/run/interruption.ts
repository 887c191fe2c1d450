import { HandrailError } from '../../../core/errors.js';
import { signalCode } from '../../terminal/exit-codes.js';

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Which one it was, where it was one. */
  cause(): NodeJS.Signals | undefined;
  interrupt(cause?: NodeJS.Signals): void;
  stop(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a command ends with that was cut off by a signal; nothing when something else ended it. */
export function interruptedCode(error: unknown): number | undefined {
  const cause = error instanceof HandrailError && error.code === 'cancelled' ? error.cause : undefined;
  const signal = signals.find((one) => one === cause);
  return signal && signalCode(signal);
}

/** The first signal cancels what is under way, which then ends in good order; the second ends the process at once. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let cause: NodeJS.Signals | undefined;
  function interrupt(signal?: NodeJS.Signals): void {
    // Leaving runs what must be run at the end: no browser stays behind.
    if (controller.signal.aborted && signal) process.exit(signalCode(signal));
    cause ??= signal;
    const why = signal ? `It was interrupted by ${signal}.` : 'Nobody reads its output any more.';
    controller.abort(new HandrailError('cancelled', why, undefined, { cause: signal }));
  }
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    cause: () => cause,
    interrupt,
    stop() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}
