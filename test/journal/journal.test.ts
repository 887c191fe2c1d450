import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { type Journal, openJournal } from '../../src/journal/journal.js';
import { runFolder } from '../../src/journal/run-folder.js';
import { samplePicture } from './sample-picture.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'handrail-journal-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const linesOf = (folder: string): Record<string, unknown>[] =>
  readFileSync(join(folder, 'journal.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function failureOf(work: () => unknown): HandrailError {
  try {
    work();
  } catch (error) {
    if (error instanceof HandrailError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('writing', () => {
  test('one numbered line for each entry, readable only by the owner', () => {
    const folder = join(home, 'runs', 'a');
    const journal = openJournal({ folder, secrets: ['hunter2'] });
    expect(journal.write({ type: 'log', text: 'hunter2 said', v: 9, seq: 7, at: 'never' })).toBe(1);
    const intent = journal.write({ type: 'intent', action: { type: 'back' }, safety: 'low_risk' }, { durable: true });
    expect(intent).toBe(2);
    // Read while it is open: what is written is there.
    const lines = linesOf(folder);
    expect(lines).toMatchObject([
      { v: 1, seq: 1, type: 'log', text: '[redacted] said' },
      { v: 1, seq: 2, type: 'intent' },
    ]);
    expect(Object.keys(lines[0] ?? {}).slice(0, 4)).toEqual(['v', 'seq', 'at', 'type']);
    expect(Date.parse(String(lines[0]?.at))).toBeGreaterThan(Date.now() - 60_000);
    journal.writePicture('0001-before', samplePicture);
    journal.close();
    const modes = ['.', 'journal.jsonl', 'pictures', 'pictures/0001-before.webp'].map(
      (path) => statSync(join(folder, path)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o700, 0o600]);
  });

  test('a value added as a secret is redacted in all following entries', () => {
    const journal = openJournal({ folder: join(home, 'a') });
    journal.addSecret('correct horse');
    journal.write({ type: 'log', text: 'correct%20horse' });
    journal.close();
    expect(linesOf(journal.folder)[0]).toMatchObject({ text: '[redacted]' });
  });

  test('a thousand entries are fast', () => {
    const journal = openJournal({ folder: join(home, 'a'), secrets: ['hunter2', 'correct horse'] });
    const began = performance.now();
    for (let step = 0; step < 1_000; step += 1) {
      journal.write({
        type: 'call_ended',
        step,
        result: { success: true, data: 'text & more '.repeat(40), metadata: {} },
      });
    }
    expect((performance.now() - began) / 1_000).toBeLessThan(2);
    journal.close();
  });
});

describe('pictures', () => {
  test('are stored next to the journal and never overwrite each other', () => {
    const journal = openJournal({ folder: join(home, 'a') });
    expect(journal.writePicture('0001-before', samplePicture)).toBe('pictures/0001-before.webp');
    expect(journal.writePicture('0001-before', samplePicture)).toBe('pictures/0001-before-2.webp');
    expect(journal.writePicture('../../etc/x', samplePicture)).toBe('pictures/-etc-x.webp');
    journal.close();
    expect(readFileSync(join(home, 'a/pictures/0001-before.webp'))).toEqual(samplePicture);
    expect(readdirSync(home)).toEqual(['a']);
  });

  test('above the quota are omitted with one entry, and the journal continues', () => {
    const folder = join(home, 'a');
    const journal = openJournal({ folder, quotaBytes: samplePicture.length * 2 + 10 });
    const kept = ['a', 'b', 'c', 'd'].map((name) => journal.writePicture(name, samplePicture));
    journal.write({ type: 'log', text: 'on' });
    journal.close();
    expect(kept).toEqual(['pictures/a.webp', 'pictures/b.webp', undefined, undefined]);
    expect(linesOf(folder).map((line) => line.type)).toEqual(['pictures_omitted', 'log']);
    expect(readdirSync(join(folder, 'pictures'))).toEqual(['a.webp', 'b.webp']);
  });

  test('that cannot be written are omitted with an entry', () => {
    const folder = join(home, 'a');
    const journal = openJournal({ folder });
    writeFileSync(join(folder, 'pictures'), 'in the way');
    expect(journal.writePicture('a', samplePicture)).toBeUndefined();
    expect(journal.writePicture('b', Buffer.from('no picture'))).toBeUndefined();
    journal.close();
    expect(linesOf(folder).map((line) => line.type)).toEqual(['pictures_omitted', 'pictures_omitted']);
  });
});

describe('a journal that cannot be written', () => {
  test('fails when its folder was removed, and stays failed', () => {
    const folder = join(home, 'a');
    const journal = openJournal({ folder });
    journal.write({ type: 'log', text: 'one' });
    rmSync(folder, { recursive: true });
    const failure = failureOf(() => journal.write({ type: 'log', text: 'two' }));
    expect(failure).toMatchObject({ code: 'journal_failed', message: expect.stringContaining('deleted') });
    expect(failure.hint).toContain('HANDRAIL_HOME');
    mkdirSync(folder);
    expect(failureOf(() => journal.write({ type: 'log', text: 'three' }))).toBe(failure);
    expect(failureOf(() => journal.writePicture('a', samplePicture))).toBe(failure);
    journal.close();
  });

  test('fails when the file has reached its maximum size', ({ skip }) => {
    if (process.platform !== 'linux') return skip('needs prlimit');
    const folder = join(home, 'a');
    const journal = openJournal({ folder });
    const ignore = (): void => {};
    process.on('SIGXFSZ', ignore);
    limitFileSize('8192');
    let failure: HandrailError;
    let again: HandrailError;
    try {
      failure = failureOf(() => fill(journal));
      limitFileSize('unlimited');
      again = failureOf(() => journal.write({ type: 'log', text: 'there is space again' }));
    } finally {
      limitFileSize('unlimited');
      process.off('SIGXFSZ', ignore);
    }
    expect(failure).toMatchObject({ code: 'journal_failed', message: expect.stringContaining('maximum size') });
    expect(again).toBe(failure);
    expect(statSync(join(folder, 'journal.jsonl')).size).toBe(8192);
    journal.close();
  });

  test('fails at once when the folder cannot be created', () => {
    writeFileSync(join(home, 'file'), '');
    const failure = failureOf(() => openJournal({ folder: join(home, 'file', 'a') }));
    expect(failure).toMatchObject({
      code: 'journal_failed',
      message: expect.stringContaining('a part of its path is a file'),
    });
  });

  test('fails in a read-only folder', () => {
    // Root may write anywhere but here.
    const closed = process.getuid?.() === 0 && process.platform === 'linux' ? '/sys' : home;
    if (closed === home) chmodSync(home, 0o500);
    expect(failureOf(() => openJournal({ folder: join(closed, 'handrail') })).code).toBe('journal_failed');
    if (closed === home) chmodSync(home, 0o700);
  });

  test('never overwrites another journal and never follows a link', () => {
    const folder = join(home, 'a');
    openJournal({ folder }).close();
    expect(failureOf(() => openJournal({ folder })).message).toContain('already');
    mkdirSync(join(home, 'b'));
    writeFileSync(join(home, 'theirs'), 'theirs');
    symlinkSync(join(home, 'theirs'), join(home, 'b', 'journal.jsonl'));
    expect(failureOf(() => openJournal({ folder: join(home, 'b') })).code).toBe('journal_failed');
    symlinkSync(join(home, 'b'), join(home, 'c'));
    expect(failureOf(() => openJournal({ folder: join(home, 'c') })).message).toContain('link');
    expect(readFileSync(join(home, 'theirs'), 'utf8')).toBe('theirs');
  });

  test('after close', () => {
    const journal = openJournal({ folder: join(home, 'a') });
    journal.close();
    journal.close();
    expect(failureOf(() => journal.write({ type: 'log' })).message).toContain('closed');
  });
});

test('the folder of a run', () => {
  expect(runFolder('2026-a', '/home/x')).toBe('/home/x/runs/2026-a');
  expect(runFolder('a')).toBe(join(process.cwd(), '.handrail/runs/a'));
  for (const id of ['..', '../x', 'a/b', '', '.a']) expect(failureOf(() => runFolder(id)).code).toBe('invalid_option');
});

function fill(journal: Journal): void {
  for (let line = 0; line < 1_000; line += 1) journal.write({ type: 'log', text: 'x'.repeat(100) }, { durable: true });
}

function limitFileSize(soft: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:unlimited`]);
}
