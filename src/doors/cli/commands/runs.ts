import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { toFault } from '../../../core/errors.js';
import { knownEntrySchema } from '../../../journal/entry.js';
import { readJournal } from '../../../journal/read-journal.js';
import { cleanText } from '../../../perception/quote-text.js';
import { openOutput } from '../output.js';
import { listRunFolders } from './find-runs.js';

interface RunSummary {
  id: string;
  status: string;
  verified?: boolean;
  task: string;
  at?: string;
  ms?: number;
  steps?: number;
  answer?: string;
  url?: string;
  policy?: { name?: string; digest?: string };
  folder: string;
  report?: string;
}

/** `handrail runs`: lists the recorded runs, newest first. */
export function showRuns({ limit, journal, json }: { limit: number; journal?: string; json?: true }): void {
  const output = openOutput();
  const runs = listRunFolders(journal === undefined ? undefined : resolve(journal))
    .slice(0, limit)
    .map(readRun);
  if (json) {
    output.write(`${JSON.stringify(runs, undefined, 2)}\n`);
    return;
  }
  if (runs.length === 0) output.write('There are no recorded runs.\n');
  const { bold, dim, green, red } = output.colours;
  for (const { id, status, task, at = '', ms, steps, policy } of runs) {
    const colour = status === 'done' ? green : red;
    const time = at.slice(0, 19).replace('T', ' ');
    const duration = ms === undefined ? '' : `  ${(ms / 1_000).toFixed(1)} s, ${steps ?? 0} steps`;
    output.write(
      `${colour(status.padEnd(10))} ${time}${dim(duration)}  ${bold(id)}${dim(describePolicy(policy))}\n           ${cleanText(task, 100)}\n`,
    );
  }
}

function describePolicy(policy: RunSummary['policy']): string {
  return policy?.name === undefined ? '' : `  policy ${cleanText(policy.name, 80)}`;
}

/** Also summarizes a run that did not end or whose journal is damaged. */
function readRun(folder: string): RunSummary {
  const report = join(folder, 'report.html');
  const summary: RunSummary = {
    id: basename(folder),
    status: 'unfinished',
    task: '',
    folder,
    report: existsSync(report) ? report : undefined,
  };
  try {
    for (const entry of readJournal(folder).entries) {
      const { success, data } = knownEntrySchema.safeParse(entry);
      if (!success) continue;
      if (data.type === 'run_started') Object.assign(summary, { task: data.task, at: data.at });
      if (data.type === 'policy') summary.policy = { name: data.name, digest: data.digest };
      if (data.type !== 'run_ended') continue;
      const { status, verified, ms, steps, answer, url } = data.result;
      Object.assign(summary, { status, verified, ms, steps, answer, url });
    }
  } catch (error) {
    Object.assign(summary, { status: 'unreadable', task: toFault(error).message });
  }
  return summary;
}
