import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { toFault } from '../../../core/errors.js';
import { knownEntry } from '../../../journal/entry.js';
import { readJournal } from '../../../journal/read-journal.js';
import { cleanText } from '../../../perception/page-text.js';
import { openOutput } from '../output.js';
import { listRunFolders } from './find-runs.js';

interface RunLine {
  id: string;
  status: string;
  verified?: boolean;
  task: string;
  at?: string;
  ms?: number;
  steps?: number;
  answer?: string;
  url?: string;
  folder: string;
  report?: string;
}

/** `handrail runs`: what was done, newest first. */
export function showRuns({ limit, journal, json }: { limit: number; journal?: string; json?: true }): void {
  const output = openOutput();
  const runs = listRunFolders(journal === undefined ? undefined : resolve(journal))
    .slice(0, limit)
    .map(readRun);
  if (json) {
    output.write(`${JSON.stringify(runs, undefined, 2)}\n`);
    return;
  }
  if (runs.length === 0) output.write('There are no runs yet.\n');
  const { bold, dim, green, red } = output.colours;
  for (const { id, status, task, at = '', ms, steps } of runs) {
    const colour = status === 'done' ? green : red;
    const when = at.slice(0, 19).replace('T', ' ');
    const took = ms === undefined ? '' : `  ${(ms / 1_000).toFixed(1)} s, ${steps ?? 0} steps`;
    output.write(`${colour(status.padEnd(10))} ${when}${dim(took)}  ${bold(id)}\n           ${cleanText(task, 100)}\n`);
  }
}

/** A run that did not end, or whose journal is damaged, is listed as well. */
function readRun(folder: string): RunLine {
  const report = join(folder, 'report.html');
  const line: RunLine = {
    id: basename(folder),
    status: 'unfinished',
    task: '',
    folder,
    ...(existsSync(report) ? { report } : {}),
  };
  try {
    for (const entry of readJournal(folder).entries) {
      const known = knownEntry.safeParse(entry);
      if (!known.success) continue;
      if (known.data.type === 'run_started') Object.assign(line, { task: known.data.task, at: known.data.at });
      if (known.data.type !== 'run_ended') continue;
      const { status, verified, ms, steps, answer, url } = known.data.result;
      Object.assign(line, { status, verified, ms, steps, answer, url });
    }
  } catch (error) {
    Object.assign(line, { status: 'unreadable', task: toFault(error).message });
  }
  return line;
}
