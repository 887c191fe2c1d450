import type { JournalWriter } from '../core/journal-writer.js';
import type { NewEntry } from './entry.js';
import { environmentSecrets } from './redaction/environment-secrets.js';
import { createRedactor, minLearnedLength, type Redactor } from './redaction/redact.js';

/** One for each writer of a program: it learns secrets from the entries. */
const redactors = new WeakMap<JournalWriter, Redactor>();

/** Writes an entry without these secrets and without those that the entries reveal. A writer of a program receives what a journal would contain. */
export function writeRedacted(
  writer: JournalWriter,
  entry: NewEntry,
  secrets: Iterable<string>,
  options?: { durable?: boolean },
): number {
  const long = [...secrets].filter(({ length }) => length >= minLearnedLength);
  if (writer.addSecret) {
    for (const secret of long) writer.addSecret(secret);
    return writer.write(entry, options);
  }
  const redactor = redactors.get(writer) ?? createRedactor(environmentSecrets());
  redactors.set(writer, redactor);
  for (const secret of long) redactor.addSecret(secret);
  return writer.write(redactor.redact(entry), options);
}
