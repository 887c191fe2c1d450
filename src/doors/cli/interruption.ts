import { HandrailError } from '../../core/errors.js';
import { exitCodeForSignal } from '../command-line/exit-codes.js';

export interface Interruption {
  /** Aborted by the first interruption. */
  readonly signal: AbortSignal;
  /** The process signal that interrupted, if it was one. */
  cause(): NodeJS.Signals | undefined;
  interrupt(cause?: NodeJS.Signals): void;
  /** Removes the signal handlers. */
  stop(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code for an error that a process signal caused. Undefined for other errors. */
export function exitCodeForInterruption(error: unknown): number | undefined {
  const cause = error instanceof HandrailError && error.code === 'cancelled' ? error.cause : undefined;
  const signal = signals.find((one) => one === cause);
  return signal && exitCodeForSignal(signal);
}

/** The first process signal cancels the command, which then cleans up. The second one exits at once. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let cause: NodeJS.Signals | undefined;
  function interrupt(signal?: NodeJS.Signals): void {
    if (controller.signal.aborted && signal) process.exit(exitCodeForSignal(signal)); // exit handlers end the browser
    cause ??= signal;
    const message = signal ? `The command was interrupted by ${signal}.` : 'The output was closed.';
    controller.abort(new HandrailError('cancelled', message, undefined, { cause: signal }));
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
