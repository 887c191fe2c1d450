import { HandrailError } from '../core/errors.js';
import { journalVersion, type Note } from './entry.js';
import { reasonOf } from './file-reason.js';
import { createJournalFile, type JournalFile, writeNewFile } from './journal-file.js';
import { pictureType } from './picture-type.js';
import { createRedactor } from './redaction/redact.js';

export interface JournalOptions {
  /** The folder of this run alone; made when it is not there. */
  folder: string;
  /** Values that must never be written. */
  secrets?: readonly string[];
  /** Bytes the folder may take. Beyond it pictures are left out. Default 500 MB. */
  quota?: number;
}

/** What happened, line by line, while it happens. Everything is redacted before it is written. */
export interface Journal {
  readonly folder: string;
  /** Appends a line and returns its number. `durable` waits until it is on the disk. Throws `journal_failed`, and then always does. */
  write(note: Note, options?: { durable?: boolean }): number;
  /** Keeps a picture beside the journal and returns its path from there; undefined when it was left out, which a line says. */
  picture(name: string, bytes: Uint8Array): string | undefined;
  /** Keeps a value out of everything written from now on. */
  hide(secret: string): void;
  close(): void;
}

const defaultQuota = 500_000_000;

/** Begins a journal in a folder that has none yet. Throws `journal_failed` when it cannot be written. */
export function openJournal({ folder, secrets = [], quota = defaultQuota }: JournalOptions): Journal {
  const redactor = createRedactor(secrets);
  let file: JournalFile;
  try {
    file = createJournalFile(folder);
  } catch (error) {
    throw failure(folder, error);
  }
  let seq = 0;
  let used = 0;
  let failed: HandrailError | undefined;
  let closed = false;
  const said = new Set<string>();

  function write(note: Note, { durable = false }: { durable?: boolean } = {}): number {
    if (failed) throw failed;
    if (closed) throw new HandrailError('journal_failed', 'The journal is closed.', 'Write before the run ends.');
    const head = { v: journalVersion, seq: seq + 1, at: new Date().toISOString(), type: note.type };
    const line = { ...head, ...redactor.entry(note), ...head };
    try {
      used += file.append(`${JSON.stringify(line)}\n`, durable);
    } catch (error) {
      failed = failure(folder, error);
      throw failed;
    }
    seq += 1;
    return seq;
  }

  function leaveOut(why: string): undefined {
    if (!said.has(why)) write({ type: 'pictures_left_out', why });
    said.add(why);
    return undefined;
  }

  return {
    folder,
    write,
    picture(name, bytes) {
      if (failed) throw failed;
      if (used + bytes.byteLength > quota) {
        return leaveOut(`The folder has reached its quota of ${quota} bytes.`);
      }
      const type = pictureType(bytes);
      if (!type) return leaveOut(`"${name}" is no WebP, PNG or JPEG picture.`);
      try {
        const path = writeNewFile(folder, 'pictures', `${name.replace(/[^\w-]+/g, '-')}.${type.extension}`, bytes);
        used += bytes.byteLength;
        return path;
      } catch (error) {
        return leaveOut(`A picture could not be written: ${reasonOf(error)}.`);
      }
    },
    hide: (secret) => redactor.hide(secret),
    close() {
      if (closed) return;
      closed = true;
      file.close();
    },
  };
}

function failure(folder: string, cause: unknown): HandrailError {
  if (cause instanceof HandrailError) return cause;
  return new HandrailError(
    'journal_failed',
    `The journal in ${folder} cannot be written: ${reasonOf(cause)}.`,
    'Nothing is done that is not written down. Free some space or choose another folder with HANDRAIL_HOME, then run again.',
    { cause },
  );
}
