import type { RunEvent, RunResult } from '../../../agent/events.js';

/** Shows a run to the user. */
export interface RunView {
  onEvent(event: RunEvent): void;
  onEnd(result: RunResult): void;
  /** Prints a note that is not part of the run on standard error. */
  printNote(text: string): void;
  /** Hides the spinner while `work` uses the terminal. */
  pauseWhile<T>(work: () => Promise<T>): Promise<T>;
}
