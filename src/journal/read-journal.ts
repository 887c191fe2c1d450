import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HandrailError } from '../core/errors.js';
import { type Entry, journalVersion } from './entry.js';
import { journalName } from './journal-file.js';

/** A part of a journal that could not be read. */
export interface Damage {
  /** Bytes from the beginning of the file. */
  offset: number;
  bytes: number;
  why: string;
}

export interface ReadJournal {
  entries: Entry[];
  /** The last line, when it was cut off while it was being written. */
  halfWritten?: Damage;
  /** Whole lines that say nothing, and numbers that are missing. */
  damaged: Damage[];
}

const newline = 0x0a;
const entrySchema = z.looseObject({ v: z.number(), seq: z.number(), at: z.string(), type: z.string() });

/** Reads the journal in a folder. Throws `journal_failed` when there is none or a newer Handrail wrote it. */
export function readJournal(folder: string): ReadJournal {
  const path = join(folder, journalName);
  const bytes = readBytes(path);
  const entries: Entry[] = [];
  const damaged: Damage[] = [];
  let halfWritten: Damage | undefined;
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf(newline, offset);
    const line = bytes.subarray(offset, end === -1 ? bytes.length : end);
    const entry = parseLine(line, path, offset);
    const damage = { offset, bytes: line.length };
    if (entry) {
      const missing = entry.seq - (entries.at(-1)?.seq ?? 0) - 1;
      if (missing > 0) damaged.push({ ...damage, why: `${missing} lines before it are missing.` });
      entries.push(entry);
    } else if (end === -1) halfWritten = { ...damage, why: 'The last line was cut off while it was being written.' };
    else if (line.length > 0) damaged.push({ ...damage, why: 'The line is not JSON with v, seq, at and type.' });
    if (end === -1) break;
    offset = end + 1;
  }
  return { entries, damaged, ...(halfWritten ? { halfWritten } : {}) };
}

function parseLine(line: Buffer, path: string, offset: number): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const version = z.looseObject({ v: z.number() }).safeParse(value);
  if (version.success && version.data.v > journalVersion) {
    throw new HandrailError(
      'journal_failed',
      `${path} holds a line of version ${version.data.v} at byte ${offset}; this Handrail reads up to version ${journalVersion}.`,
      'Update Handrail, or read it with the version that wrote it.',
    );
  }
  const entry = entrySchema.safeParse(value);
  return entry.success ? entry.data : undefined;
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError('journal_failed', `There is no journal to read: ${why}.`, 'Give the folder of a run.', {
      cause: error,
    });
  }
}
