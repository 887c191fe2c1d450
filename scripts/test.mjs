// Runs the tests and ends with one line of counts. A run that decides something (CI) tries files that failed once more, by themselves, when
// all others are done: set-up that fails is tried once only by the test runner, and on a busy machine a failure may say nothing.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, runCommand, ScriptError } from './run-command.mjs';
import { closingLine, totalOf } from './test-counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const mostFiles = 5;

/**
 * @param {string[]} parameters
 * @returns {{ problem?: string, files: Record<string, import('./test-counts.mjs').Counts>, stray: number }}
 */
function runTests(parameters) {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-test-counts-'));
  const place = join(folder, 'counts.json');
  try {
    const program = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...parameters];
    const env = { HANDRAIL_TEST_COUNTS: place };
    const problem = runCommand(process.execPath, program, { folder: root, seconds: 3_600, env });
    return { problem, ...JSON.parse(readFileSync(place, 'utf8')) };
  } catch (error) {
    throw new ScriptError('no_counts', `The tests did not run to their end: ${error}`, 'See what they printed above.');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  let { problem, files, stray } = runTests(process.argv.slice(2));
  const failed = Object.entries(files).flatMap(([file, counts]) => (counts.failed > 0 ? [file] : []));
  if (process.env.CI && problem && stray === 0 && failed.length > 0 && failed.length <= mostFiles) {
    console.log(`Failed: ${failed.join(', ')}. Once more, by themselves:`);
    const again = runTests(failed);
    if (!again.problem) console.log(`Passed only by themselves: ${failed.join(', ')}`);
    [problem, files, stray] = [again.problem, { ...files, ...again.files }, again.stray];
  }
  console.log(closingLine(totalOf(files, stray)));
  if (problem) process.exitCode = 1;
} catch (error) {
  fail(error);
}
