import type { RunEvent, RunResult } from '../../../agent/events.js';

/** Shows a run to whoever started it. */
export interface View {
  event(event: RunEvent): void;
  end(result: RunResult): void;
  /** Something beside the run that is worth knowing; on standard error. */
  remark(text: string): void;
  /** Holds still while a person is asked something. */
  aside<T>(work: () => Promise<T>): Promise<T>;
}
