import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';
import { dateOf, emptyLedger, type Ledger, recordAllowed } from './ledger.js';
import { type LedgerLine, parseLedgerLine } from './ledger-line.js';
import type { Situation } from './situation.js';

/**
 * What all processes of one home allowed today. Each process appends lines to one file, and the operating system orders them: who reads its own line
 * sees all lines before it. So no lock is needed, and none can be left behind.
 */
export interface DayLedger {
  /** With everything that was written until now. */
  read(time: Date): Ledger;
  /** Writes a line for a situation. Returns what was counted before this line. */
  add(situation: Situation): { before: Ledger; cancel(): void };
}

export function dayLedgerFile(time: Date, home: string = process.env.HANDRAIL_HOME || '.handrail'): string {
  return join(resolve(home), 'policy', `${dateOf(time)}.jsonl`);
}

/** What was allowed today, for a reader that adds nothing. */
export function readDayLedger(time: Date, home?: string): Ledger {
  return openDayLedger(home).read(time);
}

/** Throws `journal_failed` where the file cannot be read or written: without it, no limit of the day can be kept. */
export function openDayLedger(home?: string): DayLedger {
  const resolved = resolve(home ?? (process.env.HANDRAIL_HOME || '.handrail'));
  let file = '';
  let offset = 0;
  let ledger = emptyLedger(new Date(0));
  let counted: LedgerLine[] = [];

  function begin(time: Date): void {
    const current = dayLedgerFile(time, resolved);
    if (current === file) return;
    file = current;
    offset = 0;
    ledger = emptyLedger(time);
    counted = [];
  }

  /** Adds the lines that were written since the last time. */
  function update(time: Date): void {
    begin(time);
    const { text, end } = readFrom(file, offset);
    offset = end;
    const lines = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseLedgerLine(line, file));
    const cancelled = new Set(lines.flatMap(({ cancels }) => cancels ?? []));
    const added = lines.filter(({ cancels }) => cancels === undefined);
    if (cancelled.size > 0) counted = [...counted, ...added].filter(({ id }) => !cancelled.has(id));
    else counted.push(...added);
    ledger = cancelled.size > 0 ? sum(emptyLedger(time), counted) : sum(ledger, added);
  }

  return {
    read(time) {
      update(time);
      return ledger;
    },
    add(situation) {
      const { time } = situation;
      begin(time);
      const id = crypto.randomUUID();
      append(file, { id, situation: toLine(situation) });
      update(time);
      const own = counted.findIndex((line) => line.id === id);
      return {
        before: sum(emptyLedger(time), counted.slice(0, own)),
        cancel: () => append(file, { id: crypto.randomUUID(), cancels: id }),
      };
    },
  };
}

function sum(ledger: Ledger, lines: readonly LedgerLine[]): Ledger {
  return lines.reduce(
    (result, { situation }) => (situation ? recordAllowed(result, toSituation(situation)) : result),
    ledger,
  );
}

type StoredSituation = NonNullable<LedgerLine['situation']>;

function toLine({ kind, assessment, counted, host, tool, time }: Situation): StoredSituation {
  const { safety, classes, amount } = assessment;
  return {
    kind,
    safety,
    classes: [...classes],
    amount,
    counted: counted && { ...counted, classes: [...counted.classes] },
    host,
    tool,
    at: time.getTime(),
  };
}

function toSituation({ safety, classes, amount, at, ...situation }: StoredSituation): Situation {
  return { ...situation, assessment: { safety, classes, amount }, time: new Date(at) };
}

function readFrom(file: string, offset: number): { text: string; end: number } {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return { text: '', end: 0 };
    throw failed(file, error);
  }
  try {
    const length = fstatSync(handle).size - offset;
    if (length < 0) throw new Error('it became shorter');
    const bytes = Buffer.alloc(length);
    const count = length === 0 ? 0 : readSync(handle, bytes, 0, length, offset);
    // The last line can be incomplete while another process writes it.
    const end = bytes.lastIndexOf(0x0a, count - 1) + 1;
    return { text: bytes.toString('utf8', 0, end), end: offset + end };
  } catch (error) {
    throw failed(file, error);
  } finally {
    closeSync(handle);
  }
}

function append(file: string, line: LedgerLine): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(file, 'a', 0o600);
    try {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      if (writeSync(handle, bytes) !== bytes.length) throw new Error('the disk is full');
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw failed(file, error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function failed(file: string, error: unknown): HandrailError {
  return new HandrailError(
    'journal_failed',
    `The file with the counts of the day cannot be used: ${file}: ${messageOf(error)}. The action was blocked, because no limit of the day can be kept without it.`,
    'Make the folder writable, or set HANDRAIL_HOME to another folder.',
    { cause: error },
  );
}
