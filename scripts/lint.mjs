// Runs every static check, several at a time: style and import cycles, types, rooms, and generated documents.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-state.mjs';
import { fail, runCommand, ScriptError } from './run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const maxBuildSeconds = 300;
const compiler = 'node_modules/typescript/bin/tsc';

/** Each check is a Node program with its parameters. @type {Record<string, string[]>} */
const checks = {
  style: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  'types of src': [compiler, '-p', '.', '--noEmit'],
  'types of code inside pages': [compiler, '-p', 'src/perception/page'],
  'types of test': [compiler, '-p', 'test'],
  rooms: ['scripts/check-rooms.mjs'],
};

/** Runs one check and returns its output where it failed. @param {string[]} command @returns {Promise<string | undefined>} */
function runCheck([program = '', ...parameters]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...parameters], { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve(String(error)));
    child.on('close', (code) => resolve(code === 0 ? undefined : output || `It ended with ${code}.`));
  });
}

/** Runs a step that the checks after it need. @param {string[]} command */
function runStep([program = '', ...parameters]) {
  const options = { folder: root, seconds: maxBuildSeconds };
  const problem = runCommand(process.execPath, [join(root, program), ...parameters], options);
  if (problem) throw new ScriptError('lint_failed', `${program}: ${problem}.`, 'Fix what is printed above.');
}

try {
  runStep(['scripts/build.mjs', '--page']);
  const failed = await Promise.all(
    Object.entries(checks).map(async ([name, command]) => {
      const output = await runCheck(command);
      if (output !== undefined) console.error(`The check of ${name} failed:\n${output}`);
      return output !== undefined;
    }),
  );
  if (failed.includes(true))
    throw new ScriptError(
      'lint_failed',
      'Some checks failed.',
      'Fix what is printed above; `npx biome check --write .` formats.',
    );
  if (!isBuilt(root)) runStep(['scripts/build.mjs']);
  runStep(['scripts/write-reference.mjs', '--check']);
  runStep(['scripts/write-api.mjs', '--check']);
  runStep(['scripts/write-grammar.mjs', '--check']);
} catch (error) {
  fail(error);
}
