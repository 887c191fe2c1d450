// Prints the table of trials: node bench/trial/score.mjs <folder>... Each folder is the TRIAL_FOLDER of one trial.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderTable } from '../report.mjs';
import { sumCalls } from './calls.mjs';
import { makeInstances } from './server.mjs';
import { judge } from './task.mjs';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write('Usage: node bench/trial/score.mjs <folder>...\n');
  process.exit(2);
}

/** @param {string} path @returns {any[]} */
function readLines(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** @param {string} folder */
function scoreOf(folder) {
  const [{ seed } = { seed: 1 }, ...reports] = readLines(join(folder, 'reports.jsonl'));
  const judged = [...makeInstances(seed)].map(([id, instance]) => ({
    id,
    ...judge(
      instance,
      reports.filter(({ task }) => task === id),
    ),
  }));
  return { name: basename(folder), judged, sum: sumCalls(readLines(join(folder, 'calls.jsonl'))) };
}

const scores = folders.map(scoreOf);
process.stdout.write(
  renderTable({
    title: 'Trial',
    columns: [
      'trial',
      'started',
      'solved',
      'wrong presses',
      'calls',
      'characters',
      'of which documentation',
      'screenshots',
    ],
    rows: scores.map(({ name, judged, sum }) => [
      name,
      judged.filter(({ started }) => started).length,
      judged.filter(({ solved }) => solved).length,
      judged.flatMap(({ wrong }) => wrong).length,
      sum.calls,
      sum.characters,
      sum.documentation,
      sum.screenshots,
    ]),
  }),
);
for (const { name, judged } of scores) {
  for (const { id, solved, started, result, wrong } of judged) {
    if (!solved)
      process.stdout.write(
        `${name}: ${id} not solved${started ? `, reported ${JSON.stringify(result)}` : ', not started'}\n`,
      );
    if (wrong.length > 0) process.stdout.write(`${name}: ${id} wrong presses: ${wrong.join(', ')}\n`);
  }
}
