import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HandrailError, messageOf } from '../core/errors.js';
import { type Entry, journalVersion } from './entry.js';
import { journalFileName } from './journal-file.js';

/** An unreadable part of a journal. */
export interface Damage {
  /** Position in the file, in bytes. */
  offset: number;
  bytes: number;
  reason: string;
}

export interface JournalContents {
  entries: Entry[];
  /** The last line, if it was not written completely. */
  truncatedLine?: Damage;
  /** Invalid lines and gaps in the numbering. */
  damage: Damage[];
}

const newline = 0x0a;
const entrySchema = z.looseObject({ v: z.number(), seq: z.number(), at: z.string(), type: z.string() });

/** Reads the journal in a folder. Throws `journal_failed` if there is none or a newer version wrote it. */
export function readJournal(folder: string): JournalContents {
  const path = join(folder, journalFileName);
  const bytes = readBytes(path);
  const entries: Entry[] = [];
  const damage: Damage[] = [];
  let truncatedLine: Damage | undefined;
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf(newline, offset);
    const line = bytes.subarray(offset, end === -1 ? bytes.length : end);
    const entry = parseLine(line, path, offset);
    const position = { offset, bytes: line.length };
    if (entry) {
      const missing = entry.seq - (entries.at(-1)?.seq ?? 0) - 1;
      if (missing > 0) damage.push({ ...position, reason: `${missing} lines before it are missing.` });
      entries.push(entry);
    } else if (end === -1) truncatedLine = { ...position, reason: 'The last line was not written completely.' };
    else if (line.length > 0) damage.push({ ...position, reason: 'The line is not JSON with v, seq, at and type.' });
    if (end === -1) break;
    offset = end + 1;
  }
  return { entries, damage, truncatedLine };
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
      `${path} has an entry of version ${version.data.v} at byte ${offset}. This version of Handrail reads up to version ${journalVersion}.`,
      'Update Handrail, or use the version that wrote the journal.',
    );
  }
  const entry = entrySchema.safeParse(value);
  return entry.success ? entry.data : undefined;
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new HandrailError(
      'journal_failed',
      `The journal cannot be read: ${messageOf(error)}.`,
      'Pass the folder of a run.',
      { cause: error },
    );
  }
}
