/** Writes intents and outcomes to the journal. Throws `journal_failed` if that fails. */
export interface JournalWriter {
  /** Writes one entry and returns its number. With `durable`, the entry is on disk when this returns. */
  write(entry: { type: string; [field: string]: unknown }, options?: { durable?: boolean }): number;
  /** A writer with this method removes secrets itself. Without it, `write` receives entries without secrets. */
  addSecret?(secret: string): void;
}
