import { type Fault, HandrailError, toFault } from '../../../core/errors.js';
import type { Outcome } from '../../../core/outcome.js';
import type { ProbeMessage, ProbeStep } from './messages.js';

let step: ProbeStep = 'start';

/** Reports the step that starts now. */
export function startStep(next: ProbeStep): void {
  step = next;
  send({ started: step });
}

/** Sends a message to the doctor. */
export function send(message: ProbeMessage): void {
  process.send?.(message);
}

/** Throws the error of an action that failed. */
export function requireOk({ ok, error }: Outcome): void {
  if (!ok) throw new HandrailError(error?.code ?? 'internal', error?.message ?? 'The action failed.', error?.hint);
}

/**
 * Runs a probe as the main function of its process. A crash of a browser, display, driver or native package ends only this process, and
 * ending this process ends everything it started.
 */
export async function runProbeProcess<Probe>(
  run: (probe: Probe) => Promise<void>,
  explain: (error: unknown) => Fault = toFault,
): Promise<void> {
  const exit = () => process.exit(1);
  process.on('disconnect', exit);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exit);
  try {
    await run(JSON.parse(process.argv[2] ?? '{}'));
    send({ done: true });
  } catch (error) {
    send({ failed: step, fault: explain(error) });
  }
  process.disconnect?.();
}
