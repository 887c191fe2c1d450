// Runs the checks of `npm run lint` and then the tests. Parameters are passed to vitest; with parameters the checks do not run.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, runCommand, ScriptError } from './run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const maxLintSeconds = 600;
const maxTestSeconds = 3_600;

/** @param {string} script @param {string[]} parameters @param {number} seconds */
function runScript(script, parameters, seconds) {
  return runCommand(process.execPath, [join(root, script), ...parameters], { folder: root, seconds });
}

try {
  const parameters = process.argv.slice(2);
  const problem = parameters.length === 0 ? runScript('scripts/lint.mjs', [], maxLintSeconds) : undefined;
  if (problem) throw new ScriptError('lint_failed', `The checks failed: ${problem}.`, 'Fix what is printed above.');
  if (runScript('node_modules/vitest/vitest.mjs', ['run', ...parameters], maxTestSeconds)) process.exitCode = 1;
} catch (error) {
  fail(error);
}
