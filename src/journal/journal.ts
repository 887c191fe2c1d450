import { HandrailError } from '../core/errors.js';
import { journalVersion, type NewEntry } from './entry.js';
import { describeFileError } from './file-error.js';
import { createJournalFile, type JournalFile, writeNewFile } from './journal-file.js';
import { detectPictureType } from './picture-type.js';
import { createRedactor } from './redaction/redact.js';

export interface JournalOptions {
  /** The folder of this run. Created if necessary. */
  folder: string;
  /** Values that must not be written. */
  secrets?: readonly string[];
  /** Maximum size of the folder. Above it, pictures are omitted. Default 500 MB. */
  quotaBytes?: number;
}

/** An append-only log of a run. Secrets are removed before an entry is written. */
export interface Journal {
  readonly folder: string;
  /** Appends an entry and returns its number. `durable` flushes it to disk. After a failure, every call throws `journal_failed`. */
  write(entry: NewEntry, options?: { durable?: boolean }): number;
  /** Stores a picture next to the journal and returns its relative path. If it is omitted, an entry records the reason. */
  writePicture(name: string, bytes: Uint8Array): string | undefined;
  /** Redacts this value in all following entries. */
  addSecret(secret: string): void;
  close(): void;
}

const defaultQuotaBytes = 500_000_000;

/** Creates the journal of a run. Throws `journal_failed` if it cannot be written or already exists. */
export function openJournal({ folder, secrets = [], quotaBytes = defaultQuotaBytes }: JournalOptions): Journal {
  const redactor = createRedactor(secrets);
  let file: JournalFile;
  try {
    file = createJournalFile(folder);
  } catch (error) {
    throw toJournalError(folder, error);
  }
  let seq = 0;
  let usedBytes = 0;
  let failed: HandrailError | undefined;
  let isClosed = false;
  const omissionReasons = new Set<string>();

  function write(entry: NewEntry, { durable = false }: { durable?: boolean } = {}): number {
    if (failed) throw failed;
    if (isClosed) throw new HandrailError('journal_failed', 'The journal is closed.', 'Write before you close it.');
    const head = { v: journalVersion, seq: seq + 1, at: new Date().toISOString(), type: entry.type };
    const line = { ...head, ...redactor.redact(entry), ...head };
    try {
      usedBytes += file.append(`${JSON.stringify(line)}\n`, durable);
    } catch (error) {
      failed = toJournalError(folder, error);
      throw failed;
    }
    seq += 1;
    return seq;
  }

  function omitPicture(reason: string): undefined {
    if (!omissionReasons.has(reason)) write({ type: 'pictures_omitted', reason });
    omissionReasons.add(reason);
    return undefined;
  }

  return {
    folder,
    write,
    writePicture(name, bytes) {
      if (failed) throw failed;
      if (usedBytes + bytes.byteLength > quotaBytes) {
        return omitPicture(`The folder has reached its quota of ${quotaBytes} bytes.`);
      }
      const type = detectPictureType(bytes);
      if (!type) return omitPicture(`"${name}" is not a WebP, PNG or JPEG picture.`);
      try {
        const path = writeNewFile(folder, 'pictures', `${name.replace(/[^\w-]+/g, '-')}.${type.extension}`, bytes);
        usedBytes += bytes.byteLength;
        return path;
      } catch (error) {
        return omitPicture(`A picture could not be written: ${describeFileError(error)}.`);
      }
    },
    addSecret: (secret) => redactor.addSecret(secret),
    close() {
      if (isClosed) return;
      isClosed = true;
      file.close();
    },
  };
}

function toJournalError(folder: string, cause: unknown): HandrailError {
  if (cause instanceof HandrailError) return cause;
  return new HandrailError(
    'journal_failed',
    `The journal in ${folder} cannot be written: ${describeFileError(cause)}.`,
    'Handrail does not act without a journal. Free disk space or set another folder with HANDRAIL_HOME, then run again.',
    { cause },
  );
}
