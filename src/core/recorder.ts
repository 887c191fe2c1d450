/** Where intents and outcomes are written down. Throws `journal_failed` when that cannot be done. */
export interface Recorder {
  /** Writes one entry and returns its number. With `durable` it is on the disk when this returns. */
  write(entry: { type: string; [field: string]: unknown }, options?: { durable?: boolean }): number;
}
