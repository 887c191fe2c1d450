import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.js';
import { readJournal } from '../../src/journal/read-journal.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-read-'));
  file = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (seq: number, more: object = {}): string =>
  `${JSON.stringify({ v: 1, seq, at: '2026-01-01T00:00:00.000Z', type: 'log', ...more })}\n`;

test('reads what was written', () => {
  let run = 0;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).filter((text) => /^[^%&?#;=:@/"'\\]*$/.test(text))),
      (texts) => {
        run += 1;
        const journal = openJournal({ folder: join(folder, String(run)) });
        for (const text of texts) journal.write({ type: 'log', step: 1, text });
        journal.close();
        const { entries, damage, truncatedLine } = readJournal(journal.folder);
        expect(entries.map((entry) => entry.text)).toEqual(texts);
        expect([damage, truncatedLine]).toEqual([[], undefined]);
      },
    ),
    { numRuns: 25 },
  );
});

test('a truncated last line is reported and the rest is read', () => {
  const whole = line(1) + line(2, { text: 'größe' });
  const bytes = Buffer.from(whole);
  const last = Buffer.from(line(1)).length;
  for (let size = last + 1; size < bytes.length - 1; size += 1) {
    writeFileSync(file, bytes);
    truncateSync(file, size);
    const read = readJournal(folder);
    expect(read.entries).toHaveLength(1);
    expect(read.truncatedLine).toMatchObject({ offset: last, bytes: size - last });
  }
  truncateSync(file, last);
  expect(readJournal(folder)).toMatchObject({ entries: [{ seq: 1 }], damage: [] });
});

test('a newer version is rejected with its position', () => {
  writeFileSync(file, line(1) + line(2, { v: 2 }));
  const offset = line(1).length;
  expect(() => readJournal(folder)).toThrow(
    expect.objectContaining({
      code: 'journal_failed',
      message: expect.stringContaining(`version 2 at byte ${offset}`),
    }),
  );
});

test('damage in the middle is reported and skipped', () => {
  writeFileSync(file, line(1));
  appendFileSync(file, 'not json\n{"v":1}\n\n[]\n');
  appendFileSync(file, line(4));
  const { entries, damage } = readJournal(folder);
  expect(entries.map((entry) => entry.seq)).toEqual([1, 4]);
  expect(damage).toMatchObject([
    { offset: line(1).length, bytes: 8 },
    { bytes: 7 },
    { bytes: 2 },
    { reason: '2 lines before it are missing.' },
  ]);
});

test('a missing journal is an error with a hint', () => {
  mkdirSync(join(folder, 'empty'));
  expect(() => readJournal(join(folder, 'empty'))).toThrow(expect.objectContaining({ code: 'journal_failed' }));
});
