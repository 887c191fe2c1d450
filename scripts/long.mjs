// Runs every test case without sampling, then the fuzzers. Parameters are passed to vitest.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const maxSeconds = 4 * 3_600;

/** @param {string} script @param {string[]} parameters */
function run(script, ...parameters) {
  const options = { folder: root, seconds: maxSeconds, env: { HANDRAIL_LONG: '1' } };
  return runCommand(process.execPath, [join(root, script), ...parameters], options);
}

const parameters = process.argv.slice(2);
const isWhole = parameters.length === 0;
if (run('node_modules/vitest/vitest.mjs', 'run', ...parameters) || (isWhole && run('scripts/fuzz.mjs')))
  process.exitCode = 1;
