import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { Step, Told } from './probe.js';

let step: Step = 'start';

/** Says what is done next. */
export function begin(next: Step): void {
  step = next;
  tell({ begins: step });
}

/** Tells the doctor. */
export function tell(told: Told): void {
  process.send?.(told);
}

/** Throws what an action failed by. */
export function must({ ok, error }: Outcome): void {
  if (!ok) throw new HandrailError(error?.code ?? 'internal', error?.message ?? 'It was not done.', error?.hint);
}

/**
 * Runs an errand in a process of its own: whatever a browser, a display, a driver or a native package does, the doctor goes on, and ending
 * this ends all of it.
 */
export async function runErrandHere<Errand>(
  run: (errand: Errand) => Promise<void>,
  explain: (error: unknown) => Fault = toFault,
): Promise<void> {
  const leave = () => process.exit(1);
  process.on('disconnect', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  try {
    await run(JSON.parse(process.argv[2] ?? '{}'));
    tell({ ended: true });
  } catch (error) {
    tell({ failed: step, fault: explain(error) });
  }
  process.disconnect?.();
}
