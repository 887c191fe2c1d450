import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { call, type ScriptedTurn, scripted } from '../../src/exports/testing.js';
import { type RunEvent, type RunOptions, type RunResult, run } from '../../src/index.js';
import { type Paper, paperScreen } from './paper-screen.js';

interface Tried {
  result: RunResult;
  events: RunEvent[];
  paper: Paper;
}

export async function tryRun(
  turns: ScriptedTurn[],
  options: Partial<RunOptions> = {},
  paper = paperScreen(['One', 'Two']),
): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-loop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const events: RunEvent[] = [];
  const result = await run({
    task: 'Do it.',
    session: paper.session,
    model: scripted(turns),
    journal: folder,
    pictures: false,
    on: (event) => events.push(event),
    ...options,
  });
  return { result, events, paper };
}

/** The entries of the journal file. */
export function journalOf({ folder: at = '' }: RunResult): { type: string; [field: string]: unknown }[] {
  return readFileSync(join(at, 'journal.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export function expectComplete(result: RunResult): void {
  const entries = journalOf(result);
  expect(entries[0]?.type).toBe('run_started');
  expect(entries.at(-1)).toMatchObject({ type: 'run_ended', result: { status: result.status } });
  expect(existsSync(result.report ?? '')).toBe(true);
  const intents = entries.filter(({ type }) => type === 'intent').map(({ seq }) => seq);
  expect(entries.filter(({ type }) => type === 'outcome').map(({ intent }) => intent)).toEqual(intents);
}

export const click = (name: string): ScriptedTurn => ({ calls: [call('click', { selector: name, timeout: 0 })] });

export const renames = (_: unknown, paper: Paper) => {
  paper.names.push(`New ${paper.names.length}`);
  return {};
};

export const goTo = (paper: Paper, url: string) => {
  paper.url = url;
  return {};
};

export const complete = (result?: unknown): ScriptedTurn => ({
  calls: [call('complete', { summary: 'It is done.', ...(result === undefined ? {} : { result }) })],
});
